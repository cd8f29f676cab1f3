import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import { insertMarks } from '../../../src/conversation/insert/insertMarks.ts';
import { createAnswerActions } from '../../../src/extension/answers/answerActions.ts';
import { markdownMark } from '../../../src/protocol/exportMark.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const { start, end } = insertMarks(ENGLISH);
const [MARKDOWN_START_MARK, MARKDOWN_END_MARK] = [markdownMark(start), markdownMark(end)];

function desk() {
  const fake = fakeVscode();
  const used: string[] = [];
  const written: string[] = [];
  const inserted: { line: number; text: string }[] = [];
  const api = fake.api as unknown as { window: Record<string, unknown>; workspace: Record<string, unknown> };
  class TabInputText {
    readonly uri: unknown;
    constructor(uri: unknown) {
      this.uri = uri;
    }
  }
  const tab = { input: null as unknown, isPreview: false };
  Object.assign(api, { TabInputText });
  Object.assign(api.window, {
    visibleTextEditors: [],
    tabGroups: { all: [{ tabs: [tab] }] },
    setStatusBarMessage() {},
  });
  api.workspace.openTextDocument = async ({ content }: { content: string }) => {
    written.push(content);
    return { uri: { path: 'untitled' } };
  };
  /** Opens an editor with the cursor in the line. Returns the number of edits. */
  const edit = (
    text: string,
    line: number,
    {
      languageId = 'markdown',
      scheme = 'file',
      how = 'writable' as 'writable' | 'read-only' | 'closed',
      isPreview = false,
    } = {},
  ) => {
    let edits = 0;
    const lines = text.split('\n');
    const document = {
      version: 1,
      languageId,
      uri: { path: '/folder/deploy.sh', scheme, toString: () => `${scheme}:/folder/deploy.sh` },
      getText: () => text,
      lineCount: lines.length,
      lineAt: (at: number) => ({ text: lines[at] }),
    };
    Object.assign(tab, { input: new TabInputText(document.uri), isPreview });
    api.window.activeTextEditor = {
      document,
      selection: { start: { line }, end: { line } },
      revealRange() {},
      edit: async (change: (edit: { insert: (at: { line: number }, text: string) => void }) => void) => {
        if (how === 'closed') throw new Error('disposed');
        if (how === 'read-only') return true;
        edits += 1;
        document.version += 1;
        change({ insert: (at, added) => inserted.push({ line: at.line, text: added }) });
        return true;
      },
    };
    return () => edits;
  };
  const actions = createAnswerActions({
    vscode: fake.api,
    version: '1.2.3',
    used: (_chat, _turn, action) => used.push(action),
    memo: {
      template: () => null,
      home: '/home/jane',
      isTemplateQuestion: () => false,
      clientNames: () => ['Harbor'],
      logEntries: async () => new Map(),
    },
    redact: (text) => text.replaceAll('sk-1', '[key]'),
  });
  return { fake, used, written, inserted, actions, edit };
}

const turn = turnOf('a', null, { text: 'Yes.' });
const chat = { session: { conversation: conversationOf(turn) } } as never;

