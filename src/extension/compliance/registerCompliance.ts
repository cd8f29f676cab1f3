/** The identifier guard, the research log and the usage limits, and their commands. Each is loaded when it is first used. */
import type * as Vscode from 'vscode';
import { type QuestionGuard, strictestGuard } from '../../conversation/conversation.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { LanguageModel } from '../../model/languageModel.ts';
import type { Feature } from '../common/contributions.ts';
import { once } from '../common/once.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { PreflightDeps } from '../session/preflight.ts';
import type { ChangeSubscriber } from '../session/session.ts';
import type { ComplianceServices, OpenComplianceServices } from './complianceServices.ts';

/** Milliseconds after the start until expired conversations are deleted: not while the user waits for the first view. */
const CLEANUP_DELAY = 20_000;

type LogCommand = keyof ComplianceServices['commands'];

export interface Compliance
  extends Feature<LogCommand>,
    Pick<ComplianceServices, 'used' | 'modelCalled' | 'logEntries' | 'flush'> {
  readonly guard: NonNullable<PreflightDeps['guard']>;
  /** The model behind the identifier guard. */
  guardPrompts(model: LanguageModel, guard: QuestionGuard): LanguageModel;
  /** Texts for the language model of an agent, with placeholders. Null if the guard does not allow them to be sent. */
  guardTexts(texts: readonly string[]): Promise<readonly string[] | null>;
  /** undefined in a browser, where nothing is written. */
  readonly checkUsage: PreflightDeps['checkUsage'];
  /** Records every conversation of this window in the research log and the counts. */
  readonly recorder: ChangeSubscriber;
  /** Deletes expired conversations soon. */
  startCleanup(isOpen: (id: string) => boolean): void;
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
        return mode === 'off' ? undefined : { block: mode === 'block', names: [...clientNames, ...guard.names()] };
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
    modelCalled: async (askMode) => (await records?.())?.modelCalled(askMode),
    checkUsage: records ? async (request) => (await records()).checkUsage(request) : undefined,
    recorder: {
      beforeSend: async (turn, messages, conversation) => (await records?.())?.sending(conversation, turn, messages),
      changed(_first, changes, conversation) {
        for (const change of changes) {
          if (change.type !== 'ended' && change.type !== 'reviewed') continue;
          const turn = conversation.turns.find(({ id }) => id === change.turnId);
          // A question that was never sent has no answer.
          if (!turn || turn.epoch === 0) continue;
          void records?.().then((each) =>
            change.type === 'ended' ? each.ended(conversation, turn) : each.reviewed(conversation, turn, change.source),
          );
        }
      },
    },
    used: async (conversation, turn, action) => (await records?.())?.used(conversation, turn, action),
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
