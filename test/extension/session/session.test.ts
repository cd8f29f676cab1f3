import { describe, expect, it } from 'vitest';
import { ReplyError, ServiceError } from '../../../src/client/errors.ts';
import type { Change } from '../../../src/conversation/change.ts';
import { reduce } from '../../../src/conversation/changes.ts';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { storedPart } from '../../../src/conversation/stored.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { createGuardCheck } from '../../../src/extension/compliance/guard.ts';
import type { AskRequest, PreflightResult } from '../../../src/extension/session/askRequest.ts';
import { type PreflightDeps, preflight } from '../../../src/extension/session/preflight.ts';
import { type ChangeSubscriber, createSession } from '../../../src/extension/session/session.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { type FakeTarget, fakeTarget, settle } from './fakeTarget.ts';

function open(
  options: {
    beforeSend?: ChangeSubscriber['beforeSend'];
    preflight?: (request: AskRequest) => Promise<PreflightResult>;
    guard?: PreflightDeps['guard'];
    /** Only a hosted service is guarded. */
    hosted?: boolean;
  } = {},
) {
  const checks: PreflightDeps = {
    confirmModes: [],
    confirmRisk: async () => true,
    salt: '',
    digest: async (text) => text,
    guard: options.guard,
  };
  const clock = manualClock();
  const target = fakeTarget(options.hosted ? 'service.example' : 'library');
  let lastId = 0;
  const session = createSession(newConversation({ id: 'c', now: clock.now() }), {
    clock,
    newId: () => `t${++lastId}`,
    preflight: (request, conversation) => options.preflight?.(request) ?? preflight(request, conversation, checks),
  });
  const messages: { seq: number; changes: readonly Change[]; at: number }[] = [];
  session.subscribe({
    changed: (seq, changes) => messages.push({ seq, changes, at: clock.now() }),
    ...(options.beforeSend && { beforeSend: options.beforeSend }),
  });
  /** As submitQuestion does it: checked, shown and approvedToken to if need be, and then asked. */
  const ask = async (text: string, more: Partial<AskRequest> = {}) => {
    const request: AskRequest = {
      parent: session.conversation.currentTurnId,
      question: { text, selections: [] },
      askMode: 'tax_research_fast_research',
      zeroRetention: false,
      target,
      ...more,
    };
    const shown = await preflight(request, session.conversation, checks);
    if (shown.type === 'ready') return session.ask(request, shown.outgoing);
    const approvedToken = { ...request, previewOnly: false, approvedToken: shown.preview.token };
    const result = await preflight(approvedToken, session.conversation, checks);
    if (result.type !== 'ready') throw new Error('not approvedToken');
    return session.ask(approvedToken, result.outgoing);
  };
  const answer = (turnId: string) => {
    const turn = session.conversation.turns.find((each) => each.id === turnId);
    if (!turn) throw new Error(`no turn ${turnId}`);
    return turn.answer;
  };
  const request = (index: number, of: FakeTarget = target) => {
    const found = of.requests[index];
    if (!found) throw new Error(`no request ${index}`);
    return found;
  };
  return { clock, target, session, messages, ask, answer, request };
}

const text = (piece: string) => ({ type: 'text', text: piece }) as const;

