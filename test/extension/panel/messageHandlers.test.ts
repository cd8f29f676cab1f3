import { expect, it } from 'vitest';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { NO_MATTER } from '../../../src/conversation/matter.ts';
import { readSettings } from '../../../src/extension/common/settings.ts';
import { createPageHandlers, type HandlerDeps } from '../../../src/extension/panel/messageHandlers.ts';
import type { PageConnection } from '../../../src/extension/panel/panelBridge.ts';
import type { AskRequest } from '../../../src/extension/session/askRequest.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { createComposer } from '../../../src/extension/session/composer.ts';
import { createSession } from '../../../src/extension/session/session.ts';
import type { ErrorInfo } from '../../../src/protocol/errors.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { fakeTarget } from '../session/fakeTarget.ts';

function open(conversation = newConversation({ id: 'c', now: 0 }), submit: unknown = {}) {
  const fake = fakeVscode();
  const clock = manualClock();
  const done: string[] = [];
  const chat: Chat = {
    session: createSession(conversation, {
      clock,
      newId: () => 'id',
      preflight: async () => {
        throw new Error('unexpected');
      },
    }),
    composer: createComposer({ id: 'c', memento: fakeMemento(), clock, mayKeep: () => true, onDidChange: () => {} }),
    readOnly: null,
  };
  const record = (what: string) => async (_chat: unknown, turn: { id?: string }, detail: unknown) => {
    done.push(`${what} ${turn.id} ${detail}`);
  };
  const deps = {
    vscode: fake.api,
    submit,
    attach: {
      vscode: fake.api,
      newId: () => 'chip',
      reader: () => ({ readPlaced: async (path: string) => ({ text: `text of ${path}` }) }),
    },
    sources: {
      open: async (_chat: unknown, { id }: { id: string }, source: number, _toSide: boolean, words?: string) =>
        void done.push(`open ${id} ${source}${words === undefined ? '' : `: ${words}`}`),
    },
    answerActions: async () => ({
      run: record('run'),
      createMemo: record('memo'),
      insert: record('insert'),
      copyCitation: async (source: { title: string }) => void done.push(`citation ${source.title}`),
      copyDetails: async (turn: { id: string }) => void done.push(`details ${turn.id}`),
    }),
    runAction: (action: string) => void done.push(`action ${action}`),
    toSide: false,
  } as unknown as HandlerDeps;
  return { fake, chat, done, handlers: createPageHandlers(deps), page: {} as PageConnection };
}

it('Fiscal turns zero data retention off only after the user confirmed it in a dialog of VS Code', async () => {
  const { fake, chat, handlers, page } = open();
  const set = (on: boolean) => handlers.setZeroRetention({ type: 'setZeroRetention', on }, chat, page);
  await set(true);
  expect([chat.composer.zeroRetention, chat.session.conversation.zeroRetention]).toEqual([true, true]);
  await set(false);
  expect([chat.composer.zeroRetention, chat.session.conversation.zeroRetention]).toEqual([true, true]);
  expect(fake.messages).toEqual(['Turn off zero data retention for the next questions?']);
  fake.answers.push('Turn Off');
  await set(false);
  expect([chat.composer.zeroRetention, chat.session.conversation.zeroRetention]).toEqual([false, false]);
});

it('a page does not get the text of a file outside of the opened folders by naming it', async () => {
  const { fake, chat, handlers, page } = open();
  Object.assign(fake.api.workspace, { getWorkspaceFolder: () => undefined });
  const drop = () => handlers.attachFiles({ type: 'attachFiles', uris: ['file:///home/user/return.pdf'] }, chat, page);
  await drop();
  expect(chat.composer.chips).toEqual([]);
  fake.answers.push('Attach');
  await drop();
  expect(chat.composer.chips).toMatchObject([{ text: 'text of /home/user/return.pdf' }]);
});

it('Fiscal does not make a conversation with turns a zero-retention conversation by the switch of the question box', async () => {
  const { chat, handlers, page } = open(conversationOf(turnOf('a', null)));
  await handlers.setZeroRetention({ type: 'setZeroRetention', on: true }, chat, page);
  expect([chat.composer.zeroRetention, chat.session.conversation.zeroRetention]).toEqual([true, false]);
});

it('Fiscal opens a source with the words behind the citation that was clicked, and with none for another citation', async () => {
  const evidence = [{ mark: 1, source: 1, words: 'shall not exceed' }];
  const parts = [{ kind: 'rule' as const, from: 0, to: 9, evidence }];
  const { chat, handlers, page, done } = open(conversationOf(turnOf('a', null, { text: 'A [1] [1]', parts })));
  const message = { type: 'openSource', turnId: 'a', source: 0 } as const;
  await handlers.openSource({ ...message, mark: 1 }, chat, page);
  await handlers.openSource({ ...message, mark: 0 }, chat, page);
  await handlers.openSource({ ...message, source: 1, mark: 1 }, chat, page);
  await handlers.openSource(message, chat, page);
  expect(done).toEqual(['open a 0: shall not exceed', 'open a 0', 'open a 1', 'open a 0']);
});

