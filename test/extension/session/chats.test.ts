import { describe, expect, it } from 'vitest';
import type { ConversationStore, Loaded } from '../../../src/conversation/store.ts';
import { readSettings } from '../../../src/extension/common/settings.ts';
import { createChats } from '../../../src/extension/session/chats.ts';
import { type Preflight, preflight } from '../../../src/extension/session/preflight.ts';
import { type SubmitDeps, type SubmitRequest, submitQuestion } from '../../../src/extension/session/submitQuestion.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';
import { fakeTarget } from './fakeTarget.ts';

function desk(options: { store?: ConversationStore; zeroRetention?: boolean } = {}) {
  const clock = manualClock();
  const store = options.store ?? createMemoryStore();
  const memento = fakeMemento();
  const quarantined: string[] = [];
  let lastId = 0;
  const check: Preflight = (request, conversation) =>
    preflight(request, conversation, {
      confirmModes: [],
      confirmRisk: async () => true,
      salt: '',
      digest: async (text) => String(text.length),
    });
  const chats = createChats({
    vscode: fakeVscode().api,
    store,
    memento,
    clock,
    newId: () => `id${++lastId}`,
    zeroRetention: () => options.zeroRetention ?? false,
    preflight: check,
    onWireEvent: () => {},
    subscribers: [],
  });
  chats.onDidFail((problem) =>
    quarantined.push(problem.type === 'unreadable' ? String(problem.error) : `${problem.extent} ${problem.file}`),
  );
  chats.onDidForget((chat) => quarantined.push(`closed ${chat.session.conversation.id}`));
  const target = fakeTarget('service.example');
  const settings = readSettings(
    {
      get: () => ({ inspect: () => ({ key: '' }) }) as never,
      folders: [],
    },
    true,
  );
  const ports: SubmitDeps = {
    settings: () => ({ ...settings, zeroRetention: { on: options.zeroRetention ?? false, byFolder: false } }),
    l10n: fakeVscode().api.l10n,
    services: { target: async () => target, readiness: 'ready' } as unknown as SubmitDeps['services'],
    preflight: check,
  };
  const wish = (part: Partial<SubmitRequest> = {}): SubmitRequest => ({
    question: { text: 'q', selections: [] },
    parent: null,
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    ...part,
  });
  return { chats, store, memento, clock, target, ports, wish, quarantined };
}

const loading = (loaded: Loaded): ConversationStore => ({ ...createMemoryStore(), load: async () => loaded });

describe('opening a conversation', () => {
  it('opening a conversation gives the same one to all callers, also at the same time', async () => {
    const { chats } = desk();
    const [one, two] = await Promise.all([chats.open('a'), chats.open('a')]);
    expect(one).toBe(two);
    expect(await chats.open('a')).toBe(one);
  });

  it('opening a conversation that was never stored gives an empty one under its id', async () => {
    expect((await desk().chats.open('a')).session.conversation).toMatchObject({ id: 'a', turns: [] });
  });

  it('a conversation of a newer version can be read but not continued', async () => {
    const newer = { ...conversationOf(turnOf('a', null)), id: 'n' };
    const { chats, ports, wish, target } = desk({
      store: loading({ type: 'readOnly', conversation: newer }),
    });
    const chat = await chats.open('n');
    expect(chat.session.conversation.turns).toHaveLength(1);
    expect(await submitQuestion(chat, wish(), ports)).toMatchObject({ type: 'refused' });
    expect(target.requests).toHaveLength(0);
  });

  it('a file that is damaged in whole or in part is reported', async () => {
    const partly = desk({
      store: loading({ type: 'ok', conversation: conversationOf(turnOf('a', null)), damage: 'c1.corrupt-1' }),
    });
    expect((await partly.chats.open('c1')).session.conversation.turns).toHaveLength(1);
    expect(partly.quarantined).toEqual(['partly c1.corrupt-1']);
    const whole = desk({ store: loading({ type: 'quarantined', file: 'c1.corrupt-1' }) });
    expect((await whole.chats.open('c1')).session.conversation).toMatchObject({ id: 'c1', turns: [] });
    expect(whole.quarantined).toEqual(['whole c1.corrupt-1']);
  });
});

