/** The read-only editor for PDF files: a webview with pdf.js. Scripts of a PDF do not run, and its links lead nowhere. */
import { type PdfHostMessage, type PdfPassage, type PdfTarget, pdfPageMessageSchema } from '../../panel/pdfMessages.ts';
import { PDF_EDITOR } from '../common/contributions.ts';
import { failureReason } from '../common/failureReason.ts';
import { type DocumentDeps, openInDefaultApplication } from './documentText.ts';
import { createFileEditors, type FileEditors, type OpenEditor } from './fileEditors.ts';

/** Bytes of a file that is shown. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Milliseconds in which the page can open the default application once. */
const OPEN_PERIOD = 2000;

export type PdfEditors = FileEditors<PdfPassage>;

export function createPdfEditors(deps: DocumentDeps): PdfEditors {
  const { vscode } = deps;

  async function read(
    { uri }: Pick<OpenEditor<PdfHostMessage>, 'uri'>,
    target: () => PdfTarget | null,
  ): Promise<PdfHostMessage> {
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MAX_BYTES) {
        const limit = MAX_BYTES / (1024 * 1024);
        return {
          type: 'failed',
          message: vscode.l10n.t('This PDF is larger than {0} MB. Open it in the default application.', limit),
        };
      }
      const bytes = await vscode.workspace.fs.readFile(uri);
      return { type: 'open', bytes: Uint8Array.from(bytes), target: target() };
    } catch (error) {
      return { type: 'failed', message: vscode.l10n.t('This file could not be read: {0}', failureReason(error)) };
    }
  }

  return createFileEditors<PdfPassage, PdfHostMessage>(deps, {
    viewType: PDF_EDITOR,
    page: 'pdf',
    read,
    showMessage: (target) => ({ type: 'show', target }),
    connect({ uri, panel }, load) {
      let lastOpened = Number.NEGATIVE_INFINITY;
      /** The host sees no clicks. A page that a PDF has taken over cannot act in the background or start a program many times. */
      const isByUser = () => {
        const now = performance.now();
        if (!panel.active || !vscode.window.state.focused || now - lastOpened < OPEN_PERIOD) return false;
        lastOpened = now;
        return true;
      };
      return {
        async receive(raw) {
          const message = pdfPageMessageSchema.safeParse(raw);
          if (!message.success) return;
          if (message.data.type === 'ready') await load();
          else if (isByUser()) await openInDefaultApplication(vscode, uri);
        },
        dispose() {},
      };
    },
  });
}
