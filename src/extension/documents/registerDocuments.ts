/** The views of documents, loaded when the first one is shown. */
import type * as Vscode from 'vscode';
import { DOCUMENT_LANGUAGE, DOCUMENT_SCHEME, type Feature } from '../common/contributions.ts';
import type { DocumentOpener } from '../common/documentOpener.ts';
import { once } from '../common/once.ts';
import type { DocumentDeps } from './documentViews.ts';
import type { PdfEditors } from './pdfEditor.ts';
import { showPlaces } from './placeHints.ts';

export interface Documents extends Feature<'fiscal.openInDefaultApplication'> {
  readonly views: DocumentOpener;
  resolvePdf(uri: Vscode.Uri, panel: Vscode.WebviewPanel): Promise<void>;
  documentText(uri: Vscode.Uri): Promise<string>;
}

export function registerDocuments(deps: DocumentDeps): Documents {
  const { vscode } = deps;
  const views = () => import('./documentViews.ts');
  let opened: PdfEditors | undefined;
  const editors = once(async () => {
    const { createPdfEditors } = await import('./pdfEditor.ts');
    opened = createPdfEditors(deps);
    return opened;
  });
  // package.json can assign a language by file name, not by scheme.
  const languages = vscode.workspace.onDidOpenTextDocument((document) => {
    if (document.uri.scheme !== DOCUMENT_SCHEME || document.languageId === DOCUMENT_LANGUAGE) return;
    // VS Code rejects it if the document was closed meanwhile.
    vscode.languages.setTextDocumentLanguage(document, DOCUMENT_LANGUAGE).then(undefined, () => {});
  });
  const hints = showPlaces(vscode);
  return {
    views: {
      showPdf: async (uri, place, column) => (await editors()).show(uri, place, column),
      textUri: async (uri) => (deps.reader() ? (await views()).textUriOf(vscode, uri) : null),
    },
    resolvePdf: async (uri, panel) => (await editors()).resolve(uri, panel),
    async documentText(uri) {
      const { text, places } = await (await views()).documentText(uri, deps);
      hints.set(uri, places);
      return text;
    },
    commands: {
      'fiscal.openInDefaultApplication': async (uri) => (await views()).openInDefaultApplication(vscode, uri),
    },
    dispose() {
      languages.dispose();
      hints.dispose();
      opened?.dispose();
    },
  };
}
