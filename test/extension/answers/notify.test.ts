import { describe, expect, it } from 'vitest';
import type { AnswerState } from '../../../src/conversation/conversation.ts';
import { notifyEnded } from '../../../src/extension/answers/notify.ts';
import { createInspector } from '../../../src/extension/connection/eventInspector.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

async function told(setting: 'off' | 'unfocused' | 'always', focused: boolean, state: AnswerState = 'done') {
  const fake = fakeVscode();
  (fake.api.window as unknown as { state: { focused: boolean } }).state = { focused };
  let shown = 0;
  fake.answers.push('Show');
  const notify = notifyEnded(
    fake.api,
    () => setting,
    () => {
      shown += 1;
    },
  );
  const conversation = conversationOf(turnOf('a', null, { state, text: 'client content' }));
  const end = { type: 'ended', turnId: 'a', epoch: 1, state, finishReason: null, error: null, at: 0 } as const;
  notify.changed(1, [end], conversation);
  await new Promise((resolve) => setImmediate(resolve));
  return { messages: fake.messages, shown };
}

describe('the end of an answer', () => {
  it('notifies that an answer has ended, without its content, when the window has no focus', async () => {
    expect(await told('unfocused', false)).toEqual({ messages: ['The answer is complete.'], shown: 1 });
    expect((await told('unfocused', true)).messages).toEqual([]);
    expect((await told('off', false)).messages).toEqual([]);
    expect((await told('always', true)).messages).toHaveLength(1);
  });

  it('notifies of a failed answer as such, and not of one that the user stopped', async () => {
    expect((await told('unfocused', false, 'failed')).messages[0]).toMatch(/not complete/);
    expect((await told('unfocused', false, 'stopped')).messages).toEqual([]);
  });
});

describe('the inspector', () => {
  const { api } = fakeVscode();
  const uriOf = (turnId: string) => api.Uri.from({ scheme: 'fiscal-events', path: '/x', query: `${turnId}&1` });
  const open = () => createInspector(api);
  const data = (text: string) =>
    ({ type: 'data', at: 350, delivery: 'stream', data: text, length: text.length }) as const;

  it('shows the response events of one turn', () => {
    const inspector = open();
    const turn = turnOf('a', null);
    inspector.record(turn, { type: 'sent', at: 100, attempt: 1, host: 'service.example', zeroRetention: false });
    inspector.record(turn, data('{"a":1}'));
    inspector.record(turnOf('b', 'a'), data('of another question'));
    const text = inspector.document(uriOf('a'));
    expect(text).toMatch(/service\.example/);
    expect(text).toContain('data: {"a":1}');
    expect(text).not.toContain('of another question');
  });

  it('keeps the response events of the newest questions only', () => {
    const inspector = open();
    for (let i = 0; i < 25; i++) inspector.record(turnOf(`t${i}`, null), data('x'));
    expect(inspector.document(uriOf('t0'))).toMatch(/no longer available/);
    expect(inspector.document(uriOf('t24'))).toContain('data: x');
  });

  it('shows a message when there are no response events yet', async () => {
    const fake = fakeVscode();
    await createInspector(fake.api).show();
    expect([fake.messages, fake.shown]).toEqual([['There are no response events yet. Ask a question first.'], []]);
  });
});
