/** The research log, the usage counts and the deletion of expired conversations, on a machine with files. */
import * as path from 'node:path';
import type * as Vscode from 'vscode';
import { createLogCheckpoints } from '../../compliance/researchLog/checkpoints.ts';
import { findEntries } from '../../compliance/researchLog/findEntries.ts';
import { createResearchLog, FOLDER_LOG, GLOBAL_LOG } from '../../compliance/researchLog/researchLog.ts';
import { createUsageCounter } from '../../compliance/usageCounter.ts';
import { userName } from '../../compliance/userName.ts';
import type { AnswerAction } from '../../conversation/answerAction.ts';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import { modeLabel } from '../../conversation/labels.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { AskMode, Message } from '../../protocol/chatCompletions.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { SECTION } from '../common/contributions.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import { localFolders } from '../common/localFolders.ts';
import { offer } from '../common/prompts.ts';
import type { Settings } from '../common/settings.ts';
import type { PreflightDeps } from '../session/preflight.ts';
import { sweep } from '../storage/retentionCleanup.ts';
import { createLogCommands } from './logCommands.ts';
import { createUsageCheck } from './usageLimits.ts';

export interface ComplianceDeps {
  readonly settings: () => Settings;
  readonly store: ConversationStore;
  /** Of the workspace: remembers whether its folders may turn on the research log. */
  readonly memento: Vscode.Memento;
}

