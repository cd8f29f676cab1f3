/**
 * Documents of the firm's server as read-only virtual documents. The text is in the memory of VS Code while the document is open, and
 * in no file.
 */
import type * as Vscode from 'vscode';
import type { FirmServer, ServerDocument } from '../../client/firmServer.ts';
import { baseName } from '../../conversation/display.ts';
import { alignColumns } from '../common/alignColumns.ts';
import { SERVER_DOCUMENT_SCHEME } from '../common/contributions.ts';
import { cancellable } from '../common/prompts.ts';
import type { DocumentAtServer, ServerDocuments } from '../common/serverDocuments.ts';
import { documentProblem } from './problems.ts';

export interface DocumentDeps {
  readonly vscode: typeof Vscode;
  /** The firm's server in use. Null without a hosted service. */
  readonly server: () => { readonly host: string; readonly client: Promise<FirmServer> } | null;
  /** Shows the places of a Word document or a workbook in front of its lines. */
  readonly showPlaces: (uri: Vscode.Uri, places: ServerDocument['places']) => void;
}

/** Characters of the name of a tab. */
const MAX_NAME = 120;

export function createServerDocuments(deps: DocumentDeps): ServerDocuments & Vscode.Disposable {
  const { vscode } = deps;
  const { l10n, window, workspace } = vscode;
  /** By URI, from the reply of the server until VS Code has taken it. */
  const fetched = new Map<string, string>();
  const changed = new vscode.EventEmitter<Vscode.Uri>();
  const provider = workspace.registerTextDocumentContentProvider(SERVER_DOCUMENT_SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent(uri) {
      const text = fetched.get(uri.toString());
      fetched.delete(uri.toString());
      return text ?? l10n.t('Open this document from the sources of its answer.');
    },
  });
  const isOpen = (uri: Vscode.Uri) => workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());

  /** A document that is open shows the text from now on. */
  function show(uri: Vscode.Uri, text: string): void {
    fetched.set(uri.toString(), text);
    if (isOpen(uri)) changed.fire(uri);
  }

  async function read({
    service,
    id,
  }: DocumentAtServer): Promise<ServerDocument | { readonly problem: string } | null> {
    const server = deps.server();
    if (server?.host !== service) {
      const text = l10n.t(
        'This document is in the library of {0}, which is not the service in use. Switch to it, then open the source again.',
        service,
      );
      return { problem: text };
    }
    return cancellable(vscode, l10n.t('Opening a document of {0}…', service), async (signal) => {
      try {
        return await (await server.client).document(id, signal);
      } catch (thrown) {
        return signal.aborted ? null : { problem: documentProblem(thrown, service, l10n) };
      }
    });
  }

  return {
    async fetch(document) {
      const uri = uriOf(vscode, document);
      const found = await read(document);
      if (found === null) return { problem: '' };
      if ('problem' in found) {
        // The text that was fetched before may no longer be one that the user may see.
        if (isOpen(uri)) {
          show(uri, found.problem);
          // What was selected in that text would be the end of this one.
          for (const editor of window.visibleTextEditors)
            if (editor.document.uri.toString() === uri.toString()) editor.selection = new vscode.Selection(0, 0, 0, 0);
        }
        return found;
      }
      show(uri, alignColumns(found.text));
      deps.showPlaces(uri, found.places);
      return { uri };
    },
    dispose() {
      provider.dispose();
      changed.dispose();
    },
  };
}

/** The id makes the URI unique. The name of the file is that of the tab; what VS Code has editors for is shown as text. */
function uriOf(vscode: Pick<typeof Vscode, 'Uri'>, { service, id, path }: DocumentAtServer): Vscode.Uri {
  const name =
    baseName(path)
      .slice(-MAX_NAME)
      // Half of a character, too, has no form in a URI.
      .replace(/[\p{C}/\\?#]/gu, ' ')
      .trim() || id;
  return vscode.Uri.from({ scheme: SERVER_DOCUMENT_SCHEME, authority: service, path: `/${id}/${name}.txt` });
}
