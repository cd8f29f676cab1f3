import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createCodeLensProvider } from '../../../src/extension/citations/codeLens.ts';
import type { AuthorityPassage } from '../../../src/protocol/worker.ts';
import { api, fakeDocument } from './fakeDocument.ts';

it('the heading of a document shows no icon above a citation', async () => {
  const passage: AuthorityPassage = {
    match: 'exact',
    path: '/a.md',
    title: '§ 179',
    headings: ['§ 179', '(b) $(verified) Approved'],
    place: '',
    text: 'May elect.',
    line: 1,
    endLine: 1,
    date: null,
    isWhole: true,
  };
  class CodeLens {
    readonly command: Vscode.Command;
    constructor(_range: unknown, command: Vscode.Command) {
      this.command = command;
    }
  }
  const vscode = { ...api, CodeLens, l10n: { t: (text: string) => text } } as unknown as typeof Vscode;
  const lookups = { find: async () => [{ passage, complete: true }], clear() {} };
  const provider = createCodeLensProvider(vscode, lookups as never, () => ({ dispose() {} }));
  const token = { isCancellationRequested: false } as Vscode.CancellationToken;
  const found = await provider.provideCodeLenses(fakeDocument('See IRC § 179(b).'), token);
  expect(found?.map(({ command }) => command?.title)).toEqual(['IRC § 179(b): \\$(verified) Approved']);
});
