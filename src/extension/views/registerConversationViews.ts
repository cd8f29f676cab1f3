/** The trees of conversations and sources, and their commands. */
import type * as Vscode from 'vscode';
import { type Conversation, isPending } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { SourceActions } from '../answers/sourceActions.ts';
import type { Feature } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import { once } from '../common/once.ts';
import type { ChatView } from '../panel/sidebarView.ts';
import type { Chats } from '../session/chats.ts';
import type { ConversationCommandDeps, createConversationCommands } from './conversationCommands.ts';
import type { ConversationTree } from './conversationsTree.ts';
import type { createSourceCommands } from './sourceCommands.ts';
import type { SourcesTree } from './sourcesTree.ts';

type ConversationCommand = keyof ReturnType<typeof createConversationCommands>;
type SourceCommand = keyof ReturnType<typeof createSourceCommands>;

export interface ConversationViews extends Feature<ConversationCommand | SourceCommand | 'fiscal.importConversation'> {
  /** Made when the tree is first shown. */
  readonly conversations: () => Promise<ConversationTree>;
  readonly sources: () => Promise<SourcesTree>;
  readonly read: ConversationCommandDeps['read'];
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
  const subscriptions: Vscode.Disposable[] = [];
  const conversations = once(async () => {
    const { createConversationTree } = await import('./conversationsTree.ts');
    const tree = createConversationTree(vscode, store);
    subscriptions.push(tree);
    return tree;
  });
  const sources = once(async () => {
    const { createSourcesTree } = await import('./sourcesTree.ts');
    const tree = createSourcesTree(vscode);
    if (view.current) tree.show(view.current);
    subscriptions.push(
      tree,
      view.onDidShow((chat) => tree.show(chat)),
    );
    return tree;
  });
  const sourceCommands = once(async () => {
    const { createSourceCommands } = await import('./sourceCommands.ts');
    return createSourceCommands(vscode, deps.sources, await sources());
  });
  const sourceCommand = (id: SourceCommand) => async (node: unknown) => (await sourceCommands())[id](node);

  const conversationDeps: ConversationCommandDeps = {
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
  };
  const conversationCommands = once(async () => {
    const { createConversationCommands } = await import('./conversationCommands.ts');
    return createConversationCommands(conversationDeps);
  });
  const command =
    (id: ConversationCommand) =>
    async (...args: unknown[]) =>
      (await conversationCommands())[id](...args);

  return {
    conversations,
    sources,
    read: conversationDeps.read,
    commands: {
      'fiscal.searchConversations': command('fiscal.searchConversations'),
      'fiscal.openConversation': command('fiscal.openConversation'),
      'fiscal.renameConversation': command('fiscal.renameConversation'),
      'fiscal.pinConversation': command('fiscal.pinConversation'),
      'fiscal.unpinConversation': command('fiscal.unpinConversation'),
      'fiscal.archiveConversation': command('fiscal.archiveConversation'),
      'fiscal.unarchiveConversation': command('fiscal.unarchiveConversation'),
      'fiscal.deleteConversation': command('fiscal.deleteConversation'),
      'fiscal.openSource': sourceCommand('fiscal.openSource'),
      'fiscal.relyOnSource': sourceCommand('fiscal.relyOnSource'),
      'fiscal.rejectSource': sourceCommand('fiscal.rejectSource'),
      'fiscal.resetSource': sourceCommand('fiscal.resetSource'),
      'fiscal.copyCitation': sourceCommand('fiscal.copyCitation'),
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
      isPending(turn.answer.state) ? { ...turn, answer: { ...turn.answer, state: 'interrupted', retry: null } } : turn,
    ),
  };
}
