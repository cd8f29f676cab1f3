import { expect, it } from 'vitest';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import { registerAnswers } from '../../../src/extension/answers/registerAnswers.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function open(conversation: Conversation) {
  const fake = fakeVscode();
  const done: string[] = [];
  const { commands } = registerAnswers({
    vscode: fake.api,
    home: undefined,
    clientNames: () => [],
    isTemplateQuestion: () => false,
    currentChat: async () => ({ session: { conversation } }) as unknown as Chat,
    answerActions: async () =>
      ({ insert: async (_chat: unknown, turn: { id: string }) => void done.push(`insert ${turn.id}`) }) as never,
    used: (_conversation, turn, action) => void done.push(`${action} ${turn.id}`),
    read: async (id) => (id === 'other' ? conversationOf(turnOf('of other', null)) : null),
    outdated: {
      store: { list: async () => [], read: async () => null },
      opened: () => [],
      replaced: async () => [],
      pins: async () => [],
    },
  });
  return { fake, done, commands };
}

it('Insert Answer uses the last answer with text on the branch that is shown', async () => {
  const conversation = conversationOf(turnOf('a', null), turnOf('b', 'a', { text: ' ' }), turnOf('other', null));
  const { commands, done, fake } = open({ ...conversation, currentTurnId: 'b' });
  fake.answers.push('Answer');
  await commands['fiscal.insertAnswer']();
  expect(done).toEqual(['insert a']);
});

it('Insert Answer lists quotations by their pinpoint, with the title in a line of its own', async () => {
  const title = '§ 179(b)(1). Election to expense certain depreciable business assets';
  const source = {
    title,
    url: null,
    snippet: 'shall not exceed',
    cited: { name: '§ 179(b)(1)', caption: 'Election to expense certain depreciable business assets › Limits' },
    review: 'unread',
  } as const;
  const { commands, done, fake } = open(conversationOf(turnOf('a', null, { text: 'Yes [1].', sources: [source] })));
  let items: readonly { label: string; description?: string; detail?: string }[] = [];
  const pick = async (shown: typeof items) => {
    items = shown;
    return shown[1];
  };
  Object.assign(fake.api.window, { showQuickPick: pick });
  await commands['fiscal.insertAnswer']();
  expect(items[1]).toMatchObject({
    label: 'Quotation 1',
    description: '§ 179(b)(1)',
    detail: 'Election to expense certain depreciable business assets › Limits',
  });
  expect(done).toEqual(['insert a']);
});

it('Insert Answer says that there is no answer yet', async () => {
  const { commands, done, fake } = open(conversationOf());
  await commands['fiscal.insertAnswer']();
  expect([done, fake.messages]).toEqual([[], ['There is no answer yet to insert.']]);
});

it('Export Conversation records the use of each answer only if a file was written', async () => {
  const conversation = conversationOf(turnOf('a', null), turnOf('b', 'a'));
  const canceled = open(conversation);
  await canceled.commands['fiscal.exportConversation']();
  expect(canceled.done).toEqual([]);
  const { fake, commands, done } = open(conversation);
  Object.assign(fake.api.window, { showSaveDialog: async () => ({ path: '/out' }) });
  Object.assign(fake.api.workspace.fs, { writeFile: async () => {} });
  fake.answers.push('JSON');
  await commands['fiscal.exportConversation']();
  expect(done).toEqual(['exported a', 'exported b']);
  fake.answers.push('JSON');
  await commands['fiscal.exportConversation']({ id: 'other' });
  expect(done).toEqual(['exported a', 'exported b', 'exported of other']);
  await commands['fiscal.exportConversation']({ id: 'gone' });
  expect(done).toHaveLength(3);
});
