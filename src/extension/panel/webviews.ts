/** The chat pages of this window. */
import type * as Vscode from 'vscode';
import type { HostMessage, PanelState } from '../../panel/messages.ts';
import type { Chat } from '../session/chat.ts';
import { connectPage, type PageConnection, type PageHandlers } from './panelBridge.ts';
import { pageHtml } from './panelHtml.ts';
import { panelTranslations } from './panelTranslations.ts';

export interface Pages {
  /** Fills a webview with the chat page. `beside`: the page is an editor tab. */
  open(webview: Vscode.Webview, chat: Chat, beside: boolean): PageConnection;
  close(page: PageConnection): void;
  all(): readonly PageConnection[];
  isShown(chat: Chat): boolean;
  panelStateChanged(): void;
}

export function createPages(options: {
  readonly vscode: typeof Vscode;
  readonly extensionUri: Vscode.Uri;
  readonly handlers: (beside: boolean) => PageHandlers;
  readonly panelState: (chat: Chat) => PanelState;
  readonly onError: (error: unknown) => string;
  readonly log: (text: string) => void;
}): Pages {
  const { vscode, extensionUri } = options;
  const pages = new Set<PageConnection>();
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');

  return {
    open(webview, chat, beside) {
      webview.options = {
        enableScripts: true,
        enableForms: false,
        enableCommandUris: false,
        localResourceRoots: [dist, vscode.Uri.joinPath(extensionUri, 'media')],
      };
      const page = connectPage({
        port: {
          postMessage: (message: HostMessage) => webview.postMessage(message),
          onDidReceiveMessage: (listener) => webview.onDidReceiveMessage(listener),
        },
        chat,
        handlers: options.handlers(beside),
        panelState: options.panelState,
        onError: options.onError,
        log: options.log,
      });
      pages.add(page);
      webview.html = pageHtml({
        nonce: nonce(),
        cspSource: webview.cspSource,
        scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'page.js')).toString(),
        styleUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'page.css')).toString(),
        locale: vscode.env.language,
        translations: panelTranslations(vscode.l10n.bundle),
      });
      return page;
    },
    close(page) {
      pages.delete(page);
      page.dispose();
    },
    all: () => [...pages],
    isShown: (chat) => [...pages].some((page) => page.chat === chat),
    panelStateChanged() {
      for (const page of pages) page.panelStateChanged();
    },
  };
}

function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(36)).join('');
}
