import { describe, expect, it } from 'vitest';
import { newConversation } from '../../../src/conversation/conversation.ts';
import type { PageGate } from '../../../src/extension/common/pageGate.ts';
import { connectPage, type PageHandlers } from '../../../src/extension/panel/panelBridge.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { createComposer } from '../../../src/extension/session/composer.ts';
import { createSession } from '../../../src/extension/session/session.ts';
import { type HostMessage, hostMessageSchema, type PanelState } from '../../../src/panel/messages.ts';
import type { PageMessage } from '../../../src/panel/pageMessages.ts';
import { fakeMemento } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { panelState } from '../../support/panelState.ts';
import { fakeTarget, settle } from '../session/fakeTarget.ts';

function chatOf(id: string): Chat {
  const clock = manualClock();
  return {
    session: createSession(newConversation({ id, now: 0 }), {
      clock,
      newId: () => crypto.randomUUID(),
      preflight: async () => {
        throw new Error('unexpected');
      },
    }),
    composer: createComposer({ id, memento: fakeMemento(), clock, mayKeep: () => true, onDidChange: () => {} }),
    readOnly: null,
  };
}

function connect(handlers: Partial<PageHandlers> = {}, gate: PageGate<PageMessage> = () => true) {
  const sent: HostMessage[] = [];
  const logged: string[] = [];
  const clock = manualClock();
  let reloads = 0;
  let say: (message: unknown) => void = () => {};
  let state = panelState();
  const chat = chatOf('one');
  const page = connectPage({
    port: {
      async postMessage(message) {
        // What is not understood on the other side would be dropped there.
        sent.push(hostMessageSchema.parse(JSON.parse(JSON.stringify(message))));
        return true;
      },
      onDidReceiveMessage(listener) {
        say = listener;
        return { dispose: () => {} };
      },
    },
    chat,
    handlers: handlers as PageHandlers,
    gate,
    clock,
    reload: () => {
      reloads++;
    },
    refusal: 'Not allowed.',
    otherConversation: 'Another one is shown.',
    panelState: () => state,
    onError: () => 'It failed.',
    log: (text) => logged.push(text),
  });
  return {
    page,
    chat,
    sent,
    logged,
    clock,
    reloads: () => reloads,
    say: async (message: unknown) => {
      say(message);
      await settle();
    },
    setState: (next: Partial<PanelState>) => {
      state = { ...state, ...next };
    },
  };
}

const asking = {
  type: 'ask',
  request: 7,
  conversation: 'one',
  text: 'q',
  parent: null,
  askMode: 'auto',
  zeroRetention: false,
};

