/** Keeping as the host puts it together: the tree and its commands, the guard, and, where there are files, log and counts. */
import type * as Vscode from 'vscode';
import type { ConversationStore } from '../../conversation/store.ts';
import type { SourceActions } from '../answers/sourceActions.ts';
import type { Records } from '../compliance/complianceServices.ts';
import type { ChatView } from '../panel/sidebarView.ts';
import type { Platform } from '../platform.ts';
import type { Chats } from '../session/chats.ts';
import type { PreflightPorts } from '../session/preflight.ts';
import type { SettingsHolder } from '../settings.ts';
import { followWindows } from '../storage/followWindows.ts';
import { createConversationCommands } from './conversationCommands.ts';
import { type ConversationTree, createConversationTree } from './conversationsTree.ts';
import { createSourceCommands } from './sourceCommands.ts';
import type { SourcesTree } from './sourcesTree.ts';

export interface Keeping {
  readonly guard: NonNullable<PreflightPorts['guard']>;
  /** Opens the records at the first call; null in a browser, where nothing is written. */
  readonly records: (() => Promise<Records>) | null;
  /** Resolves when the records are written. */
  flush(): Promise<void>;
}

/** Milliseconds after the start until expired conversations are looked for: not while the user waits for the first view. */
const SWEEP_AFTER = 20_000;

export function createKeeping(options: {
  readonly vscode: typeof Vscode;
  readonly platform: Platform;
  readonly settings: SettingsHolder;
  readonly store: ConversationStore;
  readonly memento: Vscode.Memento;
  readonly isOpen: (id: string) => boolean;
}): Keeping & Vscode.Disposable {
  const { vscode, store } = options;
  const settings = () => options.settings.current;
  const { openRecords } = options.platform;
  let opened: Promise<Records> | undefined;
  const records =
    openRecords &&
    (() => {
      opened ??= openRecords({ settings, store, memento: options.memento, isOpen: options.isOpen });
      return opened;
    });
  const timer = records && setTimeout(() => void records().then((each) => each.sweep()), SWEEP_AFTER);
  return {
    async guard(messages, draft) {
      const { createGuardCheck } = await import('../compliance/guard/guard.ts');
      return createGuardCheck(vscode.l10n, settings)(messages, draft);
    },
    records,
    async flush() {
      await (await opened)?.flush();
    },
    dispose() {
      if (timer) clearTimeout(timer);
    },
  };
}

export type KeepingCommands = ReturnType<typeof createConversationCommands> &
  ReturnType<typeof createSourceCommands> &
  Records['commands'];

export function createKeepingCommands(ports: {
  readonly vscode: typeof Vscode;
  readonly store: ConversationStore;
  readonly chats: Chats;
  readonly view: ChatView;
  readonly records: Keeping['records'];
  readonly sources: SourceActions;
  readonly sourcesTree: SourcesTree;
}): { readonly tree: ConversationTree; readonly commands: KeepingCommands } {
  const { vscode, store, chats, view } = ports;
  const recordsCommand = (id: keyof Records['commands']) => async () => {
    if (ports.records) return (await ports.records()).commands[id]();
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This is not available in the browser, where Fiscal cannot write files.'),
    );
  };
  const commands = createConversationCommands({
    vscode,
    store,
    async open(id, turnId) {
      const chat = await chats.open(id);
      view.show(chat);
      await view.reveal();
      if (turnId !== null) await chat.session.apply({ type: 'branchSelected', turnId });
    },
    async apply(id, change) {
      const chat = await chats.open(id);
      if (chat.readOnly === null) await chat.session.apply(change);
      else void vscode.window.showInformationMessage(chat.readOnly);
      chats.release(chat, (each) => each === view.current);
    },
    forget(id) {
      const isShown = view.current?.session.conversation.id === id;
      chats.forget(id);
      if (isShown) view.show(chats.create());
    },
  });
  const following = followWindows({ store, sessions: () => chats.all().map(({ session }) => session) });
  const tree = createConversationTree(vscode, store);
  return {
    tree: {
      ...tree,
      dispose() {
        following.dispose();
        tree.dispose();
      },
    },
    commands: {
      ...commands,
      ...createSourceCommands(vscode, ports.sources, ports.sourcesTree),
      'fiscal.verifyResearchLog': recordsCommand('fiscal.verifyResearchLog'),
      'fiscal.exportResearchLog': recordsCommand('fiscal.exportResearchLog'),
      'fiscal.showUsage': recordsCommand('fiscal.showUsage'),
    },
  };
}