it('Fiscal does nothing for a turn, a source or a selection that does not exist', async () => {
  const { fake, chat, handlers, page, done } = open(conversationOf(turnOf('a', null)));
  await handlers.openSource({ type: 'openSource', turnId: 'x', source: 0 }, chat, page);
  await handlers.review({ type: 'review', turnId: 'x', source: 0, review: 'reliedOn' }, chat, page);
  await handlers.answerAction({ type: 'answerAction', turnId: 'x', action: 'copyPlain' }, chat, page);
  await handlers.createMemo({ type: 'createMemo', turnId: 'x' }, chat, page);
  await handlers.insert({ type: 'insert', turnId: 'x', part: { type: 'answer' } }, chat, page);
  await handlers.copyCitation({ type: 'copyCitation', turnId: 'a', source: 5 }, chat, page);
  await handlers.copyDetails({ type: 'copyDetails', turnId: 'x' }, chat, page);
  await handlers.openSelection({ type: 'openSelection', turnId: null, selectionId: 'x' }, chat, page);
  const retry = { type: 'retry', request: 1, conversation: 'c', turnId: 'x' } as const;
  expect(await handlers.retry(retry, chat, page)).toEqual({ type: 'done' });
  expect([done, fake.shown]).toEqual([[], []]);
});

it('Fiscal runs the actions of the page on the turn that it names', async () => {
  const { chat, handlers, page, done } = open(conversationOf(turnOf('a', null), turnOf('b', 'a')));
  await handlers.openSource({ type: 'openSource', turnId: 'a', source: 2 }, chat, page);
  await handlers.answerAction({ type: 'answerAction', turnId: 'b', action: 'copyPlain' }, chat, page);
  await handlers.createMemo({ type: 'createMemo', turnId: 'b' }, chat, page);
  await handlers.insert({ type: 'insert', turnId: 'b', part: { type: 'answer' } }, chat, page);
  await handlers.copyDetails({ type: 'copyDetails', turnId: 'b' }, chat, page);
  await handlers.runAction({ type: 'runAction', action: 'connect' }, chat, page);
  expect(done).toEqual([
    'open a 2',
    'run b copyPlain',
    'memo b undefined',
    'insert b [object Object]',
    'details b',
    'action connect',
  ]);
});

it('Fiscal opens a link of the page only if it is a web address or a mail address', async () => {
  const { fake, chat, handlers, page } = open();
  for (const url of ['https://irs.gov/', 'command:workbench.action.quit', 'file:///etc/passwd', 'vscode://x/y']) {
    await handlers.openLink({ type: 'openLink', url }, chat, page);
  }
  expect(fake.opened).toEqual(['https://irs.gov/']);
});

it('Fiscal removes only the chip that the page names', () => {
  const { chat, handlers, page } = open();
  const chip = (id: string) => ({ id, uri: 'file:///a', label: 'a', startLine: 1, endLine: 1, text: id });
  chat.composer.set({ chips: [chip('one'), chip('two')] as never });
  void handlers.removeChip({ type: 'removeChip', selectionId: 'one' }, chat, page);
  expect(chat.composer.chips.map(({ id }) => id)).toEqual(['two']);
});

it('text that is attached while a question is prepared stays attached, and what was sent does not', async () => {
  const chip = (id: string) => ({ id, uri: 'file:///a', label: 'a', startLine: 1, endLine: 1, text: id });
  const defaults = readSettings({ get: () => ({ inspect: () => ({ key: '' }) }) as never, folders: [] }, true);
  const prepared = Promise.withResolvers<unknown>();
  const submit = {
    l10n: fakeVscode().api.l10n,
    settings: () => defaults,
    services: { readiness: 'ready', service: 'library', target: async () => fakeTarget('library') },
    preflight: () => prepared.promise,
  };
  const { chat, handlers, page } = open(undefined, submit);
  chat.session.ask = async () => 'turn';
  chat.composer.set({ draft: 'q', chips: [chip('sent')] as never });
  const choice = { parent: null, askMode: 'auto', zeroRetention: false } as const;
  const asking = { type: 'ask', request: 1, conversation: 'c', text: 'q', ...choice } as const;
  const outcome = handlers.ask(asking, chat, page);
  await eventually(() => expect(chat.composer.chips).toHaveLength(1));
  chat.composer.set({ chips: [...chat.composer.chips, chip('later')] as never });
  prepared.resolve({ type: 'ready', outgoing: {} });
  expect(await outcome).toEqual({ type: 'done' });
  expect(chat.composer.chips.map(({ id }) => id)).toEqual(['later']);
});

it('a question is asked again in its own matter, or in that of the folder if the matter was refused or is one of another server', async () => {
  const defaults = readSettings({ get: () => ({ inspect: () => ({ key: '' }) }) as never, folders: [] }, true);
  const asked: unknown[] = [];
  const submit = {
    l10n: fakeVscode().api.l10n,
    settings: () => ({
      ...defaults,
      isFirmServer: true,
      matter: { ...defaults.matter, own: { ...NO_MATTER, name: 'Harbor' } },
    }),
    services: { readiness: 'ready', service: 'firm.example', target: async () => fakeTarget('firm.example') },
    preflight: async ({ question }: AskRequest) => {
      asked.push(question.matterName);
      return { type: 'confirm', preview: {} };
    },
  };
  const turn = (id: string, error: ErrorInfo, service = 'firm.example') => {
    const failed = turnOf(id, null, { state: 'failed', error });
    return { ...failed, service, question: { ...failed.question, matterName: 'Alpha' } };
  };
  const turns = [
    turn('refused', { kind: 'forbidden', reason: 'noMatter' }),
    turn('failed', { kind: 'server' }),
    turn('elsewhere', { kind: 'server' }, 'other.example'),
  ];
  const { chat, handlers, page } = open(conversationOf(...turns), submit);
  for (const turnId of ['refused', 'failed', 'elsewhere'])
    await handlers.retry({ type: 'retry', request: 1, conversation: 'c', turnId }, chat, page);
  expect(asked).toEqual(['Harbor', 'Alpha', 'Harbor']);
});
