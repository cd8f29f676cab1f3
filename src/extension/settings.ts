/**
 * The settings as one frozen snapshot, replaced when a value changes. A folder can only make a setting stricter. The address
 * of the service comes from the user's settings alone (settingValues.ts).
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl, type ServiceAddress } from '../client/baseUrl.ts';
import { toResearchError } from '../client/errors.ts';
import { type GuardMode, guardModeSchema, strictestGuard } from '../conversation/conversation.ts';
import { ASK_MODES, type AskMode, askModeSchema, DEFAULT_ASK_MODE } from '../protocol/chatCompletions.ts';
import type { ErrorInfo } from '../protocol/errors.ts';
import { SECTION } from './contributions.ts';
import { type ConfigurationSource, readValues, type SettingValues } from './settingValues.ts';

export type LogPlace = 'off' | 'folder' | 'global';

export interface QuestionTemplate {
  readonly label: string;
  /** The question as it is sent. An empty text focuses the question box instead. */
  readonly text: string;
}

export interface AddressProblem {
  readonly problem: ErrorInfo;
}

/** Maximum number of questions by mode. A mode that is absent or 0 has no limit. */
export interface UsageLimits {
  readonly day: Readonly<Record<string, number>>;
  readonly month: Readonly<Record<string, number>>;
  readonly whenReached: 'confirm' | 'block';
}

export interface PrivacySettings {
  readonly guard: GuardMode;
  /** Names of clients and matters: the user's and those of the opened folders. */
  readonly clientNames: readonly string[];
  readonly researchLog: LogPlace;
  /** Whether an opened folder, and not the user, turned the research log on. */
  readonly researchLogByFolder: boolean;
  /** Questions with zero retention are logged too, by digests. */
  readonly logZeroRetention: boolean;
  /** Days after which a conversation is deleted; 0: never. */
  readonly deleteAfterDays: number;
}

export interface LanguageModelSettings {
  /** `vscode`: a model of VS Code's Language Model API. `address`: an OpenAI-compatible endpoint. */
  readonly provider: 'vscode' | 'address';
  /** `vendor/id`, or the name under which the endpoint knows the model. */
  readonly model: string;
  /** The base URL of the endpoint; empty for a model of VS Code. */
  readonly address: string;
  /** Input limit in tokens; 0: as the provider states it. */
  readonly inputTokens: number;
}

export interface Settings {
  /** The hosted service. null: the built-in library answers. A problem: questions are refused until it is fixed. */
  readonly address: ServiceAddress | AddressProblem | null;
  readonly askMode: AskMode;
  /** Modes that the service may select with `auto`. */
  readonly allowedAskModes: readonly AskMode[];
  /** Modes that the user can select. A folder's list limits them. */
  readonly askModes: readonly AskMode[];
  readonly zeroRetention: { readonly on: boolean; readonly byFolder: boolean };
  readonly confirmModes: readonly AskMode[];
  readonly questions: readonly QuestionTemplate[];
  readonly library: {
    /** Folders besides the opened ones: absolute paths, from the user's own settings only. */
    readonly folders: readonly string[];
    /** Subfolders of the opened folders to which a workspace limits its library. Empty: the whole folders. */
    readonly within: readonly string[];
    readonly exclude: readonly string[];
  };
  /** The language model that writes answers over the library, from the user's own settings only; null: quote only. */
  readonly languageModel: LanguageModelSettings | null;
  readonly sendKey: 'enter' | 'ctrlEnter';
  readonly fontSize: number;
  readonly notifyWhenDone: 'off' | 'unfocused' | 'always';
  /** Milliseconds. */
  readonly timeouts: { readonly connect: number; readonly firstByte: number; readonly idle: number };
  readonly privacy: PrivacySettings;
  readonly limits: UsageLimits;
}

