/** The trees of conversations and sources, and their commands. */
import type * as Vscode from 'vscode';
import { type Conversation, isRunning } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { SourceActions } from '../answers/sourceActions.ts';
import type { Feature } from '../contributions.ts';
import { disposeAll } from '../disposables.ts';
import type { ChatView } from '../panel/sidebarView.ts';
import type { Chats } from '../session/chats.ts';
import { createConversationCommands } from './conversationCommands.ts';
import { type ConversationTree, createConversationTree } from './conversationsTree.ts';
import { createSourceCommands } from './sourceCommands.ts';
import { createSourcesTree, type SourcesTree } from './sourcesTree.ts';

type ConversationCommand = keyof ReturnType<typeof createConversationCommands>;
type SourceCommand = keyof ReturnType<typeof createSourceCommands>;

export interface ConversationViews extends Feature<ConversationCommand | SourceCommand | 'fiscal.importConversation'> {
  readonly conversations: ConversationTree;
  readonly sources: SourcesTree;
}

export function registerConversationViews(deps: {
  readonly vscode: typeof Vscode;
  readonly store: ConversationStore;
  readonly chats: Chats;
  readonly view: ChatView;
  readonly sources: SourceActions;
  readonly newId: () => string;
}): ConversationViews {
  const { vscode, store, chats, view } = deps;
  const conversations = createConversationTree(vscode, store);
  const sources = createSourcesTree(vscode);
  if (view.current) sources.show(view.current);

  const conversationCommands = createConversationCommands({
    vscode,
    store,
    async open(id, turnId, query) {
      const chat = await chats.open(id);
      view.show(chat);
      await view.reveal();
      if (turnId !== null) chat.session.apply({ type: 'branchSelected', turnId });
      if (query !== null) view.post({ type: 'find', query, turnId });
    },
    async apply(id, change) {
      const chat = await chats.open(id);
      if (chat.readOnly === null) chat.session.apply(change);
      else void vscode.window.showInformationMessage(chat.readOnly);
      chats.release(chat, (each) => each === view.current);
    },
    async read(id) {
      const opened = chats.all().find(({ session }) => session.conversation.id === id);
      if (opened) return opened.session.conversation;
      const loaded = await store.load(id);
      return loaded.type === 'ok' ? loaded.conversation : null;
    },
    // Under a new id, because the deleted one is not written again.
    restore: (conversation) => store.record(restored(conversation, deps.newId()), []),
    forget(id) {
      const isShown = view.current?.session.conversation.id === id;
      chats.forget(id);
      if (isShown) view.show(chats.create());
    },
  });
  const subscriptions = [conversations, sources, view.onDidShow((chat) => sources.show(chat))];

  return {
    conversations,
    sources,
    commands: {
      ...conversationCommands,
      ...createSourceCommands(vscode, deps.sources, sources),
      'fiscal.importConversation': async () => (await import('./importConversation.ts')).importConversation(deps),
    },
    dispose: () => disposeAll(subscriptions),
  };
}

/** A running answer was ended by the deletion. */
function restored(conversation: Conversation, id: string): Conversation {
  return {
    ...conversation,
    id,
    turns: conversation.turns.map((turn) =>
      isRunning(turn.answer.state) ? { ...turn, answer: { ...turn.answer, state: 'interrupted', retry: null } } : turn,
    ),
  };
}
