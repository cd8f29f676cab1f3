import { expect, it } from 'vitest';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import { showOutdatedAnswers } from '../../../src/extension/answers/outdatedAnswers.ts';
import { MARKDOWN_MEMO_MARK } from '../../../src/protocol/exportMark.ts';
import { lettersOf } from '../../../src/text/letters.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const LINE = 'The aggregate cost which may be taken into account shall not exceed $2,500,000.';
const path = '/laws/usc26/179.md';
const law = { path, title: '§ 179. Election', version: '2026-06-26', lines: [lettersOf(LINE)], current: [] };

function turn(id: string, text: string, review: string, snippet = LINE) {
  const sources = [{ title: '§ 179.', url: null, review, snippet, location: { path, line: 9, endLine: 9 } }];
  return { id, askedAt: 0, question: { text }, answer: { sources } };
}
const stored = {
  id: 'stored',
  turns: [turn('t1', 'What is the $(limit)?', 'reliedOn'), turn('t2', 'Rejected?', 'rejected')],
};
const opened = {
  id: 'opened',
  turns: [turn('t3', 'And now?', 'unread'), turn('t4', 'Current?', 'unread', 'Another line of the law.')],
};

function open(replaced: readonly (typeof law)[], files: Record<string, string> = {}) {
  const fake = fakeVscode();
  const executed: unknown[][] = [];
  let items: { label: string; description?: string; detail?: string }[] = [];
  Object.assign(fake.api, { QuickPickItemKind: { Separator: -1 } });
  Object.assign(fake.api.commands, { executeCommand: async (...args: unknown[]) => void executed.push(args) });
  Object.assign(fake.api.window, {
    withProgress: (_options: unknown, work: (progress: object, token: object) => unknown) =>
      work({}, { isCancellationRequested: false }),
    showQuickPick: async (given: typeof items) => {
      items = given;
      return given.find(({ label }) => label === fake.answers[0]);
    },
  });
  Object.assign(fake.api.workspace, {
    textDocuments: [],
    findFiles: async () => Object.keys(files).map((file) => fake.api.Uri.file(file)),
    asRelativePath: (uri: { path: string }) => uri.path.slice(1),
    fs: { readFile: async (uri: { path: string }) => new TextEncoder().encode(files[uri.path]) },
  });
  const show = () =>
    showOutdatedAnswers({
      vscode: fake.api,
      store: {
        list: async () => [{ id: 'stored' }, { id: 'opened' }] as never,
        read: async (id) => (id === 'stored' ? (stored as unknown as Conversation) : null),
      },
      opened: () => [opened as unknown as Conversation],
      replaced: async () => replaced,
      pins: async () => [{ turn: 't1', uri: 'file:///matter/facts.md' }],
    });
  return { fake, executed, show, items: () => items };
}

it('answers, pinned answers and memos that quote a replaced line are listed with its version, and open', async () => {
  const files = {
    '/matter/memo.md': `# Memo\n\n> ${LINE}\n\n${MARKDOWN_MEMO_MARK}\n`,
    '/matter/own.md': `# A text of the user\n\n> ${LINE}\n`,
  };
  const { fake, show, items, executed } = open([law], files);
  fake.answers.push('And now?');
  await show();
  expect(items().map(({ label, description }) => [label, description])).toEqual([
    ['Answers', undefined],
    ['And now?', expect.any(String)],
    ['What is the \\$(limit)?', expect.any(String)],
    ['Pinned answers', undefined],
    ['What is the \\$(limit)?', 'facts.md'],
    ['Memos and inserted answers', undefined],
    ['memo.md', 'matter/memo.md'],
  ]);
  expect(items()[1]?.detail).toBe('§ 179. Election (2026-06-26)');
  expect(executed).toEqual([['fiscal.openConversation', 'opened']]);
});

it('without a changed law nothing is listed, and a message says so', async () => {
  const { fake, show, items } = open([]);
  await show();
  expect([items(), fake.messages]).toEqual([
    [],
    ['No answer, pinned answer or memo quotes a law from a publisher that has changed since.'],
  ]);
});
