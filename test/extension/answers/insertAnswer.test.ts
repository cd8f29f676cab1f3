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
