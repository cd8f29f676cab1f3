import { describe, expect, it } from 'vitest';
import { hostMessageSchema } from '../../../src/panel/messages.ts';
import { parseTextMessage } from '../../../src/webview/state/parseTextMessage.ts';

const piece = { type: 'text', turnId: 't1', epoch: 1, offset: 0, text: 'Yes.', at: 1700000000000 };
const message = { type: 'changes', seq: 1, changes: [piece] };
const odd = [undefined, null, '', 'text', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true, [], {}];

describe('Text messages', () => {
  it('a parsed text message equals the result of the schema and has no unknown properties', () => {
    const more = { ...message, extra: 1, changes: [{ ...piece, extra: 2 }, piece] };
    expect(parseTextMessage(more)).toEqual(hostMessageSchema.parse(more));
    expect(parseTextMessage(more)).not.toHaveProperty('extra');
  });

  it('the parser of text messages accepts exactly the text messages that the schema accepts', () => {
    const messages: unknown[] = [...odd];
    for (const value of odd) {
      for (const key of Object.keys(message)) messages.push({ ...message, [key]: value });
      for (const key of Object.keys(piece)) messages.push({ ...message, changes: [piece, { ...piece, [key]: value }] });
    }
    let taken = 0;
    for (const each of messages) {
      const read = parseTextMessage(each);
      const parsed = hostMessageSchema.safeParse(each);
      if (read) expect(parsed.success && parsed.data).toEqual(read);
      // By hand it must at least read every message of text that the schema reads: else the slow way is taken unseen.
      else expect(parsed.success).toBe(false);
      if (read) taken++;
    }
    expect(taken).toBeGreaterThan(5);
  });

  it('a message with any other change is left to the schema', () => {
    expect(parseTextMessage({ ...message, changes: [piece, { type: 'pinned', pinned: true }] })).toBeNull();
    expect(parseTextMessage({ type: 'focus' })).toBeNull();
  });
});