describe('a question', () => {
  it('keeps the number of documents that the library had not read when the answer began', async () => {
    const { ask, answer, request, target } = open();
    let unread = 20;
    Object.assign(target, { unreadDocuments: () => unread });
    const id = await ask('q');
    await request(0).send({ type: 'step', title: 'Reading the library' });
    unread = 12;
    await request(0).send(text('Quoted.'));
    unread = 3;
    await request(0).done();
    expect(answer(id)).toMatchObject({ state: 'done', unreadDocuments: 12 });
    unread = 0;
    const second = await ask('r');
    await request(1).send(text('Quoted.'));
    await request(1).done();
    expect(answer(second)).not.toHaveProperty('unreadDocuments');
  });

  it('a question is sent once every subscriber is ready for it, also when one of them fails', async () => {
    const ready = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let sends = 0;
    const { ask, session, target } = open({ beforeSend: () => ready[sends++]?.promise ?? Promise.resolve() });
    const asking = ask('May this be expensed?');
    await settle();
    expect(session.conversation.turns[0]).toMatchObject({ question: { text: 'May this be expensed?' } });
    expect(target.requests).toHaveLength(0);
    ready[0]?.resolve();
    const first = await asking;
    expect(target.requests).toHaveLength(1);
    session.stop(first);
    ready[1]?.reject(new Error('EIO'));
    await ask('q');
    expect(target.requests).toHaveLength(2);
  });

  it('a question gives the conversation its title once, unless the user set one', async () => {
    const { ask, session, request } = open();
    await ask('  May this\nbe expensed?  ');
    await request(0).done();
    await ask('Another one');
    expect(session.conversation.title).toBe('May this be expensed?');
  });

  it('a title that quotes a question with zero data retention is not saved', async () => {
    const { ask, session } = open();
    await ask('Secret merger', { zeroRetention: true });
    expect([session.conversation.title, storedPart(session.conversation).title]).toEqual(['Secret merger', '']);
  });

  it('a question is sent with the context before it, its mode and its retention', async () => {
    const { ask, request } = open();
    await ask('first');
    await request(0).send(text('one'));
    await request(0).done();
    await ask('second', { askMode: 'auto', allowedAskModes: ['audit_research'], zeroRetention: true });
    expect(request(1).request).toEqual({
      messages: [
        { role: 'human', content: 'first' },
        { role: 'ai', content: 'one' },
        { role: 'human', content: 'second' },
      ],
      stream: true,
      askMode: 'auto',
      allowedAskModes: ['audit_research'],
      ZeroDataRetention: true,
      asked: {
        question: plainQuestion('second'),
        context: [{ question: plainQuestion('first'), answer: 'one' }],
      },
    });
  });
});

describe('an answer', () => {
  it('an answer is shown at its first chunk at once, and after that at most once per frame', async () => {
    const { ask, request, messages, clock } = open();
    await ask('q');
    const before = messages.length;
    await request(0).send(text('a'));
    expect(messages).toHaveLength(before + 1);
    await request(0).send(text('b'), text('c'));
    await request(0).send(text('d'));
    expect(messages).toHaveLength(before + 1);
    clock.pass(16);
    expect(messages.at(-1)?.changes).toMatchObject([{ type: 'text', offset: 1, text: 'bcd' }]);
    clock.pass(160);
    expect(messages).toHaveLength(before + 2);
  });

  it('the whole answer replaces its drafts with its parts, and later text follows it', async () => {
    const { ask, request, answer } = open();
    const id = await ask('q');
    await request(0).send({ type: 'parts', text: '', parts: [] }, text('a longer draft'));
    const parts = [{ kind: 'shortAnswer' as const, from: 0, to: 4 }];
    await request(0).send({ type: 'parts', text: 'Yes.', parts }, text(' More.'));
    await request(0).done();
    expect(answer(id)).toMatchObject({ state: 'done', text: 'Yes. More.', parts });
  });

  it('an answer reaches a subscriber in numbered changes that build the same conversation', async () => {
    const { ask, request, messages, clock, session } = open();
    let copy = session.conversation;
    await ask('q');
    await request(0).send({ type: 'step', title: 'Looking', mode: 'audit_research' }, text('a'), text('b'));
    await request(0).send({ type: 'sources', sources: [{ title: 'S', url: null }] });
    clock.pass(16);
    await request(0).send(text('c'), { type: 'suggestions', suggestions: ['next?'] });
    await request(0).done();
    let seq = 1;
    for (const message of messages) {
      expect(message.seq).toBe(seq);
      seq += message.changes.length;
      copy = message.changes.reduce(reduce, copy);
    }
    expect(session.seq).toBe(seq - 1);
    expect(copy.turns).toEqual(session.conversation.turns);
    expect(session.conversation.turns[0]?.answer).toMatchObject({
      state: 'done',
      text: 'abc',
      suggestions: ['next?'],
      selectedMode: 'audit_research',
    });
    expect(JSON.stringify(copy)).not.toContain('secret');
  });

  it('an answer that ends without a final marker is truncated and keeps its text', async () => {
    const { ask, request, answer } = open();
    const id = await ask('q');
    await request(0).send(text('half'));
    await request(0).close();
    expect(answer(id)).toMatchObject({ state: 'truncated', text: 'half' });
  });

  it('an answer that fails keeps its text and states the reason', async () => {
    const { ask, request, answer } = open();
    const id = await ask('q');
    await request(0).send(text('half'));
    await request(0).fail(new ServiceError('rateLimit', { status: 429, retryAfter: 30 }));
    expect(answer(id)).toMatchObject({
      state: 'failed',
      text: 'half',
      error: { kind: 'rateLimit', status: 429, retryAfter: 30 },
    });
    const cut = await ask('again');
    await request(1).fail(new ReplyError('truncated'));
    expect(answer(cut).state).toBe('truncated');
  });

  it('an answer shows a pending retry until something arrives', async () => {
    const { ask, request, answer, clock } = open();
    const id = await ask('q');
    request(0).hooks.onRetry?.({ attempt: 2, delay: 700, error: new ServiceError('server') });
    expect(answer(id).retry).toEqual({ at: clock.now() + 700, attempt: 2, error: { kind: 'server' } });
    await request(0).send(text('a'));
    clock.pass(16);
    expect(answer(id).retry).toBeNull();
  });
});