export interface ComplianceServices {
  /** Await it before a question is sent. None of these rejects. */
  sending(conversation: Conversation, turn: Turn, messages: readonly Message[]): Promise<void>;
  ended(conversation: Conversation, turn: Turn): Promise<void>;
  used(conversation: Conversation, turn: Turn, action: AnswerAction): Promise<void>;
  reviewed(conversation: Conversation, turn: Turn, source: number): Promise<void>;
  /** A request goes to a language model. It counts like a question of the mode. */
  modelCalled(askMode: AskMode): Promise<void>;
  /** How the research log names the answers of turns, by the id of the turn. Without an entry if it has none. */
  logEntries(turns: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly checkUsage: NonNullable<PreflightDeps['checkUsage']>;
  deleteExpired(isOpen: (id: string) => boolean): Promise<void>;
  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void>;
  readonly commands: {
    'fiscal.verifyResearchLog'(): Promise<void>;
    'fiscal.exportResearchLog'(): Promise<void>;
    'fiscal.showUsage'(): Promise<void>;
  };
}

export type OpenComplianceServices = (options: ComplianceDeps) => Promise<ComplianceServices>;

export function createComplianceServices(
  vscode: typeof Vscode,
  globalStorage: string,
  { settings, store, memento }: ComplianceDeps,
): ComplianceServices {
  const { l10n, window, workspace } = vscode;
  const checkpoints = createLogCheckpoints(path.join(globalStorage, 'log-checkpoints'));
  const trustedFolders = () => (workspace.isTrusted ? localFolders(workspace) : []);

  let folderLog: Promise<boolean> | undefined;

  const log = createResearchLog({
    settings: () => settings().privacy,
    globalFolder: globalStorage,
    folderOf: ({ folder }) => trustedFolders().find(({ uri }) => uri.toString() === folder?.uri)?.uri.fsPath ?? null,
    who: userName,
    now: Date.now,
    checkpoints,
    confirmFolderLog() {
      folderLog ??= confirmFolderLog(vscode, memento);
      return folderLog;
    },
    onGap(file) {
      const text = l10n.t('The research log was changed: entries are missing in {0}. A new entry records this.', file);
      void offer(window.showWarningMessage, text, l10n.t('Verify Research Log'), () =>
        logCommands['fiscal.verifyResearchLog'](),
      );
    },
    onWriteError(code) {
      const text = l10n.t('The research log cannot be written ({0}). New questions are not logged.', code ?? '');
      void window.showWarningMessage(text);
    },
  });
  let isCountReported = false;
  const counts = createUsageCounter(path.join(globalStorage, 'usage'), Date.now, (code) => {
    if (isCountReported) return;
    isCountReported = true;
    void window.showWarningMessage(
      l10n.t('Questions cannot be counted ({0}). Usage limits do not include them.', code),
    );
  });
  const files = () => [
    ...trustedFolders().map(({ uri }) => path.join(uri.fsPath, FOLDER_LOG)),
    path.join(globalStorage, GLOBAL_LOG),
  ];
  const logCommands = createLogCommands({
    vscode,
    files,
    checkpoints,
    flush: log.flush,
  });

  return {
    async sending(conversation, turn, messages) {
      // A question for the built-in library is not billed. The requests of a language model are counted one by one.
      const count = turn.service === LIBRARY ? undefined : counts.add(turn.askMode);
      await Promise.all([log.asked(conversation, turn, messages), count]);
    },
    modelCalled: (askMode) => counts.add(askMode),
    async ended(conversation, turn) {
      const { usage } = turn.answer;
      const counted = turn.model && usage ? counts.addTokens(turn.model.name, usage.totalTokens) : undefined;
      await Promise.all([log.answered(conversation, turn), counted]);
    },
    used: log.used,
    reviewed: log.reviewed,
    async logEntries(turns) {
      await log.flush();
      return findEntries(files(), turns);
    },
    checkUsage: createUsageCheck(documentLanguage(vscode), settings, counts),
    async deleteExpired(isOpen) {
      const folder = path.join(globalStorage, 'conversations');
      await sweep({ folder, store, days: settings().privacy.deleteAfterDays, now: Date.now(), isOpen });
    },
    flush: log.flush,
    commands: {
      ...logCommands,
      async 'fiscal.showUsage'() {
        const tokensOf = (tokens: number) => l10n.t('{0} tokens', formatNumber(tokens, vscode.env));
        const { day, month } = await counts.counts();
        const items = [...month].map(([mode, inMonth]) => ({
          label: mode === 'auto' ? l10n.t('Auto (mode not reported by the service)') : modeLabel(mode, l10n),
          description: l10n.t(
            '{0} today, {1} this month',
            formatNumber(day.get(mode) ?? 0, vscode.env),
            formatNumber(inMonth, vscode.env),
          ),
        }));
        const models = [...(await counts.tokens())].map(([label, days]) => ({
          label,
          description: tokensOf([...days.values()].reduce((sum, one) => sum + one, 0)),
          detail: [...days].map(([at, tokens]) => `${at}: ${tokensOf(tokens)}`).join(' · '),
        }));
        if (items.length === 0 && models.length === 0)
          void window.showInformationMessage(l10n.t('No questions were sent to a service this month.'));
        else await window.showQuickPick([...items, ...models], { title: l10n.t('Usage: Questions Sent by Mode') });
      },
    },
  };
}

const FOLDER_LOG_ALLOWED = `${SECTION}.folderLogAllowed`;

/** Asks once per workspace whether its folders may turn on the research log. Without an answer, asks again in the next window. */
async function confirmFolderLog(vscode: typeof Vscode, memento: Vscode.Memento): Promise<boolean> {
  const { l10n, window } = vscode;
  const known = memento.get<unknown>(FOLDER_LOG_ALLOWED);
  if (typeof known === 'boolean') return known;
  const [keep, decline] = [l10n.t('Keep Log'), l10n.t('Do Not Keep Log')];
  const chosen = await window.showWarningMessage(
    l10n.t('The settings of this folder turn on the research log. Do you want to keep it?'),
    {
      modal: true,
      detail: l10n.t('The log contains your questions, the sources of the answers and your user name.'),
    },
    keep,
    decline,
  );
  if (chosen === keep || chosen === decline) await memento.update(FOLDER_LOG_ALLOWED, chosen === keep);
  return chosen === keep;
}