describe('a page', () => {
  it('sends a page nothing before it is ready, and then the whole state', async () => {
    const { page, sent, say, chat } = connect();
    chat.composer.set({ draft: 'half a que' });
    page.panelStateChanged();
    page.post({ type: 'compose', text: 'template' });
    expect(sent).toEqual([]);
    await say({ type: 'ready' });
    expect(sent).toMatchObject([{ type: 'state', seq: 0, draft: 'half a que' }, { type: 'compose' }]);
  });

  it('is loaded again, at most twice, if it does not say in time that it is ready, and never while it is hidden or shown', async () => {
    const { page, clock, reloads, say } = connect();
    page.loading();
    clock.pass(30_000);
    expect(reloads()).toBe(0);
    clock.pass(5_000);
    expect(reloads()).toBe(1);
    clock.pass(300_000);
    expect(reloads()).toBe(2);
    page.loading();
    page.hidden();
    clock.pass(300_000);
    expect(reloads()).toBe(2);
    page.loading();
    await say({ type: 'ready' });
    page.loading();
    clock.pass(300_000);
    page.dispose();
    expect(reloads()).toBe(2);
  });

  it('replies to a question that its gate refuses, and runs no handler', async () => {
    const asked: unknown[] = [];
    const handlers = {
      ask: async (message: unknown) => {
        asked.push(message);
        return { type: 'done' as const };
      },
      copyText: (message: unknown) => void asked.push(message),
    };
    const { sent, say } = connect(handlers, async () => false);
    await say(asking);
    await say({ type: 'copyText', text: 'x' });
    expect(asked).toEqual([]);
    expect(sent).toEqual([{ type: 'reply', request: 7, outcome: { type: 'refused', message: 'Not allowed.' } }]);
  });

  it('handles a message in the conversation that it showed, also if it shows another one before its gate has decided', async () => {
    const allowed = Promise.withResolvers<boolean>();
    const asked: string[] = [];
    const handlers: Partial<PageHandlers> = {
      async ask(_message, { session }) {
        asked.push(session.conversation.id);
        return { type: 'done' };
      },
    };
    const { page, say } = connect(handlers, () => allowed.promise);
    await say(asking);
    page.show(chatOf('two'));
    allowed.resolve(true);
    await settle();
    expect(asked).toEqual(['one']);
  });

  it('asks nothing in a conversation that the page did not show when the user asked, and says so', async () => {
    const asked: unknown[] = [];
    const handlers: Partial<PageHandlers> = {
      async ask(message) {
        asked.push(message);
        return { type: 'done' };
      },
    };
    const { page, sent, say } = connect(handlers);
    page.show(chatOf('two'));
    await say(asking);
    expect(asked).toEqual([]);
    const outcome = { type: 'refused', message: 'Another one is shown.' };
    expect(sent).toEqual([{ type: 'reply', request: 7, outcome }]);
  });

  it('keeps text that was typed before the page showed other conversations in the conversation in which it was typed', async () => {
    const drafts: [string, string][] = [];
    const handlers: Partial<PageHandlers> = {
      draft: (message, { session }) => void drafts.push([session.conversation.id, message.text]),
    };
    const { page, say } = connect(handlers);
    page.show(chatOf('two'));
    page.show(chatOf('three'));
    await say({ type: 'draft', conversation: 'one', text: 'typed in one' });
    await say({ type: 'draft', conversation: 'two', text: 'typed in two' });
    await say({ type: 'draft', conversation: 'four', text: 'of a conversation that was not shown' });
    expect(drafts).toEqual([
      ['one', 'typed in one'],
      ['two', 'typed in two'],
    ]);
  });

  it('sends a page that opens during a stream all text so far and then the changes', async () => {
    const { chat, sent, say } = connect();
    const target = fakeTarget();
    await chat.session.ask(
      {
        parent: null,
        question: { text: 'q', selections: [] },
        askMode: 'auto',
        zeroRetention: false,
        target,
      },
      { messages: [], context: [] },
    );
    await target.requests[0]?.send({ type: 'text', text: 'a' });
    await target.requests[0]?.send({ type: 'text', text: 'b' });
    await say({ type: 'ready' });
    const state = sent[0];
    expect(state).toMatchObject({ type: 'state', conversation: { turns: [{ answer: { text: 'ab' } }] } });
    await target.requests[0]?.send({ type: 'text', text: 'c' });
    await target.requests[0]?.done();
    const changes = sent.find((message) => message.type === 'changes');
    expect(changes?.seq).toBe((state?.type === 'state' ? state.seq : -1) + 1);
  });

  it('sends nothing to a hidden page, and does not interrupt its answer', async () => {
    const { page, chat, sent, say } = connect();
    const target = fakeTarget();
    await say({ type: 'ready' });
    await chat.session.ask(
      {
        parent: null,
        question: { text: 'q', selections: [] },
        askMode: 'auto',
        zeroRetention: false,
        target,
      },
      { messages: [], context: [] },
    );
    page.hidden();
    const before = sent.length;
    await target.requests[0]?.send({ type: 'text', text: 'a' });
    await target.requests[0]?.done();
    expect(sent).toHaveLength(before);
    expect(target.requests[0]?.signal.aborted).toBe(false);
    await say({ type: 'ready' });
    expect(sent.at(-1)).toMatchObject({ conversation: { turns: [{ answer: { state: 'done', text: 'a' } }] } });
  });

  it('sends the whole state again to a page that missed a change', async () => {
    const { sent, say } = connect();
    await say({ type: 'ready' });
    await say({ type: 'resync' });
    expect(sent.map((message) => message.type)).toEqual(['state', 'state']);
  });

  it('shows another conversation in the same page', async () => {
    const { page, sent, say } = connect();
    await say({ type: 'ready' });
    page.show(chatOf('two'));
    expect(sent.at(-1)).toMatchObject({ type: 'state', conversation: { id: 'two' } });
  });

  it('sends the panel state only when it differs', async () => {
    const { page, sent, say, setState } = connect();
    await say({ type: 'ready' });
    page.panelStateChanged();
    expect(sent).toHaveLength(1);
    setState({ fontSize: 20 });
    page.panelStateChanged();
    expect(sent.at(-1)).toMatchObject({ type: 'panelState', panelState: { fontSize: 20 } });
  });
});

describe('a message of the page', () => {
  it('drops, counts and logs an invalid message of the page without its content', async () => {
    const handled: unknown[] = [];
    const { say, logged } = connect({ openLink: (message) => void handled.push(message) });
    for (const bad of [
      null,
      'ready',
      { type: 'executeCommand', command: 'rm' },
      { type: 'runAction', action: 'workbench.action.quit' },
      { type: 'openLink', url: `https://a.example/${'x'.repeat(9000)}` },
      { type: 'openLink', url: { toString: 'secret' } },
      { ...asking, askMode: 'free' },
      { ...asking, text: 'x'.repeat(1_000_001) },
    ]) {
      await say(bad);
    }
    expect(logged).toHaveLength(8);
    expect(handled).toEqual([]);
    expect(logged.join()).not.toMatch(/secret|rm|quit/);
    expect(logged[4]).toMatch(/type openLink: too_big at "url"/);
    expect(logged[0]).toMatch(/type unknown/);
  });

  it('always replies to a question of the page: done, refused, or with the error of the handler', async () => {
    let outcome: () => Promise<never> | Promise<{ type: 'done' }> = async () => ({ type: 'done' });
    const { say, sent } = connect({ ask: () => outcome() });
    await say(asking);
    outcome = () => Promise.reject(new Error('disk'));
    await say({ ...asking, request: 8 });
    outcome = () => {
      throw new Error('at once');
    };
    await say({ ...asking, request: 9 });
    expect(sent).toEqual([
      { type: 'reply', request: 7, outcome: { type: 'done' } },
      { type: 'reply', request: 8, outcome: { type: 'refused', message: 'It failed.' } },
      { type: 'reply', request: 9, outcome: { type: 'refused', message: 'It failed.' } },
    ]);
  });

  it('keeps the connection when the handler of a message throws', async () => {
    const { say, sent } = connect({ openLink: () => Promise.reject(new Error('no browser')) });
    await say({ type: 'openLink', url: 'https://a.example' });
    await say({ type: 'ready' });
    expect(sent).toMatchObject([{ type: 'state' }]);
  });
});
