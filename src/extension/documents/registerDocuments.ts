/** The views of documents, loaded when the first one is shown. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { PlacedText } from '../../protocol/worker.ts';
import { alignColumns } from '../common/alignColumns.ts';
import { DOCUMENT_LANGUAGE, DOCUMENT_SCHEME, type Feature, SERVER_DOCUMENT_SCHEME } from '../common/contributions.ts';
import type { DocumentOpener, WorkbookSelection } from '../common/documentOpener.ts';
import { once } from '../common/once.ts';
import { textUriOf } from '../common/textUri.ts';
import type { DocumentDeps } from './documentText.ts';
import { showPlaces } from './placeHints.ts';

export interface Documents extends Feature<'fiscal.openInDefaultApplication' | 'fiscal.showDocumentText'> {
  readonly opener: DocumentOpener;
  resolvePdf(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  resolveWorkbook(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  /** Shows the text of a file in place of a webview, because only text can be selected as in any editor. */
  resolveText(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  documentText(uri: Vscode.Uri): Promise<string>;
  /** Shows the places of a virtual document in front of its lines. */
  showPlaces(uri: Vscode.Uri, places: PlacedText['places']): void;
  /** The selected cells of the active workbook. Null if it has none, or if no workbook is active. */
  selectedCells(): Promise<WorkbookSelection | null>;
}

export function registerDocuments(deps: DocumentDeps & { readonly clock: Clock }): Documents {
  const { vscode } = deps;
  const texts = () => import('./documentText.ts');
  const opened: { dispose(): void }[] = [];
  const pdfEditors = once(async () => {
    const { createPdfEditors } = await import('./pdfEditor.ts');
    const editors = createPdfEditors(deps);
    opened.push(editors);
    return editors;
  });
  const workbookEditors = once(async () => {
    const { createWorkbookEditors } = await import('./workbookEditor.ts');
    const editors = createWorkbookEditors(deps);
    opened.push(editors);
    return editors;
  });
  // package.json can assign a language by file name, not by scheme.
  const languages = vscode.workspace.onDidOpenTextDocument((document) => {
    const isOurs = [DOCUMENT_SCHEME, SERVER_DOCUMENT_SCHEME].includes(document.uri.scheme);
    if (!isOurs || document.languageId === DOCUMENT_LANGUAGE) return;
    // VS Code rejects it if the document was closed meanwhile.
    vscode.languages.setTextDocumentLanguage(document, DOCUMENT_LANGUAGE).then(undefined, () => {});
  });
  const hints = showPlaces(vscode);
  return {
    opener: {
      showPdf: async (uri, place, column) => (await pdfEditors()).show(uri, place, column),
      async showWorkbook(uri, place, column) {
        if (!deps.reader()) return false;
        await (await workbookEditors()).show(uri, place, column);
        return true;
      },
      textUri: async (uri) => (deps.reader() ? textUriOf(vscode, uri) : null),
    },
    resolvePdf: async (uri, panel) => (await pdfEditors()).resolve(uri, panel),
    resolveWorkbook: async (uri, panel) => (await workbookEditors()).resolve(uri, panel),
    resolveText: async (uri, panel) => (await texts()).showText(uri, panel, deps),
    async documentText(uri) {
      const { text, places } = await (await texts()).documentText(uri, deps);
      hints.set(uri, places);
      return alignColumns(text);
    },
    showPlaces: hints.set,
    selectedCells: async () => (await workbookEditors()).selection(),
    commands: {
      'fiscal.openInDefaultApplication': async (uri) => (await texts()).openInDefaultApplication(vscode, uri),
      'fiscal.showDocumentText': async () => (await workbookEditors()).showText(),
    },
    dispose() {
      languages.dispose();
      hints.dispose();
      for (const editors of opened) editors.dispose();
    },
  };
}