describe('Stop', () => {
  it('Stop shows at once, keeps the text, closes the request and ignores what arrives later', async () => {
    const { ask, request, answer, session, clock } = open();
    const id = await ask('q');
    await request(0).send(text('so '));
    await request(0).send(text('far'));
    session.stop(id);
    expect(answer(id)).toMatchObject({ state: 'stopped', text: 'so far', error: null });
    expect(request(0).signal.aborted).toBe(true);
    await request(0).send(text(' and more'));
    await request(0).done();
    clock.pass(1000);
    expect(answer(id)).toMatchObject({ state: 'stopped', text: 'so far' });
  });

  it('Stop before anything arrived allows the next question', async () => {
    const { ask, answer, session, target } = open();
    const id = await ask('q');
    session.stop(id);
    expect(answer(id)).toMatchObject({ state: 'stopped', text: '' });
    await ask('next');
    expect(target.requests).toHaveLength(2);
    expect(target.requests[1]?.request.messages).toEqual([{ role: 'human', content: 'next' }]);
  });
});

describe('a question asked while an answer is under way', () => {
  it('a question asked during an answer waits, and is sent with that answer in its context', async () => {
    const { ask, request, answer, target } = open();
    await ask('first');
    const second = await ask('second');
    expect(answer(second).state).toBe('queued');
    expect(target.requests).toHaveLength(1);
    await request(0).send(text('one'));
    await request(0).done();
    expect(target.requests).toHaveLength(2);
    expect(request(1).request.messages.map((message) => message.content)).toEqual(['first', 'one', 'second']);
    expect(answer(second).state).toBe('waiting');
  });

  it('a queued question goes to the service that was set when it was asked', async () => {
    const { ask, request, target } = open();
    const other = fakeTarget('service.example');
    await ask('first');
    const asked = await ask('second', { target: other });
    await ask('third');
    await request(0).done();
    expect(other.requests).toHaveLength(1);
    expect(target.requests).toHaveLength(1);
    expect(asked).toBe('t2');
    await request(0, other).done();
    expect(target.requests).toHaveLength(2);
  });

  it('Stop removes a queued question, and its follow-ups get its parent', async () => {
    const { ask, session, target, request } = open();
    const first = await ask('first');
    const second = await ask('second');
    await ask('third');
    session.stop(second);
    expect(session.conversation.turns.map((turn) => turn.question.text)).toEqual(['first', 'third']);
    expect(session.conversation.turns[1]?.parent).toBe(first);
    await request(0).done();
    expect(target.requests).toHaveLength(2);
  });

  it('a queued question is held when the answer before it is stopped or fails, and sent once the user confirms', async () => {
    const { ask, session, answer, request, target } = open();
    const first = await ask('first');
    const second = await ask('second');
    const third = await ask('third');
    session.stop(first);
    await settle();
    expect(target.requests).toHaveLength(1);
    expect([answer(second), answer(third)]).toMatchObject([
      { state: 'queued', held: 'unanswered' },
      { state: 'queued', held: 'unanswered' },
    ]);
    expect(await session.sendHeld(null)).toBeNull();
    await settle();
    expect(target.requests).toHaveLength(2);
    await request(1).fail(new ServiceError('server', { status: 500 }));
    expect(answer(third)).toMatchObject({ state: 'queued', held: 'unanswered' });
    session.cancelQueued(third);
    expect(session.conversation.turns.map(({ id }) => id)).toEqual([first, second]);
    await ask('fourth');
    expect(target.requests).toHaveLength(3);
  });

  it('a queued question is held when it is no longer what the user saw, and shown again before it is sent', async () => {
    const { ask, session, answer, request, target } = open();
    await ask('first');
    const second = await ask('second', { previewOnly: true });
    const third = await ask('third');
    await request(0).send(text('one'));
    await request(0).done();
    await settle();
    expect(target.requests).toHaveLength(1);
    expect([answer(second).held, answer(third).held]).toEqual(['changed', 'unanswered']);
    const shown = await session.sendHeld(second);
    expect(shown).toMatchObject({ earlier: { length: 2 }, content: 'second', reasons: ['asked', 'changed'] });
    expect(await session.sendHeld(second, 'made up')).toMatchObject({ reasons: ['changed'] });
    expect(target.requests).toHaveLength(1);
    expect(await session.sendHeld(second, shown?.token)).toBeNull();
    await settle();
    expect(request(1).request.messages.map(({ content }) => content)).toEqual(['first', 'one', 'second']);
    expect(answer(third).held).toBe('unanswered');
  });

  it('a queued question that the user approved is sent as it was shown if its context is the same', async () => {
    const { ask, request, target } = open();
    await ask('first');
    await ask('beside it', { parent: null, previewOnly: true });
    await request(0).send(text('one'));
    await request(0).done();
    await settle();
    expect(target.requests).toHaveLength(2);
    expect(request(1).request.messages.map(({ content }) => content)).toEqual(['beside it']);
  });

  it('a queued question is held when its context now contains something to confirm, or cannot be checked', async () => {
    const guard: PreflightDeps['guard'] = async (messages) => ({
      findings: messages.some(({ content }) => content.includes('123-45-6789')) ? [{ kind: 'ssn', masked: '…' }] : [],
      blocked: null,
    });
    const { ask, answer, request, target } = open({ guard, hosted: true });
    await ask('first');
    const second = await ask('second');
    await request(0).send(text('It is 123-45-6789.'));
    await request(0).done();
    await settle();
    expect([answer(second).held, target.requests.length]).toEqual(['changed', 1]);

    const broken = open({ preflight: () => Promise.reject(new Error('EIO')) });
    await broken.ask('first');
    const waiting = await broken.ask('second');
    await broken.request(0).done();
    await settle();
    expect([broken.answer(waiting).held, broken.target.requests.length]).toEqual(['changed', 1]);
  });

  it('the only held question is sent when the user sends it', async () => {
    const { ask, session, request, answer } = open();
    const first = await ask('first');
    const second = await ask('second');
    session.stop(first);
    await settle();
    expect(answer(second).held).toBe('unanswered');
    expect(await session.sendHeld(second)).toBeNull();
    await settle();
    expect(request(1).request.messages.at(-1)?.content).toBe('second');
  });

  it('a held question is sent once, however often it is released', async () => {
    const { ask, session, request, target } = open();
    const first = await ask('first');
    const second = await ask('second');
    session.stop(first);
    await Promise.all([session.sendHeld(second), session.sendHeld(null), session.sendHeld(second)]);
    await settle();
    expect(target.requests).toHaveLength(2);
    await request(1).done();
    expect(await session.sendHeld(second)).toBeNull();
    await settle();
    expect(target.requests).toHaveLength(2);
  });
});

