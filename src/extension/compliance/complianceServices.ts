/** What is written on this machine besides conversations: the research log and the counts of questions. And what is deleted. */
import * as os from 'node:os';
import * as path from 'node:path';
import type * as Vscode from 'vscode';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import type { GatePorts } from '../session/preflight.ts';
import type { Settings } from '../settings.ts';
import { sweep } from '../storage/retentionCleanup.ts';
import { createSpendGate } from './preflightChecks.ts';
import { createLogCommands } from './researchLog/logCommands.ts';
import { createLogEnds } from './researchLog/logEnds.ts';
import { createResearchLog, FOLDER_LOG, GLOBAL_LOG } from './researchLog/researchLog.ts';
import { createUsageCounter } from './usage/usageCounter.ts';

export interface RecordsOptions {
  readonly settings: () => Settings;
  readonly store: ConversationStore;
  readonly isOpen: (id: string) => boolean;
}

export interface Records {
  /** To be awaited before a question is sent. None of these rejects. */
  sending(conversation: Conversation, turn: Turn, messages: readonly Message[]): Promise<void>;
  ended(conversation: Conversation, turn: Turn): Promise<void>;
  used(conversation: Conversation, turn: Turn, how: string): Promise<void>;
  reviewed(conversation: Conversation, turn: Turn, source: number): Promise<void>;
  readonly spend: NonNullable<GatePorts['spend']>;
  /** Deletes what is past its period. */
  sweep(): Promise<void>;
  /** Resolves when everything told so far is written. */
  flush(): Promise<void>;
  readonly commands: {
    'fiscal.verifyResearchLog'(): Promise<void>;
    'fiscal.exportResearchLog'(): Promise<void>;
    'fiscal.showUsage'(): Promise<void>;
  };
}

/** How the log names what users do with an answer. */
const USES: Readonly<Record<string, string>> = {
  insert: 'inserted',
  copyMarkdown: 'copied',
  copyPlain: 'copied',
  copiedRich: 'copied',
  newDocument: 'new document',
};

export function createRecords(
  vscode: typeof Vscode,
  globalStorage: string,
  { settings, store, isOpen }: RecordsOptions,
): Records {
  const { l10n, window, workspace } = vscode;
  const ends = createLogEnds(path.join(globalStorage, 'log-ends'));
  const localFolders = () =>
    workspace.isTrusted ? (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file') : [];

  const log = createResearchLog({
    settings: () => ({ place: settings().privacy.researchLog, zeroRetention: settings().privacy.logZeroRetention }),
    globalFolder: globalStorage,
    folderOf: ({ folder }) => localFolders().find(({ uri }) => uri.toString() === folder?.uri)?.uri.fsPath ?? null,
    who: userName,
    now: Date.now,
    noteEnd: ends.set,
    onTrouble(code) {
      const text = l10n.t('The research log cannot be written ({0}). What is asked now is missing in it.', code ?? '');
      void window.showWarningMessage(text);
    },
  });
  const counts = createUsageCounter(path.join(globalStorage, 'spend'), Date.now, () => {});
  const logCommands = createLogCommands({
    vscode,
    files: () => [
      ...localFolders().map(({ uri }) => path.join(uri.fsPath, FOLDER_LOG)),
      path.join(globalStorage, GLOBAL_LOG),
    ],
    endOf: ends.get,
    flush: log.flush,
  });

  return {
    async sending(conversation, turn, messages) {
      // What the built-in library answers is neither sent anywhere nor billed.
      const count = turn.service === 'library' ? undefined : counts.add(turn.askMode);
      await Promise.all([log.asked(conversation, turn, messages), count]);
    },
    ended: log.answered,
    used: (conversation, turn, how) => log.used(conversation, turn, USES[how] ?? how),
    reviewed: log.reviewed,
    spend: createSpendGate(l10n, settings, counts),
    async sweep() {
      const folder = path.join(globalStorage, 'conversations');
      await sweep({ folder, store, days: settings().privacy.deleteAfterDays, now: Date.now(), isOpen });
    },
    flush: log.flush,
    commands: {
      ...logCommands,
      async 'fiscal.showUsage'() {
        const { day, month } = await counts.counts();
        const items = [...month].map(([mode, inMonth]) => ({
          label: mode === 'auto' ? l10n.t('Auto (mode not reported by the service)') : mode,
          description: l10n.t('{0} today, {1} this month', day.get(mode) ?? 0, inMonth),
        }));
        if (items.length === 0)
          void window.showInformationMessage(l10n.t('No questions were sent to a service this month.'));
        else await window.showQuickPick(items, { title: l10n.t('Usage: Questions Sent by Mode') });
      },
    },
  };
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return process.env.USER ?? process.env.USERNAME ?? '';
  }
}
