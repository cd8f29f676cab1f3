/** The conversations that are open in this window: each once, however many pages show it. */
import type * as Vscode from 'vscode';
import { reduce } from '../../conversation/changes.ts';
import { type Conversation, isPending, newConversation } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import { interruptions } from '../../conversation/summary.ts';
import type { Chat } from './chat.ts';
import { createComposer } from './composer.ts';
import { type ChangeSubscriber, createSession, type SessionDeps } from './session.ts';

export type CreateOptions = Pick<Parameters<typeof newConversation>[0], 'temporary' | 'zeroRetention' | 'byAgent'>;

export interface Chats extends Vscode.Disposable {
  /** The conversation of this id: as it is open, or as it is stored; a new one under this id when there is none. */
  open(id: string): Promise<Chat>;
  create(options?: CreateOptions): Chat;
  /** Opens and stores a conversation that was made elsewhere (an import). */
  adopt(conversation: Conversation): Chat;
  /** The open conversations. */
  all(): readonly Chat[];
  /** To be called when a page leaves: a conversation that nobody shows and that is not running is let go. */
  release(chat: Chat, isShown: (chat: Chat) => boolean): void;
  /** Closes one without saving, because it was deleted. */
  forget(id: string): void;
  /** Saves everything and stops what runs. */
  close(): Promise<void>;
  /** A turn, a question box or a save result has changed, of any open conversation. */
  readonly onDidChange: Vscode.Event<void>;
  /** A conversation was deleted. */
  readonly onDidForget: Vscode.Event<Chat>;
  /** A stored conversation could not be opened as it was. */
  readonly onDidFail: Vscode.Event<ChatProblem>;
}

export interface ChatsDeps extends SessionDeps {
  readonly vscode: Pick<typeof Vscode, 'workspace' | 'l10n' | 'EventEmitter'>;
  readonly store: ConversationStore;
  readonly memento: Vscode.Memento;
  /** Zero retention by a setting: new conversations are then never written. */
  readonly zeroRetention: () => boolean;
  /** Take the changes of every conversation that is open in this window. */
  readonly subscribers: readonly ChangeSubscriber[];
}

export type ChatProblem =
  /** A file was damaged, as a whole or partly. `file` is the name to which it was moved or copied. */
  | { readonly type: 'quarantined'; readonly file: string; readonly extent: 'whole' | 'partly' }
  /** A conversation could not be read because of an unexpected error. An empty one is shown. */
  | { readonly type: 'unreadable'; readonly error: unknown };

export function createChats(deps: ChatsDeps): Chats {
  const { vscode, store, clock } = deps;
  const chats = new Map<string, Chat>();
  const changed = new vscode.EventEmitter<void>();
  const forgotten = new vscode.EventEmitter<Chat>();
  const failed = new vscode.EventEmitter<ChatProblem>();
  const opening = new Map<string, Promise<Chat>>();
  const closing = new Map<Chat, () => void>();

  /** The file. A question is on disk before it is sent. */
  const storing: ChangeSubscriber = {
    beforeSend: (_turn, _messages, { id }) => store.flush(id),
    changed: (_first, changes, conversation) => store.record(conversation, changes),
    replaced: (conversation) => store.record(conversation, []),
  };

  function close(chat: Chat): void {
    chats.delete(chat.session.conversation.id);
    closing.get(chat)?.();
    closing.delete(chat);
  }

  function add(conversation: Conversation, readOnly: string | null = null): Chat {
    const session = createSession(conversation, deps);
    const composer = createComposer({
      id: conversation.id,
      memento: deps.memento,
      clock,
      mayKeep: () => !deps.zeroRetention() && !isEphemeral(session.conversation),
      onDidChange: () => changed.fire(),
    });
    const chat: Chat = { session, composer, readOnly };
    const { id } = conversation;
    chats.set(id, chat);
    const following = readOnly === null ? store.follow(id, { replaced: session.replace }) : null;
    if (readOnly === null) session.subscribe(storing);
    for (const subscriber of deps.subscribers) session.subscribe(subscriber);
    session.subscribe({
      changed(_first, changes) {
        if (changes.some(({ type }) => type !== 'text')) changed.fire();
      },
      replaced: () => changed.fire(),
    });
    closing.set(chat, () => {
      session.dispose();
      following?.dispose();
    });
    return chat;
  }

  function create({ id = deps.newId(), ...options }: { id?: string } & CreateOptions = {}): Chat {
    const folder = vscode.workspace.workspaceFolders?.[0];
    return add(
      newConversation({
        ...options,
        id,
        now: clock.now(),
        folder: folder ? { name: folder.name, uri: folder.uri.toString() } : null,
      }),
    );
  }

  async function read(id: string): Promise<Chat> {
    const loaded = await store.load(id).catch((error: unknown) => {
      failed.fire({ type: 'unreadable', error });
      return null;
    });
    // Under an id of its own, so that it never takes the place of what could not be read.
    if (loaded === null) return create();
    switch (loaded.type) {
      case 'ok':
        if (loaded.damage !== null) failed.fire({ type: 'quarantined', file: loaded.damage, extent: 'partly' });
        return add(loaded.conversation);
      case 'readOnly': {
        const reason = vscode.l10n.t(
          'This conversation was written by a newer version of Fiscal. It can be read here.',
        );
        return loaded.conversation ? add(loaded.conversation, reason) : create();
      }
      case 'quarantined':
        failed.fire({ type: 'quarantined', file: loaded.file, extent: 'whole' });
        return create({ id });
      case 'missing':
        return create({ id });
    }
  }

  return {
    async open(id) {
      const there = chats.get(id);
      if (there) return there;
      const pending = opening.get(id) ?? read(id).finally(() => opening.delete(id));
      opening.set(id, pending);
      return pending;
    },
    onDidChange: changed.event,
    onDidForget: forgotten.event,
    onDidFail: failed.event,
    dispose() {
      changed.dispose();
      forgotten.dispose();
      failed.dispose();
    },
    create: (options) => create(options),
    adopt(conversation) {
      const ended = interruptions(conversation, () => false).reduce(reduce, conversation);
      store.record(ended, []);
      return add(ended);
    },
    all: () => [...chats.values()],
    release(chat, isShown) {
      if (isShown(chat) || chat.session.conversation.turns.some((turn) => isPending(turn.answer.state))) return;
      const { turns } = chat.session.conversation;
      // What is in no store would be lost: such a conversation stays open as long as the window.
      if (turns.length > 0 && isEphemeral(chat.session.conversation)) return;
      void chat.composer.save();
      close(chat);
    },
    forget(id) {
      const chat = chats.get(id);
      chat?.composer.set({ draft: '', chips: [], askMode: null });
      void chat?.composer.save();
      // A page may still send its text.
      chat?.composer.dispose();
      if (!chat) return;
      close(chat);
      forgotten.fire(chat);
    },
    async close() {
      await Promise.all(
        [...chats.values()].map(async ({ session, composer }) => {
          for (const turn of session.conversation.turns) {
            if (isPending(turn.answer.state) && session.owns(turn.id)) session.interrupt(turn.id);
          }
          await composer.save();
        }),
      );
      await store.flush();
      for (const chat of chats.values()) close(chat);
    },
  };
}

export function isEphemeral(conversation: Conversation): boolean {
  return conversation.temporary || conversation.zeroRetention || conversation.turns.some((turn) => turn.zeroRetention);
}