describe('a retry', () => {
  it('a retry is a sibling, and the old answer stays', async () => {
    const { ask, session, answer, request } = open();
    const first = await ask('q');
    await request(0).send(text('old'));
    await request(0).done();
    const second = await ask('q', { parent: null });
    await request(1).send(text('new'));
    await request(1).done();
    expect(answer(first).text).toBe('old');
    expect(session.conversation.currentTurnId).toBe(second);
    expect(request(1).request.messages).toHaveLength(1);
    await session.apply({ type: 'branchSelected', turnId: first });
    expect(session.conversation.currentTurnId).toBe(first);
  });
});

it('a window that closes interrupts its answer, with the text so far', async () => {
  const { ask, session, request, answer } = open();
  const id = await ask('q');
  await request(0).send(text('a'));
  await request(0).send(text('b'));
  session.interrupt(id);
  expect(answer(id)).toMatchObject({ state: 'interrupted', text: 'ab' });
  expect(request(0).signal.aborted).toBe(true);
});

it('a question waits for what is written before it is sent, and is not sent if it is stopped meanwhile', async () => {
  const noted: string[] = [];
  let release = () => {};
  const { ask, session, target } = open({
    beforeSend(turn, messages) {
      noted.push(`${turn.id}: ${messages.at(-1)?.content}`);
      return new Promise((resolve) => {
        release = resolve;
      });
    },
  });
  const asking = ask('one');
  await settle();
  const first = session.conversation.turns[0]?.id ?? '';
  expect([noted, target.requests.length]).toEqual([['t1: one'], 0]);
  session.stop(first);
  release();
  await settle();
  expect(target.requests).toHaveLength(0);
  await asking;
  const next = ask('two');
  await settle();
  release();
  await next;
  expect(target.requests).toHaveLength(1);
});

