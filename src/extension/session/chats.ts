/** The conversations that are open in this window: each once, however many pages show it. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import { type Conversation, isRunning, newConversation } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { Chat } from './chat.ts';
import { createComposer } from './composer.ts';
import { createSession, type SessionPorts } from './session.ts';

export interface Chats extends Vscode.Disposable {
  /** The conversation of this id: as it is open, or as it is stored; a new one under this id when there is none. */
  open(id: string): Promise<Chat>;
  create(options?: { temporary?: boolean; zeroRetention?: boolean }): Chat;
  /** Takes over a conversation that was made elsewhere (an import); `readOnly`: why nothing can be asked in it. */
  adopt(conversation: Conversation, readOnly?: string): Chat;
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
}

export interface ChatsDeps {
  readonly vscode: Pick<typeof Vscode, 'workspace' | 'l10n' | 'EventEmitter'>;
  readonly store: ConversationStore;
  readonly memento: Vscode.Memento;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Zero retention by a setting: new conversations are then never written. */
  readonly zeroRetention: () => boolean;
  readonly trace: NonNullable<SessionPorts['trace']>;
  readonly sending?: SessionPorts['sending'];
  readonly ended: NonNullable<SessionPorts['ended']>;
  readonly preflight: SessionPorts['preflight'];
  readonly quarantined: (file: string, reason: string) => void;
  /** A conversation could not be read for a reason that the store does not know; an empty one is shown. */
  readonly unreadable: (error: unknown) => void;
}

export function createChats(deps: ChatsDeps): Chats {
  const { vscode, store, clock } = deps;
  const chats = new Map<string, Chat>();
  const changed = new vscode.EventEmitter<void>();
  const forgotten = new vscode.EventEmitter<Chat>();
  const opening = new Map<string, Promise<Chat>>();

  function add(conversation: Conversation, readOnly: string | null = null): Chat {
    const session = createSession(conversation, {
      store,
      clock,
      newId: deps.newId,
      trace: deps.trace,
      ended: deps.ended,
      ...(deps.sending && { sending: deps.sending }),
      preflight: deps.preflight,
    });
    const composer = createComposer({
      id: conversation.id,
      memento: deps.memento,
      clock,
      mayKeep: () => !deps.zeroRetention() && !isEphemeral(session.conversation),
      onDidChange: () => changed.fire(),
    });
    const chat: Chat = { session, composer, readOnly };
    let id = conversation.id;
    chats.set(id, chat);
    session.listen({
      changed(_seq, changes) {
        if (changes.some(({ type }) => type !== 'text')) changed.fire();
      },
      replaced() {
        // The store may have given our copy a new id, when two windows changed the same conversation.
        if (session.conversation.id === id) return;
        chats.delete(id);
        id = session.conversation.id;
        chats.set(id, chat);
      },
      saved: () => changed.fire(),
    });
    return chat;
  }

  function create(options: { id?: string; temporary?: boolean; zeroRetention?: boolean } = {}): Chat {
    const folder = vscode.workspace.workspaceFolders?.[0];
    return add(
      newConversation({
        id: options.id ?? deps.newId(),
        now: clock.now(),
        folder: folder ? { name: folder.name, uri: folder.uri.toString() } : null,
        temporary: options.temporary ?? false,
        zeroRetention: options.zeroRetention ?? false,
      }),
    );
  }

  async function read(id: string): Promise<Chat> {
    const loaded = await store.load(id).catch((error: unknown) => {
      deps.unreadable(error);
      return null;
    });
    // Under an id of its own, so that it never takes the place of what could not be read.
    if (loaded === null) return create();
    switch (loaded.type) {
      case 'ok':
        return add(loaded.conversation);
      case 'readOnly': {
        const reason = vscode.l10n.t(
          'This conversation was written by a newer version of Fiscal. It can be read here.',
        );
        return loaded.conversation ? add(loaded.conversation, reason) : create();
      }
      case 'quarantined':
        deps.quarantined(loaded.file, loaded.reason);
        return loaded.recovered ? add(loaded.recovered) : create({ id });
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
    dispose() {
      changed.dispose();
      forgotten.dispose();
    },
    create: (options) => create(options),
    adopt: add,
    all: () => [...chats.values()],
    release(chat, isShown) {
      if (isShown(chat) || chat.session.conversation.turns.some((turn) => isRunning(turn.answer.state))) return;
      const { id, turns } = chat.session.conversation;
      // What is in no store would be lost: such a conversation stays open as long as the window.
      if (turns.length > 0 && isEphemeral(chat.session.conversation)) return;
      void chat.composer.save();
      chats.delete(id);
      chat.session.dispose();
    },
    forget(id) {
      const chat = chats.get(id);
      chats.delete(id);
      chat?.composer.set({ draft: '', chips: [], askMode: null });
      void chat?.composer.save();
      chat?.session.dispose();
      if (chat) forgotten.fire(chat);
    },
    async close() {
      await Promise.all(
        [...chats.values()].map(async ({ session, composer }) => {
          for (const turn of session.conversation.turns) {
            if (isRunning(turn.answer.state)) await session.interrupt(turn.id);
          }
          await composer.save();
          session.dispose();
        }),
      );
      await store.flush();
    },
  };
}

function isEphemeral(conversation: Conversation): boolean {
  return conversation.temporary || conversation.zeroRetention || conversation.turns.some((turn) => turn.zeroRetention);
}
