/**
 * The host's end of one page. It parses what the page says, drops and counts what it does not understand, and answers every
 * request. It sends the whole state when the page asks for it, and numbered changes after that.
 */
import type { Disposable } from 'vscode';
import { type HostMessage, type PageMessage, type PanelState, pageMessageSchema } from '../../panel/messages.ts';
import type { Chat } from '../session/chat.ts';

type Outcome = Extract<HostMessage, { type: 'reply' }>['outcome'];
type Handled = Exclude<PageMessage['type'], 'ready' | 'resync'>;
type Asking = 'ask' | 'retry' | 'sendHeld';

/** One handler for each message; those that the page waits for say how it came out. */
export type PageHandlers = {
  readonly [Type in Handled]: (
    message: Extract<PageMessage, { type: Type }>,
    chat: Chat,
    page: PageConnection,
  ) => Type extends Asking ? Promise<Outcome> : Promise<void> | void;
};

/** What of `vscode.Webview` is needed. */
export interface PagePort {
  postMessage(message: HostMessage): Thenable<boolean>;
  onDidReceiveMessage(listener: (message: unknown) => void): Disposable;
}

export interface PageConnection extends Disposable {
  readonly chat: Chat;
  /** Messages that were not understood. */
  readonly dropped: number;
  /** Shows another conversation in this page. */
  show(chat: Chat): void;
  panelStateChanged(): void;
  /** Delivered now, or as soon as the page is there. */
  tell(message: Extract<HostMessage, { type: 'compose' | 'focus' | 'find' }>): void;
  /** The page was taken down; it will say `ready` when it is there again. */
  hidden(): void;
}

export function connectPage(options: {
  readonly port: PagePort;
  readonly chat: Chat;
  readonly handlers: PageHandlers;
  readonly panelState: (chat: Chat) => PanelState;
  /** Said to the page when a handler threw. */
  readonly failed: (error: unknown) => string;
  readonly log: (text: string) => void;
}): PageConnection {
  const { port, handlers } = options;
  let chat = options.chat;
  let ready = false;
  let dropped = 0;
  let lastPanelState = '';
  let waiting: Parameters<PageConnection['tell']>[0][] = [];
  let listening = follow();

  const post = (message: HostMessage) => void port.postMessage(message);

  function follow(): Disposable {
    return chat.session.listen({
      changed(seq, changes) {
        if (ready) post({ type: 'changes', seq, changes: [...changes] });
        // Zero retention, readiness and running state of the box follow from the conversation.
        if (ready && changes.some((change) => change.type !== 'text')) panelStateChanged();
      },
      replaced: () => sendState(),
      saved: () => {},
    });
  }

  function sendState(): void {
    if (!ready) return;
    const panelState = options.panelState(chat);
    lastPanelState = JSON.stringify(panelState);
    post({
      type: 'state',
      seq: chat.session.seq,
      conversation: chat.session.conversation,
      panelState,
      draft: chat.composer.draft,
    });
  }

  function panelStateChanged(): void {
    if (!ready) return;
    const panelState = options.panelState(chat);
    const text = JSON.stringify(panelState);
    if (text === lastPanelState) return;
    lastPanelState = text;
    post({ type: 'panelState', panelState });
  }

  async function dispatch(message: PageMessage): Promise<void> {
    if (message.type === 'ready' || message.type === 'resync') {
      // First, so that what was received is in the state and does not reach the page as changes before it.
      chat.session.flush();
      ready = true;
      sendState();
      for (const held of waiting.splice(0)) post(held);
      return;
    }
    const handler = handlers[message.type] as (
      message: PageMessage,
      chat: Chat,
      page: PageConnection,
    ) => Promise<Outcome | undefined>;
    try {
      const outcome = await handler(message, chat, connection);
      if ('request' in message) {
        post({ type: 'reply', request: message.request, outcome: outcome ?? { type: 'done' } });
      }
    } catch (error) {
      const text = options.failed(error);
      if ('request' in message) {
        post({ type: 'reply', request: message.request, outcome: { type: 'refused', message: text } });
      }
    }
  }

  const receiving = port.onDidReceiveMessage((message) => {
    const parsed = pageMessageSchema.safeParse(message);
    if (parsed.success) void dispatch(parsed.data);
    else {
      dropped += 1;
      options.log(`Dropped a message of the page that is not understood (${dropped} so far).`);
    }
  });

  const connection: PageConnection = {
    get chat() {
      return chat;
    },
    get dropped() {
      return dropped;
    },
    show(next) {
      if (next === chat) return;
      listening.dispose();
      next.session.flush();
      chat = next;
      listening = follow();
      sendState();
    },
    panelStateChanged,
    tell(message) {
      if (ready) post(message);
      else waiting.push(message);
    },
    hidden() {
      ready = false;
      waiting = [];
    },
    dispose() {
      ready = false;
      listening.dispose();
      receiving.dispose();
    },
  };
  return connection;
}