/** Modes as check boxes, which the settings editor writes, or as a list. */
const modeChoice = z.union([z.array(askModeSchema), z.record(z.string(), z.boolean())]);
type ModeChoice = z.infer<typeof modeChoice>;
const strings = z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(200));
const seconds = z.number().check(z.gte(1), z.lte(7200));
const questionSchema = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z.string().check(z.maxLength(20_000)),
});
const names = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500));
const counts = z.record(z.string(), z.number().check(z.nonnegative()));
const logPlaces = z.enum(['off', 'folder', 'global']);

/** `trusted`: whether the user trusts the opened folders. Only then can a folder turn on a log that is written into it. */
export function readSettings(source: ConfigurationSource, trusted: boolean): Settings {
  const values = readValues(source);
  const { own, ofFolders } = values;
  const baseUrl = own('baseUrl', z.string(), '').trim();
  const byFolder = ofFolders('zeroDataRetention', z.boolean()).includes(true);

  return deepFreeze({
    address: baseUrl === '' ? null : readAddress(baseUrl),
    ...readModes(values),
    zeroRetention: { on: own('zeroDataRetention', z.boolean(), false) || byFolder, byFolder },
    confirmModes: [
      ...new Set([
        ...turnedOn(own('limits.confirmModes', modeChoice, [])),
        ...ofFolders('limits.confirmModes', modeChoice).flatMap(turnedOn),
      ]),
    ],
    questions: own('chat.questions', z.array(questionSchema).check(z.maxLength(100)), []),
    library: {
      folders: own('library.folders', strings, []),
      within: ofFolders('library.folders', strings).flat().filter(isInside),
      exclude: [...new Set([...own('library.exclude', strings, []), ...ofFolders('library.exclude', strings).flat()])],
    },
    languageModel: readLanguageModel(values),
    sendKey: own('chat.sendKey', z.enum(['enter', 'ctrlEnter']), 'enter'),
    fontSize: own('chat.fontSize', z.number().check(z.gte(0), z.lte(40)), 0),
    notifyWhenDone: own('chat.notifyWhenDone', z.enum(['off', 'unfocused', 'always']), 'unfocused'),
    timeouts: {
      connect: own('connection.timeouts.connect', seconds, 15) * 1000,
      firstByte: own('connection.timeouts.firstByte', seconds, 600) * 1000,
      idle: own('connection.timeouts.idle', seconds, 600) * 1000,
    },
    privacy: readPrivacy(values, trusted),
    limits: {
      day: own('limits.perDay', counts, {}),
      month: own('limits.perMonth', counts, {}),
      whenReached: own('limits.whenReached', z.enum(['confirm', 'block']), 'confirm'),
    },
  });
}

function readModes({ own, ofFolders }: SettingValues): Pick<Settings, 'askMode' | 'allowedAskModes' | 'askModes'> {
  const folderLists = ofFolders('allowedAskModes', modeChoice)
    .map(allowedBy)
    .filter((list) => list !== null);
  const concrete = ASK_MODES.filter((mode) => mode !== 'auto');
  const permitted = (list: readonly AskMode[]) =>
    list.filter((mode) => folderLists.every((allowed) => allowed.includes(mode)));
  const limited = folderLists.length > 0;
  const ownMode = own('askMode', askModeSchema, DEFAULT_ASK_MODE);
  const allowed = allowedBy(own('allowedAskModes', modeChoice, []));
  // `auto` must not reach beyond a folder's list. The list is therefore always sent, and `auto` is not offered without one.
  const narrowed = limited ? permitted(allowed ?? concrete) : (allowed ?? []);
  const offersAuto = narrowed.length > 0 || (!limited && allowed === null);
  const askModes = ASK_MODES.filter((mode) =>
    mode === 'auto' ? offersAuto : !limited || permitted([mode]).length > 0,
  );
  return {
    askMode: askModes.includes(ownMode) ? ownMode : (askModes.find((mode) => mode !== 'auto') ?? ownMode),
    allowedAskModes: narrowed,
    askModes,
  };
}

function turnedOn(choice: ModeChoice): readonly AskMode[] {
  return Array.isArray(choice) ? choice : ASK_MODES.filter((mode) => choice[mode]);
}

