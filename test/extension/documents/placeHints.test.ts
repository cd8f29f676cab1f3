import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { showPlaces } from '../../../src/extension/documents/placeHints.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

it('each row of a workbook has the address of its cells in front, and each paragraph its number, in the last 50 documents', () => {
  const { api } = fakeVscode();
  let provider: Vscode.InlayHintsProvider | undefined;
  const vscode = {
    ...api,
    Position: class {
      readonly line: number;
      readonly character: number;
      constructor(line: number, character: number) {
        this.line = line;
        this.character = character;
      }
    },
    InlayHint: class {
      readonly position: unknown;
      readonly label: string;
      constructor(position: unknown, label: string) {
        this.position = position;
        this.label = label;
      }
    },
    languages: {
      registerInlayHintsProvider: (_selector: unknown, given: Vscode.InlayHintsProvider) => {
        provider = given;
        return { dispose() {} };
      },
    },
  } as unknown as typeof Vscode;
  const hints = showPlaces(vscode);
  const uri = api.Uri.file('/book.xlsx');
  hints.set(uri, [
    { line: 1, label: 'A1:C1', sheet: 'Additions' },
    { line: 3, label: '¶ 2' },
    { line: 90, label: '¶ 60' },
  ]);
  const shown = () =>
    provider?.provideInlayHints(
      { uri } as Vscode.TextDocument,
      { start: { line: 0 }, end: { line: 20 } } as Vscode.Range,
      {} as Vscode.CancellationToken,
    );
  expect(shown()).toMatchObject([
    { position: { line: 0, character: 0 }, label: 'A1:C1', tooltip: 'Additions!A1:C1' },
    { position: { line: 2, character: 0 }, label: '¶ 2' },
  ]);
  for (let at = 0; at < 50; at += 1) hints.set(api.Uri.file(`/${at}.docx`), []);
  expect(shown()).toEqual([]);
});
