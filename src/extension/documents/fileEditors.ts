/** A read-only editor for a kind of files: a webview that gets the file, and again whenever the file changes. */
import type * as Vscode from 'vscode';
import { disposeAll } from '../common/disposables.ts';
import { PAGES, showPage } from '../common/webviewHtml.ts';
import type { DocumentDeps } from './documentText.ts';

export interface OpenEditor<HostMessage> {
  readonly uri: Vscode.Uri;
  readonly panel: Vscode.WebviewPanel;
  post(message: HostMessage): void;
}

export interface FileEditors<Passage> {
  /** Fills the webview of an opened tab. */
  resolve(uri: Vscode.Uri, panel: Vscode.WebviewPanel): void;
  show(uri: Vscode.Uri, passage: Passage, column: Vscode.ViewColumn): Promise<void>;
  dispose(): void;
}

interface Options<Passage, HostMessage> {
  readonly viewType: string;
  readonly page: keyof typeof PAGES;
  /** The file as a message for the page, with what was last asked for of it when the file has been read. Does not reject. */
  readonly read: (
    editor: OpenEditor<HostMessage>,
    target: () => (Passage & { readonly id: number }) | null,
  ) => Promise<HostMessage>;
  readonly showMessage: (target: Passage & { readonly id: number }) => HostMessage;
  /** Handles the messages of a page. */
  readonly connect: (
    editor: OpenEditor<HostMessage>,
    load: () => Promise<void>,
  ) => { receive(raw: unknown): Promise<void>; dispose(): void };
}

export function createFileEditors<Passage extends object, HostMessage>(
  { vscode, extensionUri }: DocumentDeps,
  options: Options<Passage, HostMessage>,
): FileEditors<Passage> {
  /** With what listens for each. */
  const editors = new Map<OpenEditor<HostMessage>, readonly Vscode.Disposable[]>();
  /** What was last asked for of a file. A page that is restored shows it again. */
  const targets = new Map<string, Passage & { readonly id: number }>();
  /** Pages keep these numbers when the window is loaded again. */
  let lastTarget = Date.now();

  function resolve(uri: Vscode.Uri, panel: Vscode.WebviewPanel): void {
    const { webview } = panel;
    let isClosed = false;
    const editor: OpenEditor<HostMessage> = {
      uri,
      panel,
      // A closed panel throws.
      post: (message) => void (isClosed || webview.postMessage(message)),
    };
    const folder = vscode.Uri.joinPath(uri, '..');
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    // Characters of a name that mean something in a glob match any character.
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, name.replace(/[[\]{}*?]/g, '?')),
    );
    let loading = Promise.resolve();
    let isWaiting = false;
    const target = () => targets.get(uri.toString()) ?? null;
    const load = () => {
      if (isWaiting) return loading;
      isWaiting = true;
      loading = loading.then(async () => {
        isWaiting = false;
        if (!isClosed) editor.post(await options.read(editor, target));
      });
      return loading;
    };
    const connection = options.connect(editor, load);
    const listeners = [
      watcher,
      watcher.onDidChange(load),
      watcher.onDidCreate(load),
      connection,
      webview.onDidReceiveMessage(connection.receive),
      panel.onDidDispose(() => {
        isClosed = true;
        editors.delete(editor);
        disposeAll(listeners);
      }),
    ];
    editors.set(editor, listeners);
    showPage(vscode, webview, extensionUri, PAGES[options.page]);
  }

  return {
    resolve,
    async show(uri, passage, viewColumn) {
      lastTarget += 1;
      const target = { ...passage, id: lastTarget };
      targets.set(uri.toString(), target);
      await vscode.commands.executeCommand('vscode.openWith', uri, options.viewType, { viewColumn, preview: true });
      // A page that is not loaded yet gets the target with the file.
      for (const editor of editors.keys()) {
        if (editor.uri.toString() === uri.toString()) editor.post(options.showMessage(target));
      }
    },
    /** The tabs stay open when the extension host is restarted. */
    dispose() {
      for (const listeners of editors.values()) disposeAll(listeners);
    },
  };
}
