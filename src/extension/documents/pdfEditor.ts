/** The read-only editor for PDF files: a webview with pdf.js. Scripts of a PDF do not run, and its links lead nowhere. */
import type * as Vscode from 'vscode';
import { type PdfHostMessage, type PdfTarget, pdfPageMessageSchema } from '../../panel/pdfMessages.ts';
import { PDF_EDITOR } from '../common/contributions.ts';
import { failureReason } from '../common/failureReason.ts';
import { webviewHtmlOptions } from '../common/webviewHtml.ts';
import { type DocumentDeps, openInDefaultApplication } from './documentViews.ts';
import { pdfHtml } from './pdfHtml.ts';

/** Bytes of a file that is shown. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Milliseconds in which the page can open the default application once. */
const OPEN_PERIOD = 2000;

export interface PdfEditors extends Vscode.Disposable {
  /** Fills the webview of an opened tab. */
  resolve(uri: Vscode.Uri, panel: Vscode.WebviewPanel): void;
  show(uri: Vscode.Uri, place: Omit<PdfTarget, 'id'>, column: Vscode.ViewColumn): Promise<void>;
}

interface OpenEditor {
  readonly uri: string;
  readonly panel: Vscode.WebviewPanel;
  post(message: PdfHostMessage): void;
}

export function createPdfEditors(deps: DocumentDeps): PdfEditors {
  const { vscode } = deps;
  const editors = new Set<OpenEditor>();
  /** What was last asked for of a file. A page that is restored shows it again. */
  const targets = new Map<string, PdfTarget>();
  let lastTarget = 0;

  function resolve(uri: Vscode.Uri, panel: Vscode.WebviewPanel): void {
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(deps.extensionUri, 'dist');
    const editor: OpenEditor = {
      uri: uri.toString(),
      panel,
      post: (message) => void webview.postMessage(message),
    };
    editors.add(editor);
    const folder = vscode.Uri.joinPath(uri, '..');
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    // Characters of a name that mean something in a glob match any character.
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, name.replace(/[[\]{}*?]/g, '?')),
    );
    let loading = Promise.resolve();
    const load = () => {
      loading = loading.then(() => send(uri, editor));
      return loading;
    };
    let lastOpened = Number.NEGATIVE_INFINITY;
    /** The host sees no clicks. A page that a PDF has taken over cannot act in the background or start a program many times. */
    const isByUser = () => {
      const now = performance.now();
      if (!panel.active || !vscode.window.state.focused || now - lastOpened < OPEN_PERIOD) return false;
      lastOpened = now;
      return true;
    };
    const listeners = [
      watcher,
      watcher.onDidChange(load),
      watcher.onDidCreate(load),
      webview.onDidReceiveMessage(async (raw: unknown) => {
        const message = pdfPageMessageSchema.safeParse(raw);
        if (!message.success) return;
        if (message.data.type === 'ready') await load();
        else if (isByUser()) await openInDefaultApplication(vscode, uri);
      }),
      panel.onDidDispose(() => {
        editors.delete(editor);
        for (const listener of listeners) listener.dispose();
      }),
    ];
    webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [dist] };
    webview.html = pdfHtml(webviewHtmlOptions(vscode, webview, dist));
  }

  async function send(uri: Vscode.Uri, editor: OpenEditor): Promise<void> {
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MAX_BYTES) {
        const limit = MAX_BYTES / (1024 * 1024);
        editor.post({
          type: 'failed',
          message: vscode.l10n.t('This PDF is larger than {0} MB. Open it in the default application.', limit),
        });
        return;
      }
      const bytes = await vscode.workspace.fs.readFile(uri);
      editor.post({ type: 'open', bytes: Uint8Array.from(bytes), target: targets.get(editor.uri) ?? null });
    } catch (error) {
      editor.post({
        type: 'failed',
        message: vscode.l10n.t('This file could not be read: {0}', failureReason(error)),
      });
    }
  }

  return {
    resolve,
    async show(uri, place, column) {
      lastTarget += 1;
      const target: PdfTarget = { ...place, id: lastTarget };
      targets.set(uri.toString(), target);
      await vscode.commands.executeCommand('vscode.openWith', uri, PDF_EDITOR, { viewColumn: column, preview: true });
      // A page that is not loaded yet gets the target with the file.
      for (const editor of editors) if (editor.uri === uri.toString()) editor.post({ type: 'show', target });
    },
    dispose() {
      for (const { panel } of editors) panel.dispose();
    },
  };
}
