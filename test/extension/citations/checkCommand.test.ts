import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createCheckCommand } from '../../../src/extension/citations/checkCommand.ts';
import { MAX_PROGRAM } from '../../../src/extension/citations/fileCitations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { fakeDocument } from './fakeDocument.ts';

it('a program whose comments are not read because of its size is said not to be checked', async () => {
  const fake = fakeVscode();
  const document = fakeDocument(`const text = '${'x'.repeat(MAX_PROGRAM)}'; // § 999(z)`, 'typescript');
  const never = () => ({ dispose() {} });
  const vscode = {
    ...fake.api,
    languages: { createDiagnosticCollection: () => ({ dispose() {} }) },
    workspace: { onDidChangeTextDocument: never, onDidCloseTextDocument: never },
    window: { ...fake.api.window, activeTextEditor: { document } },
  } as unknown as typeof Vscode;
  const command = createCheckCommand({ vscode, library: () => null } as never, {} as never);
  await command.run();
  expect(fake.messages).toEqual([
    'This file was not checked. Comments are read in programs of up to 2,000,000 characters.',
  ]);
});