it('identifiers are replaced in what is sent and put back in what is shown', async () => {
  const guard: PreflightDeps['guard'] = async () => ({
    findings: [],
    blocked: null,
    rewrite: {
      outgoing: (messages) => messages.map((m) => ({ ...m, content: m.content.replace('Acme', '[client 1]') })),
      incoming: () => {
        let held = '';
        return {
          push(piece) {
            held += piece;
            return '';
          },
          end: () => held.replace('[client 1]', 'Acme'),
        };
      },
    },
  });
  const { ask, request, answer } = open({ guard, hosted: true });
  const id = await ask('Acme owes tax');
  expect(request(0).request.messages[0]?.content).toBe('[client 1] owes tax');
  const next = { type: 'suggestions', suggestions: ['Must [client 1] file?', 'Why?'] } as const;
  await request(0).send({ type: 'step', title: 'Reading on [client 1]' }, text('[cli'), text('ent 1] does'), next);
  await request(0).done();
  expect(answer(id)).toMatchObject({
    text: 'Acme does',
    steps: [{ title: 'Reading on Acme' }],
    suggestions: ['Must Acme file?', 'Why?'],
  });
});

it('a question of another window is shown, and the branch that it shows is not', async () => {
  const { ask, session, request, messages } = open();
  await ask('one');
  await request(0).done();
  const [first] = session.conversation.turns;
  if (!first) throw new Error('no turn');
  const theirs = { ...first, id: 'theirs', parent: 't1', question: { text: 'other', selections: [] } };
  const count = messages.length;
  const stored = { ...session.conversation, turns: [first, theirs] };
  session.replace({ ...stored, currentTurnId: 'theirs' });
  expect(session.conversation).toMatchObject({ turns: [{ id: 't1' }, { id: 'theirs' }], currentTurnId: 'theirs' });
  session.replace({ ...stored, currentTurnId: 't1' });
  expect(session.conversation.currentTurnId).toBe('theirs');
  // The question that is shown was removed elsewhere.
  session.replace({ ...stored, turns: [first], currentTurnId: 't1' });
  expect(session.conversation.currentTurnId).toBe('t1');
  expect(messages).toHaveLength(count);
});

it('a branch stays selected while one of its questions is open here, whatever another window asks', async () => {
  const { ask, session, request } = open();
  const id = await ask('one');
  await request(0).send(text('a'));
  const [first] = session.conversation.turns;
  if (!first) throw new Error('no turn');
  const theirs = { ...first, id: 'theirs', parent: null };
  session.replace({ ...session.conversation, turns: [first, theirs], currentTurnId: 'theirs' });
  expect(session.conversation.turns).toHaveLength(2);
  expect(session.conversation.currentTurnId).toBe(id);
});