describe('an answer', () => {
  it('inserts an answer after the paragraph of the selection, in one edit', async () => {
    const { actions, edit, inserted, used } = desk();
    const edits = edit('One.\n\nTwo[^1].\n\nThree.\n\n[^1]: Old.\n', 2);
    const cited = turnOf('a', null, {
      text: 'Yes [1].',
      sources: [{ title: '§ 179', url: null, review: 'unread' }],
    });
    await actions.insert(chat, cited, { type: 'answer' });
    expect(inserted).toEqual([
      { line: 3, text: `\n${MARKDOWN_START_MARK}\n\nYes[^2].\n\n${MARKDOWN_END_MARK}\n` },
      { line: 7, text: '[^2]: § 179\n' },
    ]);
    expect([edits(), used]).toEqual([1, ['insert']]);
  });

  it.each(['read-only', 'closed'] as const)('says that a file is %s when an answer is inserted in it', async (how) => {
    const { actions, edit, used, fake } = desk();
    edit('', 0, { how });
    await actions.insert(chat, turn, { type: 'answer' });
    expect(used).toEqual([]);
    expect(fake.messages).toEqual([
      'The answer could not be inserted in deploy.sh. The file is read-only or was closed. Open a file that you can edit, and insert again.',
    ]);
  });

  it('asks for a file when none is open, and never inserts into an output channel or a document shown as text', async () => {
    const { actions, edit, inserted, fake } = desk();
    await actions.insert(chat, turn, { type: 'answer' });
    for (const scheme of ['output', 'fiscal-document', 'fiscal-server']) {
      edit('text', 0, { scheme });
      await actions.insert(chat, turn, { type: 'answer' });
    }
    const text = 'Open a file and place the cursor where you want to insert the answer.';
    expect([inserted, fake.messages]).toEqual([[], [text, text, text, text]]);
  });

  it('inserts an answer only after confirmation in a source that was opened to be read', async () => {
    const { actions, edit, used, fake } = desk();
    const location = { path: 'folder\\deploy.sh', line: 1, endLine: 1 };
    const cited = turnOf('a', null, {
      text: 'Yes [1].',
      sources: [{ title: '§ 179', url: null, review: 'unread', location }],
    });
    edit('', 0, { isPreview: true });
    await actions.insert(chat, cited, { type: 'answer' });
    expect([used, fake.messages]).toEqual([[], ['Insert the answer in deploy.sh?']]);
    fake.answers.push('Insert');
    await actions.insert(chat, cited, { type: 'answer' });
    expect(used).toEqual(['insert']);
    edit('', 0, { isPreview: false });
    await actions.insert(chat, cited, { type: 'answer' });
    expect(used).toEqual(['insert', 'insert']);
    expect(fake.messages).toHaveLength(2);
  });

  it('inserts an answer as a comment in source code, and in other files only after confirmation', async () => {
    const { actions, edit, inserted, used, fake } = desk();
    edit('echo 1\n', 0, { languageId: 'shellscript' });
    await actions.insert(chat, turn, { type: 'answer' });
    const marked = '# fiscal-answer: Written by Fiscal. The library does not index this comment.\n# Yes.\n';
    expect(inserted).toEqual([{ line: 0, text: marked }]);
    edit('{}\n', 0, { languageId: 'json' });
    await actions.insert(chat, turn, { type: 'answer' });
    expect([used, fake.messages]).toEqual([['insert'], ['Insert the answer in deploy.sh?']]);
    fake.answers.push('Insert');
    await actions.insert(chat, turn, { type: 'answer' });
    expect(used).toEqual(['insert', 'insert']);
  });

  it.each([
    ['replace' as const, '# What may SSN [SSN-1] of [NAME-1] deduct?'],
    ['warn' as const, '# What may SSN 123-45-6789 of Harbor deduct?'],
  ])('the title of a memo has the identifiers that were sent (guard: %s)', async (guard, title) => {
    const { actions, written, fake } = desk();
    const question = { text: 'What may SSN 123-45-6789 of Harbor deduct?', selections: [] };
    const asked = { ...turnOf('b', null, { text: 'Yes.' }), question, guard };
    fake.answers.push('Markdown');
    await actions.createMemo({ session: { conversation: conversationOf(asked) } } as never, asked);
    expect(written[0]?.replaceAll('\\', '')).toContain(title);
  });

  it('creates a document from a zero-retention answer only after confirmation', async () => {
    const { actions, written, fake, used } = desk();
    const zero = { ...turn, zeroRetention: true };
    fake.answers.push('Markdown');
    await actions.createMemo({ session: { conversation: conversationOf(zero) } } as never, zero);
    await actions.run(chat, zero, 'newDocument');
    expect([written, used]).toEqual([[], []]);
    fake.answers.push('Create Document');
    await actions.run(chat, zero, 'newDocument');
    expect([written, used]).toEqual([['Yes.\n'], ['newDocument']]);
  });
});

it('error details are copied without the API key and without the text of question or answer', async () => {
  const { actions, fake } = desk();
  await actions.copyDetails(
    turnOf('a', null, {
      state: 'failed',
      text: 'client content',
      error: { kind: 'auth', detail: 'bad sk-1', status: 401 },
    }),
  );
  expect(fake.clipboard.text).toContain('status: 401');
  expect(fake.clipboard.text).toContain('the service said: bad [key]');
  expect(fake.clipboard.text).not.toMatch(/sk-1|client content|Question a/);
});
