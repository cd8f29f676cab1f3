/** The virtual document with the text that the library reads of a file. */
import type * as Vscode from 'vscode';
import { DOCUMENT_SCHEME } from './contributions.ts';

export function textUriOf(vscode: Pick<typeof Vscode, 'Uri'>, { authority, path }: Vscode.Uri): Vscode.Uri {
  return vscode.Uri.from({ scheme: DOCUMENT_SCHEME, authority, path });
}