it('a conversation that was rewritten elsewhere is loaded, and turns that exist only here stay', async () => {
  const { ask, session, request } = open();
  await ask('one');
  await request(0).done();
  const zero = await ask('secret', { zeroRetention: true });
  await request(1).done();
  const [first] = session.conversation.turns;
  if (!first) throw new Error('no turn');
  const running = await ask('three');
  await request(2).send(text('so far'));
  const theirs = { ...first, id: 'theirs', parent: 't1' };
  session.replace({ ...session.conversation, title: 'Renamed', turns: [first, theirs], currentTurnId: 'theirs' });
  expect(session.conversation.title).toBe('Renamed');
  expect(session.conversation.turns.map(({ id }) => id).sort()).toEqual(['t1', zero, running, 'theirs'].sort());
  expect(session.conversation.currentTurnId).toBe(running);
  await request(2).done();
  expect(session.conversation.turns.find(({ id }) => id === running)?.answer).toMatchObject({
    text: 'so far',
    state: 'done',
  });
});

it('an identifier that was replaced is not sent unchanged by a later question, whatever the guard setting is then', async () => {
  const fake = fakeVscode();
  fake.settings = { 'privacy.identifierGuard': { global: 'replace' } };
  const guard = createGuardCheck(fake.api.l10n, () => watchSettings(fake.api).current);
  const { ask, request, session } = open({ guard, hosted: true });
  await ask('SSN 123-45-6789');
  await request(0).send(text('[SSN-1] is noted.'));
  await request(0).done();
  expect(session.conversation.turns[0]).toMatchObject({ guard: 'replace', answer: { text: '123-45-6789 is noted.' } });
  for (const [index, mode] of (['warn', 'off'] as const).entries()) {
    fake.settings = { 'privacy.identifierGuard': { global: mode } };
    await ask('And 2024?');
    expect(request(index + 1).request.messages).toMatchObject([
      { content: 'SSN [SSN-1]' },
      { content: '[SSN-1] is noted.' },
      ...request(index + 1).request.messages.slice(2),
    ]);
    expect(JSON.stringify(request(index + 1).request)).not.toContain('6789');
    await request(index + 1).send(text('Yes.'));
    await request(index + 1).done();
  }
});

it('a turn keeps the names of clients that were replaced when it was sent', async () => {
  const fake = fakeVscode();
  fake.settings = {
    'privacy.identifierGuard': { global: 'replace' },
    'privacy.clientNames': { global: ['Roe Corp', 'Acme'] },
  };
  const guard = createGuardCheck(fake.api.l10n, () => watchSettings(fake.api).current);
  const { ask, session } = open({ guard, hosted: true });
  await ask('Must ROE CORP file?');
  expect(session.conversation.turns[0]).toMatchObject({ guard: 'replace', replacedNames: ['Roe Corp'] });
});

it('a session that was disposed sends nothing, neither a queued question nor a new one', async () => {
  const { ask, session, target, request } = open();
  await ask('one');
  await ask('two');
  session.dispose();
  await request(0).done();
  await settle();
  await ask('three');
  await settle();
  expect(target.requests).toHaveLength(1);
  expect(request(0).signal.aborted).toBe(true);
});

it('a turn records that prompts of its language model were sent with placeholders, and keeps the stricter mode', async () => {
  const { session, ask, target } = open();
  let replaced = () => {};
  const model = {
    info: { name: 'Acme One', provider: 'acme', onThisMachine: false },
    use: () => null,
    onReplaced(listener: () => void) {
      replaced = listener;
    },
    likelyPassages: async () => null,
  };
  const id = await ask('Who is the lessee?', { target: { ...target, model } });
  await settle();
  const guard = () => session.conversation.turns.find((turn) => turn.id === id)?.guard;
  expect(guard()).toBeUndefined();
  replaced();
  expect(guard()).toBe('replace');
  session.stop(id);
  expect(guard()).toBe('replace');
  const blocked = reduce(session.conversation, { type: 'guarded', turnId: id, epoch: 1, guard: 'block' });
  expect(reduce(blocked, { type: 'guarded', turnId: id, epoch: 1, guard: 'replace' }).turns[0]?.guard).toBe('block');
});

it('stopping a turn that is not being answered leaves the running answer alone', async () => {
  const { ask, session, answer, request } = open();
  const first = await ask('one');
  await request(0).done();
  const second = await ask('two');
  for (const turnId of [first, 'unknown']) session.stop(turnId);
  expect([answer(first).state, session.running?.id]).toEqual(['done', second]);
  expect(request(1).signal.aborted).toBe(false);
  session.stop(second);
  expect([answer(second).state, request(1).signal.aborted]).toEqual(['stopped', true]);
});
