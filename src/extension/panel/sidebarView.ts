/** The chat in the side bar. It shows one conversation, and the same one after the window is reloaded. */
import type * as Vscode from 'vscode';
import { setContext } from '../common/contextKeys.ts';
import { CHAT_VIEW } from '../common/contributions.ts';
import type { Chat } from '../session/chat.ts';
import type { Chats } from '../session/chats.ts';
import type { PageConnection } from './panelBridge.ts';
import type { Pages } from './webviews.ts';

const SHOWN = 'fiscal.viewConversation';

export interface ChatView extends Vscode.Disposable {
  resolve(view: Vscode.WebviewView): Promise<void>;
  /** The chat of the view, whether the view is open or not. */
  chat(): Promise<Chat>;
  /** The chat of the view if it is loaded. */
  readonly current: Chat | null;
  show(chat: Chat): void;
  /** The view shows another chat. */
  readonly onDidShow: Vscode.Event<Chat>;
  /** Opens the view and gives it the focus. */
  reveal(): Promise<void>;
  post(message: Parameters<PageConnection['post']>[0]): void;
  /** Puts a question in the question box, or only focuses the box. */
  compose(text: string | null): void;
  /** Sets the description next to the title of the view. */
  describe(text: string | undefined): void;
}

export function createChatView(options: {
  readonly vscode: typeof Vscode;
  readonly chats: Chats;
  readonly pages: Pages;
  readonly memento: Vscode.Memento;
}): ChatView {
  const { vscode, chats, pages, memento } = options;
  const shownEmitter = new vscode.EventEmitter<Chat>();
  let view: Vscode.WebviewView | undefined;
  let page: PageConnection | undefined;
  let shown: Chat | null = null;
  let opening: Promise<Chat> | undefined;
  const pending: Parameters<PageConnection['post']>[0][] = [];

  async function chat(): Promise<Chat> {
    if (shown) return shown;
    const id = memento.get<unknown>(SHOWN);
    opening ??= typeof id === 'string' ? chats.open(id) : Promise.resolve(chats.create());
    const opened = await opening;
    opening = undefined;
    if (!shown) show(opened);
    return shown ?? opened;
  }

  function show(next: Chat): void {
    const before = shown;
    shown = next;
    page?.show(next);
    // Only the id is stored. It reveals nothing of a conversation that is not saved.
    void memento.update(SHOWN, next.session.conversation.id);
    if (before && before !== next) chats.release(before, (each) => each === shown || pages.isShown(each));
    shownEmitter.fire(next);
  }

  function post(message: Parameters<PageConnection['post']>[0]): void {
    if (page) page.post(message);
    else pending.push(message);
  }

  return {
    chat,
    get current() {
      return shown;
    },
    show,
    onDidShow: shownEmitter.event,
    dispose: () => shownEmitter.dispose(),
    async resolve(next) {
      view = next;
      const opened = await chat();
      // Another one may have been shown since.
      page = pages.open(next.webview, shown ?? opened, {
        isVisible: () => next.visible,
        focus: () => next.show(false),
        toSide: false,
      });
      for (const message of pending.splice(0)) page.post(message);
      const mine = page;
      next.onDidChangeVisibility(() => {
        if (next.visible) return mine.loading();
        mine.hidden();
        setContext(vscode, 'chatViewFocused', false);
      });
      next.onDidDispose(() => {
        pages.close(mine);
        if (view === next) view = undefined;
        if (page === mine) page = undefined;
      });
    },
    async reveal() {
      if (view) view.show(false);
      else await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
    },
    post,
    compose: (text) => post(text === null ? { type: 'focus' } : { type: 'compose', text }),
    describe(text) {
      if (view) view.description = text ?? '';
    },
  };
}
