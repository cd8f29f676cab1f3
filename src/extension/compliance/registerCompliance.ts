/** The identifier guard, the research log and the usage limits, and their commands. Each is loaded when it is first used. */
import type * as Vscode from 'vscode';
import type { AnswerAction } from '../../conversation/answerAction.ts';
import { type Conversation, type QuestionGuard, strictestGuard, type Turn } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { LanguageModel } from '../../model/languageModel.ts';
import type { AskMode, Message } from '../../protocol/chatCompletions.ts';
import type { Feature } from '../common/contributions.ts';
import { once } from '../common/once.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { PreflightDeps } from '../session/preflight.ts';
import type { ComplianceServices, OpenComplianceServices } from './complianceServices.ts';

/** Milliseconds after the start until expired conversations are deleted: not while the user waits for the first view. */
const CLEANUP_DELAY = 20_000;

type LogCommand = keyof ComplianceServices['commands'];

export interface Compliance extends Feature<LogCommand> {
  readonly guard: NonNullable<PreflightDeps['guard']>;
  /** The model behind the identifier guard. */
  guardPrompts(model: LanguageModel, guard: QuestionGuard): LanguageModel;
  /** Texts for the language model of an agent, with placeholders. Null if the guard does not allow them to be sent. */
  guardTexts(texts: readonly string[]): Promise<readonly string[] | null>;
  /** A request goes to a language model. It counts like a question of the mode. */
  modelCalled(askMode: AskMode): void;
  /** undefined in a browser, where nothing is written. */
  readonly checkUsage: PreflightDeps['checkUsage'];
  /** Await it before a question is sent. */
  sending(conversation: Conversation, turn: Turn, messages: readonly Message[]): Promise<void>;
  ended(conversation: Conversation, turn: Turn): void;
  used(conversation: Conversation, turn: Turn, action: AnswerAction): void;
  reviewed(conversation: Conversation, turn: Turn, source: number): void;
  /** How the research log names the answers of turns, by the id of the turn. Without an entry if it has none. */
  logEntries(turns: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Deletes expired conversations soon. */
  startCleanup(isOpen: (id: string) => boolean): void;
  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void>;
}

export function registerCompliance(deps: {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly store: ConversationStore;
  readonly memento: Vscode.Memento;
  /** null in a browser, where nothing is written. */
  readonly openComplianceServices: OpenComplianceServices | null;
}): Compliance {
  const { vscode, store, memento, openComplianceServices } = deps;
  const settings = () => deps.settings.current;
  let opened: Promise<ComplianceServices> | undefined;
  const records =
    openComplianceServices &&
    once(() => {
      opened = openComplianceServices({ settings, store, memento });
      return opened;
    });
  let cleanup: ReturnType<typeof setTimeout> | undefined;

  const command = (id: LogCommand) => async () => {
    if (records) return (await records()).commands[id]();
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This is not available in the browser, where Fiscal cannot write files.'),
    );
  };

  return {
    async guard(messages, request) {
      const { createGuardCheck } = await import('./guard.ts');
      return createGuardCheck(vscode.l10n, settings)(messages, request);
    },
    guardPrompts: (model, guard) => ({
      ...model,
      get hidden() {
        const { guard: setting, clientNames } = settings().privacy;
        const mode = strictestGuard([setting, guard.strictest()]);
        return mode === 'off' ? undefined : { block: mode === 'block', names: clientNames };
      },
      async *send(messages, signal, observer) {
        const { guardPrompts } = await import('../../compliance/guard/guardPrompts.ts');
        return yield* guardPrompts(model, () => settings().privacy, guard).send(messages, signal, observer);
      },
    }),
    async guardTexts(texts) {
      const { guardTexts } = await import('../../compliance/guard/guardTexts.ts');
      return guardTexts(texts, settings().privacy);
    },
    modelCalled: (askMode) => void records?.().then((each) => each.modelCalled(askMode)),
    checkUsage: records ? async (request) => (await records()).checkUsage(request) : undefined,
    sending: async (conversation, turn, messages) => (await records?.())?.sending(conversation, turn, messages),
    ended: (conversation, turn) => void records?.().then((each) => each.ended(conversation, turn)),
    used: (conversation, turn, action) => void records?.().then((each) => each.used(conversation, turn, action)),
    reviewed: (conversation, turn, source) =>
      void records?.().then((each) => each.reviewed(conversation, turn, source)),
    logEntries: async (turns) => (await records?.())?.logEntries(turns) ?? new Map(),
    startCleanup(isOpen) {
      cleanup = setTimeout(() => void records?.().then((each) => each.deleteExpired(isOpen)), CLEANUP_DELAY);
    },
    flush: async () => (await opened)?.flush(),
    commands: {
      'fiscal.verifyResearchLog': command('fiscal.verifyResearchLog'),
      'fiscal.exportResearchLog': command('fiscal.exportResearchLog'),
      'fiscal.showUsage': command('fiscal.showUsage'),
    },
    dispose: () => clearTimeout(cleanup),
  };
}