it('a conversation that cannot be loaded leaves an empty one under another id, and can be tried again', async () => {
  const store: ConversationStore = { ...createMemoryStore(), load: () => Promise.reject(new Error('EIO')) };
  const { chats, quarantined } = desk({ store });
  expect((await chats.open('a')).session.conversation.id).not.toBe('a');
  await chats.open('a');
  expect(quarantined).toEqual(['Error: EIO', 'Error: EIO']);
});

describe('a conversation that nobody shows', () => {
  it('a conversation that is not shown is closed when it is idle, and stays open while an answer runs', async () => {
    const { chats, ports, wish, target } = desk();
    const chat = await chats.open('a');
    await submitQuestion(chat, wish(), ports);
    chats.release(chat, () => false);
    expect(chats.all()).toHaveLength(1);
    await target.requests[0]?.done();
    chats.release(chat, () => true);
    expect(chats.all()).toHaveLength(1);
    chats.release(chat, () => false);
    expect(chats.all()).toHaveLength(0);
    expect((await chats.open('a')).session.conversation.turns).toHaveLength(1);
  });

  it('a conversation that is not shown stays open while its questions are in no file', async () => {
    const { chats, ports, wish, target } = desk();
    const chat = chats.create({ temporary: true });
    await submitQuestion(chat, wish(), ports);
    await target.requests[0]?.done();
    const empty = chats.create({ temporary: true });
    for (const each of [chat, empty]) chats.release(each, () => false);
    expect(chats.all()).toEqual([chat]);
  });
});

it('a window that closes saves a running answer as interrupted', async () => {
  const { chats, store, ports, wish, target } = desk();
  const chat = chats.create();
  await submitQuestion(chat, wish(), ports);
  await target.requests[0]?.send({ type: 'text', text: 'half' });
  await chats.close();
  const loaded = await store.load(chat.session.conversation.id);
  expect(loaded.type === 'ok' && loaded.conversation.turns[0]?.answer).toMatchObject({
    state: 'interrupted',
    text: 'half',
  });
});

it('a window that closes saves its answers even if drafts cannot be kept', async () => {
  const { chats, store, memento, ports, wish, target } = desk();
  memento.update = () => Promise.reject(new Error('Canceled'));
  const chat = chats.create();
  chat.composer.set({ draft: 'next question' });
  await submitQuestion(chat, wish(), ports);
  await target.requests[0]?.send({ type: 'text', text: 'half' });
  let flushed = false;
  store.flush = async () => {
    flushed = true;
  };
  await chats.close();
  expect([flushed, chats.all()]).toEqual([true, []]);
});

it('a deleted conversation leaves no draft', async () => {
  const { chats, memento, clock, quarantined } = desk();
  const chat = await chats.open('a');
  chat.composer.set({ draft: 'secret' });
  clock.pass(1000);
  expect(memento.values.size).toBe(1);
  chats.forget('a');
  expect(quarantined).toEqual(['closed a']);
  expect(memento.values.size).toBe(0);
  // A page posts what was typed a moment later.
  chat.composer.set({ draft: 'secrets' });
  clock.pass(1000);
  expect(memento.values.size).toBe(0);
  expect(chats.all()).toEqual([]);
});

