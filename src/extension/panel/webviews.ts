/** The chat pages of this window. */
import type * as Vscode from 'vscode';
import { systemClock } from '../../client/clock.ts';
import type { PanelState } from '../../panel/messages.ts';
import type { PageMessage } from '../../panel/pageMessages.ts';
import { createPageGate } from '../common/pageGate.ts';
import { PAGES, showPage } from '../common/webviewHtml.ts';
import type { Chat } from '../session/chat.ts';
import { connectPage, type PageConnection, type PageHandlers } from './panelBridge.ts';

/** Messages that the page may send while it is hidden. */
export const HARMLESS: ReadonlySet<PageMessage['type']> = new Set([
  'ready',
  'resync',
  'focused',
  'draft',
  'stop',
  'cancelQueued',
  'removeChip',
  'selectBranch',
  'setAskMode',
]);

export interface PagePlace {
  readonly isVisible: () => boolean;
  /** Moves the focus inside the window to the page. */
  readonly focus: () => void;
  /** Documents open to the side, because the page is an editor tab. */
  readonly toSide: boolean;
}

export interface Pages {
  open(webview: Vscode.Webview, chat: Chat, place: PagePlace): PageConnection;
  close(page: PageConnection): void;
  isShown(chat: Chat): boolean;
  panelStateChanged(): void;
}

export function createPages(options: {
  readonly vscode: typeof Vscode;
  readonly extensionUri: Vscode.Uri;
  readonly handlers: (toSide: boolean) => PageHandlers;
  readonly panelState: (chat: Chat) => PanelState;
  readonly onError: (error: unknown) => string;
  readonly log: (text: string) => void;
}): Pages {
  const { vscode, extensionUri } = options;
  const pages = new Set<PageConnection>();

  return {
    open(webview, chat, { isVisible, focus, toSide }) {
      const load = () => showPage(vscode, webview, extensionUri, PAGES.chat);
      const page = connectPage({
        port: webview,
        chat,
        handlers: options.handlers(toSide),
        gate: createPageGate({
          vscode,
          isVisible,
          focus,
          clock: systemClock,
          harmless: HARMLESS,
          title: vscode.l10n.t('Allow the action that the chat requested?'),
        }),
        clock: systemClock,
        reload: load,
        refusal: vscode.l10n.t('The question was not sent, because you did not allow it.'),
        otherConversation: vscode.l10n.t('The chat shows another conversation now. Ask the question again.'),
        panelState: options.panelState,
        onError: options.onError,
        log: options.log,
      });
      pages.add(page);
      load();
      page.loading();
      return page;
    },
    close(page) {
      pages.delete(page);
      page.dispose();
    },
    isShown: (chat) => [...pages].some((page) => page.chat === chat),
    panelStateChanged() {
      for (const page of pages) page.panelStateChanged();
    },
  };
}
