import { expect, it } from 'vitest';
import { showSelection } from '../../../src/extension/selection/showSelection.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const selection = (uri: string) => ({
  id: 's',
  uri,
  label: 'memo.md',
  languageId: 'markdown',
  startLine: 2,
  endLine: 2,
  text: 'the lease of the warehouse begins in January',
});

it('Fiscal opens the file of a selection at its text, also if lines were added before it', async () => {
  const fake = fakeVscode();
  fake.files.set('/memo.md', 'one\nnew\nnew\nthe lease of the warehouse begins in January\nend');
  await showSelection({ vscode: fake.api, showWorkbook: async () => false }, selection('file:///memo.md'), false);
  expect(fake.shown).toMatchObject([
    {
      path: '/memo.md',
      options: { viewColumn: -1, preview: true, selection: { start: { line: 3 }, end: { line: 3, character: 44 } } },
    },
  ]);
});

it('Fiscal opens the file of a selection to the side of a chat tab', async () => {
  const fake = fakeVscode();
  fake.files.set('/memo.md', 'one\nthe lease of the warehouse begins in January');
  await showSelection({ vscode: fake.api, showWorkbook: async () => false }, selection('file:///memo.md'), true);
  expect(fake.shown).toMatchObject([{ options: { viewColumn: -2, selection: { start: { line: 1 } } } }]);
});

it('Fiscal opens a file that became shorter than the selection at its last line', async () => {
  const fake = fakeVscode();
  fake.files.set('/memo.md', 'one');
  await showSelection(
    { vscode: fake.api, showWorkbook: async () => false },
    { ...selection('file:///memo.md'), startLine: 7, endLine: 9 },
    false,
  );
  expect(fake.shown).toMatchObject([{ options: { selection: { start: { line: 0 }, end: { line: 0 } } } }]);
});

it('Fiscal opens no address that could run something, and reports a file that is gone', async () => {
  const fake = fakeVscode();
  fake.files.set('/x', 'the lease');
  for (const uri of ['command:workbench.action.quit', 'https://evil.example/x', 'vscode://x/x']) {
    await showSelection({ vscode: fake.api, showWorkbook: async () => false }, selection(uri), false);
  }
  expect([fake.shown, fake.messages]).toEqual([[], []]);
  await showSelection({ vscode: fake.api, showWorkbook: async () => false }, selection('file:///gone.md'), false);
  expect(fake.messages).toEqual([
    'The file of this selection was renamed, moved or deleted. The question keeps the selected text.',
  ]);
});

it.each(['vscode-vfs', 'untitled'])(
  'a document of the scheme %s is not shown with the text of a file with its path',
  async (scheme) => {
    const fake = fakeVscode();
    fake.files.set('/matter/lease.docx', 'the lease of another client');
    const shown = { ...selection(`${scheme}:/matter/lease.docx`), label: 'lease.docx' };
    await showSelection({ vscode: fake.api, showWorkbook: async () => true }, shown, false);
    expect([fake.shown, fake.messages]).toEqual([
      [],
      ['The file of this selection was renamed, moved or deleted. The question keeps the selected text.'],
    ]);
  },
);