describe('asking', () => {
  it('a first question with zero data retention sets it for the whole conversation, before anything is saved', async () => {
    const store = createMemoryStore();
    const { chats, ports, wish, target } = desk({ store });
    const chat = chats.create();
    expect(await submitQuestion(chat, wish({ zeroRetention: true }), ports)).toEqual({ type: 'done' });
    expect(store.recorded.length).toBeGreaterThan(0);
    expect(store.recorded.every(({ conversation }) => conversation.zeroRetention)).toBe(true);
    expect(target.requests[0]?.request.ZeroDataRetention).toBe(true);
  });

  it('a setting for zero data retention cannot be overridden by a question', async () => {
    const { chats, ports, wish, target } = desk({ zeroRetention: true });
    await submitQuestion(chats.create(), wish({ zeroRetention: false }), ports);
    expect(target.requests[0]?.request.ZeroDataRetention).toBe(true);
  });

  it('a question that follows one with zero data retention has it too, because its context contains the earlier text', async () => {
    const { chats, ports, wish, target } = desk();
    const zero = { ...turnOf('z', null), zeroRetention: true, service: 'service.example' };
    const chat = chats.adopt(conversationOf(zero));
    await submitQuestion(chat, wish({ parent: 'z' }), ports);
    expect(target.requests[0]?.request.ZeroDataRetention).toBe(true);
  });

  it('a question is refused if it is empty, its mode is not allowed, or asking is blocked', async () => {
    const { chats, ports, wish, target } = desk();
    const chat = chats.create();
    const refusals = [
      await submitQuestion(chat, wish({ question: { text: ' \n', selections: [] } }), ports),
      await submitQuestion(chat, wish(), {
        ...ports,
        settings: () => ({ ...ports.settings(), askModes: ['audit_research'] }),
      }),
      await submitQuestion(chat, wish(), { ...ports, services: { ...ports.services, readiness: 'noFolder' } }),
    ];
    expect(refusals.map((outcome) => outcome.type === 'refused' && outcome.message)).toEqual([
      'Enter a question first.',
      'This folder does not allow this research mode. Choose another mode.',
      'Open a folder with documents, or connect to the research service.',
    ]);
    expect(target.requests).toHaveLength(0);
  });

  it('a question is refused while another window answers in the same conversation, and not when that answer has ended', async () => {
    const { chats, ports, wish, target } = desk();
    const chat = chats.create();
    const { conversation } = chat.session;
    chat.session.replace({ ...conversation, turns: [turnOf('elsewhere', null, { state: 'streaming' })] });
    expect(await submitQuestion(chat, wish(), ports)).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('Another window is answering'),
    });
    expect(target.requests).toHaveLength(0);
    chat.session.replace({ ...conversation, turns: [turnOf('elsewhere', null)] });
    expect(await submitQuestion(chat, wish(), ports)).toEqual({ type: 'done' });
    expect(await submitQuestion(chat, wish(), ports)).toEqual({ type: 'done' });
  });

  it('zero data retention of a branch that is not shown and is no context does not extend to a question', async () => {
    const { chats, ports, wish, target } = desk();
    const zero = { ...turnOf('z', null), zeroRetention: true, service: 'service.example' };
    const chat = chats.adopt({ ...conversationOf(turnOf('a', null), zero), currentTurnId: 'a' });
    await submitQuestion(chat, wish({ parent: 'a' }), ports);
    expect(target.requests[0]?.request.ZeroDataRetention).toBeUndefined();
  });

  it('zero data retention of the branch that is shown extends to a question below another branch', async () => {
    const { chats, ports, wish, target } = desk();
    const zero = { ...turnOf('z', null), zeroRetention: true, service: 'service.example' };
    const other = { ...turnOf('a', null), service: 'service.example' };
    const chat = chats.adopt({ ...conversationOf(other, zero), currentTurnId: 'z' });
    await submitQuestion(chat, wish({ parent: 'a' }), ports);
    expect(target.requests[0]?.request.ZeroDataRetention).toBe(true);
  });

  it('a question below a turn of another conversation is refused, and nothing is sent', async () => {
    const { chats, ports, wish, target } = desk();
    const chat = chats.adopt(conversationOf(turnOf('a', null)));
    expect(await submitQuestion(chat, wish({ parent: 'elsewhere' }), ports)).toEqual({
      type: 'refused',
      message: 'The chat shows another conversation now. Ask the question again.',
    });
    expect([chat.session.conversation.turns.length, target.requests.length]).toEqual([1, 0]);
  });

  it('the permitted modes are sent with auto, and with no other mode', async () => {
    const { chats, ports, wish, target } = desk();
    const limited: SubmitDeps = {
      ...ports,
      settings: () => ({ ...ports.settings(), allowedAskModes: ['audit_research'] }),
    };
    await submitQuestion(chats.create(), wish({ askMode: 'auto' }), limited);
    await submitQuestion(chats.create(), wish(), limited);
    expect(target.requests.map(({ request }) => request.allowedAskModes)).toEqual([['audit_research'], undefined]);
  });
});
