import { expect, it } from 'vitest';
import { insertAnswer } from '../../../src/extension/answers/insertAnswer.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

async function askedFor(path: string, languageId = 'plaintext'): Promise<boolean> {
  const { api } = fakeVscode();
  let isAsked = false;
  const document = { languageId, uri: { scheme: 'file', path }, getText: () => '', lineCount: 1 };
  const position = { line: 0, character: 0 };
  Object.assign(api.window, {
    activeTextEditor: { document, selection: { start: position, end: position }, edit: async () => false },
    tabGroups: { all: [] },
    showWarningMessage: async (_text: string, options?: { modal?: boolean }) => {
      isAsked ||= options?.modal === true;
    },
  });
  expect(await insertAnswer(api, turnOf('a', null, { text: 'Yes.' }), { type: 'answer' })).toBe(false);
  return isAsked;
}

it('an answer is inserted as prose without a question only in a file that is no program', async () => {
  for (const path of ['/a/notes.txt', '/a/README', '/a/DEPR.CBL']) expect(await askedFor(path), path).toBe(false);
  for (const path of ['/a/depr.pli', '/a/rates.do']) expect(await askedFor(path), path).toBe(true);
  expect(await askedFor('/a/data.json', 'json')).toBe(true);
});

/** A file in which the edits are made. `answer`: what the user answers when asked. */
function openFile(text: string, languageId: string, answer?: string) {
  const { api } = fakeVscode();
  const questions: (string | undefined)[] = [];
  const position = { line: 0, character: 0 };
  const file = { text, version: 1 };
  const document = {
    ...{ languageId, uri: { scheme: 'file', path: '/a/notes' } },
    getText: () => file.text,
    lineAt: (line: number) => ({ text: file.text.split('\n')[line] }),
    get lineCount() {
      return file.text.split('\n').length;
    },
    get version() {
      return file.version;
    },
  };
  const edit = async (make: (builder: object) => void) => {
    make({
      insert({ line, character }: typeof position, added: string) {
        const lines = file.text.split('\n');
        lines[line] = (lines[line] ?? '').slice(0, character) + added + (lines[line] ?? '').slice(character);
        file.text = lines.join('\n');
      },
    });
    file.version += 1;
    return true;
  };
  Object.assign(api.window, {
    activeTextEditor: { document, selection: { start: position, end: position }, edit, revealRange() {} },
    tabGroups: { all: [] },
    showWarningMessage: async (title: string, { detail }: { detail?: string } = {}) => {
      questions.push(title, detail);
      return answer;
    },
  });
  return { api, file, questions };
}

it.each([
  ['markdown', 5],
  ['plaintext', 5],
  ['python', 2],
])(
  'an answer that a file of %s has already is inserted a second time only if the user confirms it',
  async (languageId, line) => {
    const sources = [{ title: 'Rent', url: null, review: 'unread' as const }];
    const answer = turnOf('a', null, { text: '## Answer\n\nThe rent is **due** [1].\n\n- In May.', sources });
    const insert = ({ api }: ReturnType<typeof openFile>) => insertAnswer(api, answer, { type: 'answer' });
    const canceled = openFile(languageId === 'python' ? 'x = 1\n' : 'Notes.\n', languageId);
    expect(await insert(canceled)).toBe(true);
    expect(canceled.questions).toEqual([]);
    const once = canceled.file.text;
    expect(await insert(canceled)).toBe(false);
    expect(canceled.questions).toEqual([
      'Insert the answer in notes?',
      `It is in the file already, from line ${line} on.`,
    ]);
    expect(canceled.file.text).toBe(once);
    const confirmed = openFile(once, languageId, 'Insert');
    expect(await insert(confirmed)).toBe(true);
    expect(confirmed.file.text.length).toBeGreaterThan(once.length);
  },
);

it('an answer is inserted without a question in a file that has another answer, or only a part of it', async () => {
  const first = openFile('Notes.\n', 'markdown');
  await insertAnswer(first.api, turnOf('a', null, { text: 'The rent is due.' }), { type: 'answer' });
  const longer = turnOf('b', null, { text: 'The rent is due.\n\nIt is paid in May.' });
  expect(await insertAnswer(first.api, longer, { type: 'answer' })).toBe(true);
  expect(first.questions).toEqual([]);
});