/** The modes, without `auto`, that are not turned off. Null if there is no limit. */
function allowedBy(choice: ModeChoice): readonly AskMode[] | null {
  const concrete = ASK_MODES.filter((mode) => mode !== 'auto');
  if (Array.isArray(choice)) {
    const listed = choice.filter((mode) => mode !== 'auto');
    return listed.length > 0 ? listed : null;
  }
  const allowed = concrete.filter((mode) => choice[mode] !== false);
  return allowed.length === concrete.length ? null : allowed;
}

/** null also for values that do not name a model completely, or an address that may not be used. */
function readLanguageModel({ own }: SettingValues): LanguageModelSettings | null {
  const provider = own('languageModel.provider', z.enum(['none', 'vscode', 'address']), 'none');
  const model = own('languageModel.model', z.string().check(z.maxLength(400)), '').trim();
  const inputTokens = own('languageModel.inputTokens', z.int().check(z.gte(0), z.lte(10_000_000)), 0);
  if (provider === 'none' || model === '') return null;
  if (provider === 'vscode') {
    return /^[^/]+\/./.test(model) ? { provider, model, address: '', inputTokens } : null;
  }
  const address = own('languageModel.address', z.string().check(z.maxLength(4096)), '').trim();
  return isModelAddress(address) ? { provider, model, address, inputTokens } : null;
}

/** https, or http on this machine. */
export function isModelAddress(address: string): boolean {
  return !('problem' in readAddress(address));
}

function readPrivacy({ own, ofFolders }: SettingValues, trusted: boolean): PrivacySettings {
  const guards = [
    own('privacy.identifierGuard', guardModeSchema, 'warn'),
    ...ofFolders('privacy.identifierGuard', guardModeSchema),
  ];
  const ownLog = own('privacy.researchLog', logPlaces, 'off');
  const folderLog = trusted ? ofFolders('privacy.researchLog', logPlaces).find((place) => place !== 'off') : undefined;
  const clientNames = [...own('privacy.clientNames', names, []), ...ofFolders('privacy.clientNames', names).flat()];
  return {
    guard: strictestGuard(guards),
    clientNames: [...new Set(clientNames)].filter((name) => name.trim() !== ''),
    researchLog: ownLog === 'off' ? (folderLog ?? 'off') : ownLog,
    researchLogByFolder: ownLog === 'off' && folderLog !== undefined,
    logZeroRetention: own('privacy.logZeroRetention', z.boolean(), false),
    deleteAfterDays: own('privacy.deleteAfterDays', z.int().check(z.gte(0), z.lte(36_500)), 0),
  };
}

export function readAddress(text: string): ServiceAddress | AddressProblem {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    return { problem: toResearchError(error).toInfo() };
  }
}

/** Whether a path that a workspace names stays inside the opened folder. */
function isInside(path: string): boolean {
  return !/^(?:[\\/]|~|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes('..') && path.trim() !== '';
}

function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) deepFreeze(each);
  return Object.freeze(value);
}

export interface SettingsHolder extends Vscode.Disposable {
  readonly current: Settings;
  onDidChange(listener: (settings: Settings) => void): Vscode.Disposable;
}

/** Follows the configuration. Listeners are called only when the parsed values differ. */
export function watchSettings(vscode: typeof Vscode): SettingsHolder {
  const { workspace } = vscode;
  const source: ConfigurationSource = {
    get: (folder) => workspace.getConfiguration(SECTION, folder ?? null),
    get folders() {
      return (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
    },
  };
  let current = readSettings(source, workspace.isTrusted);
  const changed = new vscode.EventEmitter<Settings>();
  const refresh = () => {
    const next = readSettings(source, workspace.isTrusted);
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    changed.fire(next);
  };
  const subscriptions = [
    changed,
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(SECTION) && refresh()),
    workspace.onDidChangeWorkspaceFolders(refresh),
    workspace.onDidGrantWorkspaceTrust(refresh),
  ];
  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}
