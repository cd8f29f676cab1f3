/** The language model that the user chose, and the user's consent to its use. Without consent the library quotes. */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import type { QuestionGuard, TurnModel } from '../../conversation/conversation.ts';
import type { LanguageModel } from '../../model/languageModel.ts';
import type { SecondReading } from '../../protocol/secondReading.ts';
import { isLoopback } from '../../text/loopback.ts';
import type { LanguageModelSettings } from '../common/answererSettings.ts';
import { SECTION } from '../common/contributions.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { ModelSources } from './openModel.ts';

/** The chosen model for one question. */
export interface OpenedModel {
  readonly model: LanguageModel;
  readonly info: TurnModel;
  readonly zeroRetention: boolean;
  readonly secondReading: SecondReading;
}

export interface ModelQuestion {
  readonly zeroRetention: boolean;
  readonly guard: QuestionGuard;
  /** A request goes to a model that is not on this machine. */
  readonly onCall: () => void;
}

export interface LanguageModels extends Vscode.Disposable {
  /** The chosen model, unless the user refused its use; null: quote only. */
  readonly current: TurnModel | null;
  /** The model for a question that is about to be asked; null: quote only. Asks for consent once per model. */
  forQuestion(options: ModelQuestion): Promise<OpenedModel | null>;
  /** Takes over a model that the user has just chosen, and asks for consent again if it was refused before. `isAllowed`: the user saw what it receives. */
  choose(chosen: LanguageModelSettings | null, name?: string, isAllowed?: boolean): Promise<void>;
  readonly onDidChange: Vscode.Event<void>;
}

export interface LanguageModelsOptions extends ModelSources {
  readonly settings: SettingsHolder;
  /** Remembers the answers of the user for each model, on this machine. */
  readonly memento: Vscode.Memento;
  /** Applies the identifier guard to the prompts of a model that is not on this machine. */
  readonly guardPrompts: (model: LanguageModel, guard: QuestionGuard) => LanguageModel;
}

const consentSchema = z.object({
  name: z.string().check(z.maxLength(200)),
  allowed: z.optional(z.boolean()),
  /** Whether the user stated that the provider retains nothing. */
  zeroRetention: z.optional(z.boolean()),
});
type Consent = z.infer<typeof consentSchema>;

/** Ollama forwards the prompts of models with such a name to servers of its maker. */
export function isForwarded(model: string): boolean {
  return /[:-]cloud$/i.test(model);
}

export function createLanguageModels(options: LanguageModelsOptions): LanguageModels {
  const { vscode, settings, memento } = options;
  const changed = new vscode.EventEmitter<void>();
  /** Questions to the user that are open, so that two questions at once lead to one dialog. */
  const asking = new Map<string, Promise<boolean>>();
  const listener = settings.onDidChange(() => changed.fire());

  const consentOf = (chosen: LanguageModelSettings): Consent => {
    return consentSchema.safeParse(memento.get<unknown>(keyOf(chosen))).data ?? { name: chosen.model };
  };
  const remember = async (chosen: LanguageModelSettings, part: Partial<Consent>): Promise<void> => {
    await memento.update(keyOf(chosen), { ...consentOf(chosen), ...part });
    changed.fire();
  };

  function infoOf(chosen: LanguageModelSettings): TurnModel {
    const { name } = consentOf(chosen);
    if (chosen.provider === 'vscode') {
      return { name, provider: chosen.model.slice(0, chosen.model.indexOf('/')), onThisMachine: false };
    }
    const { host, hostname } = new URL(chosen.address);
    return { name, provider: host, onThisMachine: isLoopback(hostname) && !isForwarded(chosen.model) };
  }

  /** A closed dialog is no answer: the library quotes, and the next question asks again. */
  function ask(chosen: LanguageModelSettings, what: 'allowed' | 'zeroRetention'): Promise<boolean> {
    const key = `${what} ${keyOf(chosen)}`;
    const open = asking.get(key) ?? show(chosen, what).finally(() => asking.delete(key));
    asking.set(key, open);
    return open;
  }

  async function show(chosen: LanguageModelSettings, what: 'allowed' | 'zeroRetention'): Promise<boolean> {
    const { askUse, askZeroRetention } = await import('./consentDialogs.ts');
    const answer = await (what === 'allowed' ? askUse : askZeroRetention)(vscode, infoOf(chosen));
    if (answer !== undefined) await remember(chosen, { [what]: answer });
    return answer === true;
  }

  return {
    onDidChange: changed.event,
    get current() {
      const chosen = settings.current.languageModel;
      return chosen && consentOf(chosen).allowed !== false ? infoOf(chosen) : null;
    },
    async forQuestion({ zeroRetention, guard, onCall }) {
      const chosen = settings.current.languageModel;
      if (!chosen) return null;
      const allowed = consentOf(chosen).allowed ?? (await ask(chosen, 'allowed'));
      if (!allowed) return null;
      const info = infoOf(chosen);
      const retainsNothing =
        info.onThisMachine ||
        (zeroRetention && (consentOf(chosen).zeroRetention ?? (await ask(chosen, 'zeroRetention'))));
      const { openModel } = await import('./openModel.ts');
      const opened = await openModel(chosen, info.name, settings.current.writing.timeLimit, options);
      const model = info.onThisMachine ? opened : options.guardPrompts(countingCalls(opened, onCall), guard);
      const { secondReading } = settings.current.writing;
      return { model, info, zeroRetention: retainsNothing, secondReading };
    },
    async choose(chosen, name, isAllowed = false) {
      if (!chosen) return changed.fire();
      const named = name !== undefined && { name: name.slice(0, 200) };
      await remember(chosen, { ...named, ...(isAllowed && { allowed: true }) });
      if (consentOf(chosen).allowed !== true) await ask(chosen, 'allowed');
    },
    dispose() {
      listener.dispose();
      changed.dispose();
    },
  };
}

/** Inside the guard, so that a prompt that it blocks is not counted. */
function countingCalls(model: LanguageModel, count: () => void): LanguageModel {
  return {
    ...model,
    send(messages, signal, observer) {
      count();
      return model.send(messages, signal, observer);
    },
  };
}

function keyOf({ provider, model, address }: LanguageModelSettings): string {
  return `${SECTION}.languageModel:${provider}:${address}:${model}`;
}
