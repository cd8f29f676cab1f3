/** The chat in editor tabs. VS Code restores them after a reload. */
import type * as Vscode from 'vscode';
import { CHAT_PANEL } from '../common/contributions.ts';
import type { Chat } from '../session/chat.ts';
import type { Chats } from '../session/chats.ts';
import type { PageConnection } from './panelBridge.ts';
import type { Pages } from './webviews.ts';

const LAST = 'fiscal.panelConversation';

export interface ChatPanels {
  open(chat: Chat): void;
  /** Closes the tabs of a conversation that was deleted. */
  close(chat: Chat): void;
  restore(panel: Vscode.WebviewPanel, state: unknown): Promise<void>;
  /** The page of the focused chat tab, or null. */
  readonly active: PageConnection | null;
}

export function createChatPanels(options: {
  readonly vscode: typeof Vscode;
  readonly extensionUri: Vscode.Uri;
  readonly chats: Chats;
  readonly pages: Pages;
  readonly memento: Vscode.Memento;
  readonly keep: (chat: Chat) => boolean;
  /** A chat tab got or lost the focus, or was closed. */
  readonly onDidChangeActive: () => void;
}): ChatPanels {
  const { vscode, chats, pages, memento } = options;
  const panels = new Map<Vscode.WebviewPanel, PageConnection>();

  function fill(panel: Vscode.WebviewPanel, chat: Chat): void {
    const page = pages.open(panel.webview, chat, {
      isVisible: () => panel.visible,
      focus: () => panel.reveal(),
      toSide: true,
    });
    panels.set(panel, page);
    // The icon of a tab is an image, so it does not take a color from the theme.
    const icon = (name: string) => vscode.Uri.joinPath(options.extensionUri, 'media', name);
    panel.iconPath = { light: icon('fiscal-light.svg'), dark: icon('fiscal-dark.svg') };
    const title = () => {
      panel.title = page.chat.session.conversation.title || vscode.l10n.t('Fiscal');
    };
    title();
    const listening = chat.session.subscribe({
      changed: (_seq, changes) => changes.some((change) => change.type === 'titled') && title(),
      replaced: title,
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible) page.loading();
      else page.hidden();
      options.onDidChangeActive();
    });
    panel.onDidDispose(() => {
      listening.dispose();
      panels.delete(panel);
      pages.close(page);
      chats.release(chat, options.keep);
      options.onDidChangeActive();
    });
    void memento.update(LAST, chat.session.conversation.id);
  }

  return {
    open(chat) {
      const { Active } = vscode.ViewColumn;
      fill(vscode.window.createWebviewPanel(CHAT_PANEL, vscode.l10n.t('Fiscal'), Active), chat);
    },
    close(chat) {
      for (const [panel, page] of [...panels]) if (page.chat === chat) panel.dispose();
    },
    async restore(panel, state) {
      const id = conversationId(state) ?? memento.get<unknown>(LAST);
      fill(panel, typeof id === 'string' ? await chats.open(id) : chats.create());
    },
    get active() {
      for (const [panel, page] of panels) if (panel.active) return page;
      return null;
    },
  };
}

/** The conversation id in the state that the page saved. */
function conversationId(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('conversation' in state)) return null;
  return typeof state.conversation === 'string' && state.conversation.length <= 200 ? state.conversation : null;
}
