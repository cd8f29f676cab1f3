/** Shows the numbers of paragraphs and the addresses of cells in front of the lines of a Word or Excel document. */
import type * as Vscode from 'vscode';
import type { LinePlace } from '../../protocol/worker.ts';
import { DOCUMENT_SCHEME } from '../common/contributions.ts';

export interface PlaceHints extends Vscode.Disposable {
  /** The places in a virtual document. */
  set(uri: Vscode.Uri, places: readonly LinePlace[]): void;
}

export function showPlaces(
  vscode: Pick<typeof Vscode, 'languages' | 'workspace' | 'EventEmitter' | 'InlayHint' | 'Position'>,
): PlaceHints {
  const byUri = new Map<string, readonly LinePlace[]>();
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerInlayHintsProvider(
    { scheme: DOCUMENT_SCHEME },
    {
      onDidChangeInlayHints: changed.event,
      provideInlayHints: ({ uri }, { start, end }) =>
        (byUri.get(uri.toString()) ?? [])
          .filter(({ line }) => line > start.line && line <= end.line + 1)
          .map(({ line, label }) => {
            const hint = new vscode.InlayHint(new vscode.Position(line - 1, 0), withoutSheet(label));
            hint.paddingRight = true;
            hint.tooltip = label;
            return hint;
          }),
    },
  );
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => byUri.delete(uri.toString()));
  return {
    set(uri, places) {
      byUri.set(uri.toString(), places);
      changed.fire();
    },
    dispose() {
      provider.dispose();
      closing.dispose();
      changed.dispose();
    },
  };
}

/** `A5:H5`. The name of the sheet is the heading above. */
function withoutSheet(label: string): string {
  return label.slice(label.lastIndexOf('!') + 1);
}
