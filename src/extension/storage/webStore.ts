/** The store in a browser: the same files, in the storage that VS Code gives the extension there. */
import type * as Vscode from 'vscode';
import { systemClock } from '../../client/clock.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import { createConversationStore } from './conversationStore.ts';
import { createWebFiles } from './webFiles.ts';
import type { WindowHeartbeat } from './windowHeartbeat.ts';

export function createWebStore(vscode: Parameters<typeof createWebFiles>[0], folder: Vscode.Uri): ConversationStore {
  return createConversationStore({
    files: createWebFiles(vscode, folder),
    heartbeat: createTabHeartbeat(),
    watch: () => null,
    clock: systemClock,
  });
}

/** A browser has no process to look for. A running answer of another tab is taken for interrupted. */
function createTabHeartbeat(): WindowHeartbeat {
  const running = new Map<string, string>();
  return {
    id: crypto.randomUUID().slice(0, 8),
    runs: (turnId) => running.has(turnId),
    runsIn: (conversationId) => [...running.values()].includes(conversationId),
    set(conversationId, turnId, isPending) {
      if (isPending) running.set(turnId, conversationId);
      else running.delete(turnId);
    },
    others: () => new Map(),
    sweep: () => {},
    dispose: () => {},
  };
}
