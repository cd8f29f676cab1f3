/** Shows the numbers of paragraphs and the addresses of cells in front of the lines of a Word or Excel document. */
import type * as Vscode from 'vscode';
import type { LinePlace } from '../../protocol/worker.ts';
import { DOCUMENT_SCHEME, SERVER_DOCUMENT_SCHEME } from '../common/contributions.ts';

/** Documents whose places are kept. */
const MAX_DOCUMENTS = 50;

export interface PlaceHints extends Vscode.Disposable {
  /** The places in a virtual document. */
  set(uri: Vscode.Uri, places: readonly LinePlace[]): void;
}

export function showPlaces(
  vscode: Pick<typeof Vscode, 'languages' | 'EventEmitter' | 'InlayHint' | 'Position'>,
): PlaceHints {
  const byUri = new Map<string, readonly LinePlace[]>();
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerInlayHintsProvider(
    [{ scheme: DOCUMENT_SCHEME }, { scheme: SERVER_DOCUMENT_SCHEME }],
    {
      onDidChangeInlayHints: changed.event,
      provideInlayHints: ({ uri }, { start, end }) =>
        (byUri.get(uri.toString()) ?? [])
          .filter(({ line }) => line > start.line && line <= end.line + 1)
          .map(({ line, label, sheet }) => {
            // The name of the sheet is the heading above.
            const hint = new vscode.InlayHint(new vscode.Position(line - 1, 0), label);
            hint.paddingRight = true;
            hint.tooltip = sheet === undefined ? label : `${sheet}!${label}`;
            return hint;
          }),
    },
  );
  return {
    set(uri, places) {
      byUri.delete(uri.toString());
      byUri.set(uri.toString(), places);
      // A document closes and opens when its language changes, so the last ones are kept whether they are open or not.
      for (const oldest of [...byUri.keys()].slice(0, -MAX_DOCUMENTS)) byUri.delete(oldest);
      changed.fire();
    },
    dispose() {
      provider.dispose();
      changed.dispose();
    },
  };
}
