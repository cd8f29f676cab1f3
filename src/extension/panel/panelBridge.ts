/**
 * The host's end of one page. It parses the messages of the page, drops and counts invalid ones, and replies to every request.
 * It sends the whole state when the page asks for it, and numbered changes after that.
 */
import type { Disposable } from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { HostMessage, PanelState } from '../../panel/messages.ts';
import { type PageMessage, pageMessageSchema } from '../../panel/pageMessages.ts';
import type { PageGate } from '../common/pageGate.ts';
import type { Chat } from '../session/chat.ts';
import type { SubmitOutcome } from '../session/submitQuestion.ts';

type Handled = Exclude<PageMessage['type'], 'ready' | 'resync'>;
type Asking = 'ask' | 'retry' | 'sendHeld';

/** One handler for each message. Handlers of questions return the outcome that the page waits for. */
export type PageHandlers = {
  readonly [Type in Handled]: (
    message: Extract<PageMessage, { type: Type }>,
    chat: Chat,
    page: PageConnection,
  ) => Type extends Asking ? Promise<SubmitOutcome> : Promise<void> | void;
};

/** The part of `vscode.Webview` that is used. */
export interface PagePort {
  postMessage(message: HostMessage): Thenable<boolean>;
  onDidReceiveMessage(listener: (message: unknown) => void): Disposable;
}

export interface PageConnection extends Disposable {
  readonly chat: Chat;
  /** Shows another conversation in this page. */
  show(chat: Chat): void;
  panelStateChanged(): void;
  /** Delivers a message now, or when the page is ready. */
  post(message: Extract<HostMessage, { type: 'compose' | 'typed' | 'focus' | 'find' | 'showText' }>): void;
  /** VS Code loads the page if it is not loaded. The page then sends `ready`. */
  loading(): void;
  /** VS Code removed the page. It sends `ready` when it is shown again. */
  hidden(): void;
}

/** Milliseconds. VS Code gives up a file of a page after 30 s. The page is then empty, and nothing tells the extension. */
const LOAD_TIME = 35_000;
/** Maximum number of reloads each time a page is shown. */
const MAX_RELOADS = 2;
/** Chats that a page may have shown since it last said what is in its question box. */
const MAX_LEFT = 10;

export function connectPage(options: {
  readonly port: PagePort;
  readonly chat: Chat;
  readonly handlers: PageHandlers;
  readonly gate: PageGate<PageMessage>;
  readonly clock: Clock;
  /** Loads the page again. */
  readonly reload: () => void;
  /** Replied to a question that the gate refused. */
  readonly refusal: string;
  /** Replied to a question of a conversation that is not shown any more. */
  readonly otherConversation: string;
  readonly panelState: (chat: Chat) => PanelState;
  /** Returns the message for the page after a handler threw. */
  readonly onError: (error: unknown) => string;
  readonly log: (text: string) => void;
}): PageConnection {
  const { port, handlers, clock } = options;
  let chat = options.chat;
  /** The chats that were shown before, the last one first. The page may not know yet that it shows another one. */
  let left: readonly Chat[] = [];
  let ready = false;
  let dropped = 0;
  let lastPanelState = '';
  let pending: Parameters<PageConnection['post']>[0][] = [];
  let listening = follow();
  let cancelReload = () => {};

  const send = (message: HostMessage) => void port.postMessage(message);

  function follow(): Disposable {
    return chat.session.subscribe({
      changed(seq, changes) {
        if (ready) send({ type: 'changes', seq, changes: [...changes] });
        // Zero retention and readiness depend on the conversation.
        if (ready && changes.some((change) => change.type !== 'text')) panelStateChanged();
      },
      replaced: () => sendState(),
    });
  }

  function expectReady(reloads: number): void {
    cancelReload();
    if (ready || reloads === MAX_RELOADS) return;
    cancelReload = clock.after(LOAD_TIME, () => {
      options.log('The page was not loaded in time. It is loaded again.');
      options.reload();
      expectReady(reloads + 1);
    });
  }

  function sendState(): void {
    if (!ready) return;
    const panelState = options.panelState(chat);
    lastPanelState = JSON.stringify(panelState);
    send({
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
    send({ type: 'panelState', panelState });
  }

  async function dispatch(message: PageMessage): Promise<void> {
    if (message.type === 'ready' || message.type === 'resync') {
      // Changes that are not sent yet become part of the state. Otherwise they would reach the page before it.
      chat.session.flush();
      cancelReload();
      ready = true;
      sendState();
      for (const held of pending.splice(0)) send(held);
      return;
    }
    const handler = handlers[message.type] as (
      message: PageMessage,
      chat: Chat,
      page: PageConnection,
    ) => Promise<SubmitOutcome | undefined>;
    const reply = (outcome: SubmitOutcome) => {
      if ('request' in message) send({ type: 'reply', request: message.request, outcome });
    };
    // The page may show another conversation before the gate has decided.
    const shown = chatOf(message);
    if (!shown) return reply({ type: 'refused', message: options.otherConversation });
    try {
      if (!(await options.gate(message))) return reply({ type: 'refused', message: options.refusal });
      const outcome = await handler(message, shown, connection);
      reply(outcome ?? { type: 'done' });
    } catch (error) {
      reply({ type: 'refused', message: options.onError(error) });
    }
  }

  /** The chat that a message is for. Null for a question of a conversation that is not shown any more. */
  function chatOf(message: PageMessage): Chat | null {
    const isFor = (each: Chat) => !('conversation' in message) || message.conversation === each.session.conversation.id;
    if (isFor(chat)) return chat;
    return (message.type === 'draft' && left.find(isFor)) || null;
  }

  const receiving = port.onDidReceiveMessage((message) => {
    const parsed = pageMessageSchema.safeParse(message);
    if (parsed.success) void dispatch(parsed.data);
    else {
      dropped += 1;
      options.log(
        `Dropped an invalid message of the page (${describeInvalid(message, parsed.error.issues)}), ${dropped} so far.`,
      );
    }
  });

  const connection: PageConnection = {
    get chat() {
      return chat;
    },
    show(next) {
      if (next === chat) return;
      listening.dispose();
      next.session.flush();
      left = [chat, ...left].slice(0, MAX_LEFT);
      chat = next;
      listening = follow();
      sendState();
    },
    panelStateChanged,
    post(message) {
      if (ready) send(message);
      else pending.push(message);
    },
    loading: () => expectReady(0),
    hidden() {
      cancelReload();
      ready = false;
      pending = [];
    },
    dispose() {
      cancelReload();
      ready = false;
      listening.dispose();
      receiving.dispose();
    },
  };
  return connection;
}

/** The type of a message and the path of its first problem. Other values of the page are not logged. */
function describeInvalid(
  message: unknown,
  [issue]: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[],
): string {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  const name = typeof type === 'string' && /^[A-Za-z]{1,30}$/.test(type) ? type : 'unknown';
  return `type ${name}: ${issue?.code ?? 'invalid'} at "${issue?.path.map(String).join('.') ?? ''}"`;
}
