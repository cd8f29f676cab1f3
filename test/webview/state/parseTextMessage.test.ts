import { describe, expect, it } from 'vitest';
import { hostMessageSchema } from '../../../src/panel/messages.ts';
import { readPieces } from '../../../src/webview/state/parseTextMessage.ts';

const piece = { type: 'text', turnId: 't1', epoch: 1, offset: 0, text: 'Yes.', at: 1700000000000 };
const message = { type: 'changes', seq: 1, changes: [piece] };
const odd = [undefined, null, '', 'text', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true, [], {}];

describe('reading pieces of text by hand', () => {
  it('gives what the schema gives, and leaves the rest of the message behind', () => {
    const more = { ...message, extra: 1, changes: [{ ...piece, extra: 2 }, piece] };
    expect(readPieces(more)).toEqual(hostMessageSchema.parse(more));
    expect(readPieces(more)).not.toHaveProperty('extra');
  });

  it('takes no message that the schema refuses', () => {
    const messages: unknown[] = [...odd];
    for (const value of odd) {
      for (const key of Object.keys(message)) messages.push({ ...message, [key]: value });
      for (const key of Object.keys(piece)) messages.push({ ...message, changes: [piece, { ...piece, [key]: value }] });
    }
    let taken = 0;
    for (const each of messages) {
      const read = readPieces(each);
      const parsed = hostMessageSchema.safeParse(each);
      if (read) expect(parsed.success && parsed.data).toEqual(read);
      // By hand it must at least read every message of text that the schema reads: else the slow way is taken unseen.
      else expect(parsed.success).toBe(false);
      if (read) taken++;
    }
    expect(taken).toBeGreaterThan(5);
  });

  it('leaves every other change to the schema', () => {
    expect(readPieces({ ...message, changes: [piece, { type: 'pinned', pinned: true }] })).toBeNull();
    expect(readPieces({ type: 'focus' })).toBeNull();
  });
});
