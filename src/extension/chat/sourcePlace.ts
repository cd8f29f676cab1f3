/** The place of a source, as VS Code's Chat can link to it. */
import type * as Vscode from 'vscode';
import type { StoredSource } from '../../conversation/conversation.ts';
import { hasFileLineNumbers } from '../../conversation/display.ts';
import { findDocument, type OpenDeps } from '../answers/openSource.ts';
import { WORKBOOK } from '../common/contributions.ts';
import type { DocumentOpener } from '../common/documentOpener.ts';

export interface PlaceDeps extends Pick<OpenDeps, 'vscode' | 'roots'> {
  /** The document with the text of a Word, mail or RTF file. Null if it cannot be read here. */
  readonly textUri: DocumentOpener['textUri'];
}

/** Null if the document is outside of the opened folders or missing, or if the address is not a web address. */
export async function sourcePlace(source: StoredSource, deps: PlaceDeps): Promise<Vscode.Uri | Vscode.Location | null> {
  const { vscode } = deps;
  const { location, url } = source;
  // A document of the service that answered is no file of a folder with the same path.
  if (location?.document !== undefined) return null;
  if (location) {
    const uri = await findDocument(location.path, deps);
    if (typeof uri === 'string') return null;
    // PDFs and workbooks have viewers.
    const hasViewer = /\.pdf$/i.test(uri.path) || WORKBOOK.test(uri.path);
    const shown = hasFileLineNumbers(uri.path) ? uri : hasViewer ? null : await deps.textUri(uri);
    if (shown === null) return uri;
    const first = Math.max(1, location.line);
    const last = Math.max(first, location.endLine);
    return new vscode.Location(shown, new vscode.Range(first - 1, 0, last - 1, 0));
  }
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  return vscode.Uri.parse(new URL(url).href, true);
}
