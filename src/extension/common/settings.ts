/**
 * The settings as one frozen snapshot, replaced when a value changes. A folder can only make a setting stricter. The address
 * of the service comes from the user's settings alone (settingValues.ts).
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import type { Field } from '../../authority/fieldOf.ts';
import type { ServiceAddress } from '../../client/baseUrl.ts';
import type { Limits } from '../../client/limits.ts';
import { isTooCommon } from '../../compliance/clientName.ts';
import type { PrivacySettings } from '../../compliance/privacySettings.ts';
import { guardModeSchema, strictestGuard } from '../../conversation/conversation.ts';
import {
  MAX_CLIENT_NAME,
  MAX_CLIENT_NAMES,
  type Matter,
  mergeMatters,
  NO_MATTER,
  parseMatter,
  parseMatterName,
} from '../../conversation/matter.ts';
import { DEFAULT_AUTHORITY_AGE } from '../../protocol/authorityAge.ts';
import { ASK_MODES, type AskMode, askModeSchema, DEFAULT_ASK_MODE } from '../../protocol/chatCompletions.ts';
import { SECOND_READINGS, type SecondReading } from '../../protocol/secondReading.ts';
import {
  type AddressProblem,
  completeModel,
  type LanguageModelSettings,
  modelShape,
  readAddress,
} from './answererSettings.ts';
import { SECTION } from './contributions.ts';
import { type Profiles, readProfiles } from './profiles.ts';
import { type ConfigurationSource, readValues, type SettingValues } from './settingValues.ts';
import { validEntriesOf, validOf } from './validParts.ts';

export interface QuestionTemplate {
  readonly label: string;
  /** The question as it is sent. An empty text focuses the question box instead. */
  readonly text: string;
  /** The field that the question is about. Without one it suits every text. */
  readonly field?: Field | undefined;
  /** The text only says what to do with the selection: its words are not searched for. */
  readonly general?: boolean | undefined;
}

/** Maximum number of questions by mode. A mode that is absent or 0 has no limit. */
export interface UsageLimits {
  readonly day: Readonly<Record<string, number>>;
  readonly month: Readonly<Record<string, number>>;
  readonly whenReached: 'confirm' | 'block';
}

export interface MatterSettings {
  /** The user's own, for conversations that belong to no opened folder. */
  readonly own: Matter;
  /** Of each opened folder, by its URI. */
  readonly folders: readonly { readonly folder: string; readonly matter: Matter }[];
  /** No question is sent without a fact of the matter. */
  readonly required: boolean;
  /** Facts of a folder are not used, because the user does not trust it. */
  readonly ignored: boolean;
}

export interface MemoTemplate {
  /** A path inside of an opened folder. In the user's own settings also an absolute path, or one that begins with `~/`. */
  readonly path: string;
  readonly byFolder: boolean;
}

export interface Settings {
  /** The hosted service. null: the built-in library answers. A problem: questions are refused until it is fixed. */
  readonly address: ServiceAddress | AddressProblem | null;
  /** The hosted service is the server of the user's firm, which knows matters. From the user's own settings only. */
  readonly isFirmServer: boolean;
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
    /** By the URI of an opened folder: patterns that its settings exclude below it. */
    readonly excludeWithin: readonly { readonly folder: string; readonly globs: readonly string[] }[];
  };
  /** Address below which the hosts of publishers are mirrored, from the user's own settings only. Empty: the publishers themselves. */
  readonly authorityMirror: string;
  /** How often newer versions of laws are looked for, from the user's own settings only. */
  readonly authorityUpdates: 'never' | 'weekly' | 'monthly';
  /** Days after which answers warn that the text of an authority is old, from the user's own settings only. 0: never. */
  readonly authorityAge: number;
  /** Links and CodeLens on the citations of open files. */
  readonly citations: { readonly links: boolean; readonly codeLens: boolean };
  /** The language model that writes answers over the library, from the user's own settings only; null: quote only. */
  readonly languageModel: LanguageModelSettings | null;
  /** How a language model writes, from the user's own settings only. */
  readonly writing: {
    readonly secondReading: SecondReading;
    /** Milliseconds of one reply, from its begin to its end. */
    readonly timeLimit: number;
  };
  /** null: the built-in layout. */
  readonly memoTemplate: MemoTemplate | null;
  readonly sendKey: 'enter' | 'ctrlEnter';
  readonly fontSize: number;
  readonly notifyWhenDone: 'off' | 'unfocused' | 'always';
  readonly timeouts: Pick<Limits, 'connectTimeout' | 'firstByteTimeout' | 'idleTimeout'>;
  readonly privacy: PrivacySettings;
  readonly limits: UsageLimits;
  readonly matter: MatterSettings;
  /** Services and models by name, from the user's own settings only. */
  readonly profiles: Profiles;
  /** Settings of which the user's own value is not valid, so that another one is used. */
  readonly invalid: readonly string[];
}

/** Modes as check boxes, which the settings editor writes, or as a list. */
const modeChoice = z.union([validOf(askModeSchema, 100), validEntriesOf(z.boolean())]);
type ModeChoice = z.infer<typeof modeChoice>;
const strings = validOf(z.string().check(z.maxLength(4096)), 2000);
const seconds = z.number().check(z.gte(1), z.lte(7200));
const questionSchema = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z.string().check(z.maxLength(20_000)),
  field: z.optional(z.enum(['tax', 'accounting', 'audit'])),
  general: z.optional(z.boolean()),
});
const names = validOf(z.string().check(z.maxLength(MAX_CLIENT_NAME)), MAX_CLIENT_NAMES);
const counts = validEntriesOf(z.number().check(z.nonnegative()));
const logPlaces = z.enum(['off', 'folder', 'global']);

/** `trusted`: whether the user trusts the opened folders. Only then can a folder turn on a log that is written into it. */
export function readSettings(source: ConfigurationSource, trusted: boolean): Settings {
  const values = readValues(source);
  const { own, ofFolders } = values;
  const baseUrl = own('baseUrl', z.string(), '').trim();
  const matter = readMatters(values, trusted);
  const byFolder = ofFolders('zeroDataRetention', z.boolean()).includes(true);

  const address = baseUrl === '' ? null : readAddress(baseUrl);
  const languageModel = readLanguageModel(values);
  const askMode = own('askMode', askModeSchema, DEFAULT_ASK_MODE);

  return deepFreeze({
    address,
    isFirmServer: isSameService(address, own('firmServer', z.string().check(z.maxLength(4096)), '')),
    profiles: readProfiles(values.unparsed('profiles').own, {
      address: address && 'base' in address ? address : null,
      languageModel,
      askMode,
    }),
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
      exclude: own('library.exclude', strings, []),
      excludeWithin: excludedByFolders(values),
    },
    authorityMirror: own('library.authorityMirror', z.string().check(z.maxLength(2000)), ''),
    authorityUpdates: own('library.authorityUpdates', z.enum(['never', 'weekly', 'monthly']), 'never'),
    authorityAge: own('library.authorityAge', z.int().check(z.gte(0), z.lte(100_000)), DEFAULT_AUTHORITY_AGE),
    citations: {
      links: own('citations.links', z.boolean(), true),
      codeLens: own('citations.codeLens', z.boolean(), false),
    },
    languageModel,
    writing: {
      secondReading: own('languageModel.secondReading', z.enum(SECOND_READINGS), 'exceptFast'),
      timeLimit: own('languageModel.timeLimit', z.number().check(z.gte(1), z.lte(60)), 5) * 60_000,
    },
    memoTemplate: readMemoTemplate(values, trusted),
    sendKey: own('chat.sendKey', z.enum(['enter', 'ctrlEnter']), 'enter'),
    fontSize: own('chat.fontSize', z.number().check(z.gte(0), z.lte(40)), 0),
    notifyWhenDone: own('chat.notifyWhenDone', z.enum(['off', 'unfocused', 'always']), 'unfocused'),
    timeouts: {
      connectTimeout: own('connection.timeouts.connect', seconds, 15) * 1000,
      firstByteTimeout: own('connection.timeouts.firstByte', seconds, 600) * 1000,
      idleTimeout: own('connection.timeouts.idle', seconds, 600) * 1000,
    },
    privacy: readPrivacy(values, trusted),
    matter,
    limits: {
      day: own('limits.perDay', counts, {}),
      month: own('limits.perMonth', counts, {}),
      whenReached: own('limits.whenReached', z.enum(['confirm', 'block']), 'confirm'),
    },
    // The last one, because it lists what was read before.
    invalid: [...values.invalid].map((id) => `${SECTION}.${id}`),
  });
}

function isSameService(address: Settings['address'], firmServer: string): boolean {
  if (!address || 'problem' in address || firmServer.trim() === '') return false;
  const firm = readAddress(firmServer);
  return 'base' in firm && firm.base === address.base;
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

function readLanguageModel({ own }: SettingValues): LanguageModelSettings | null {
  return completeModel({
    provider: own('languageModel.provider', modelShape.provider, 'none'),
    model: own('languageModel.model', modelShape.model, ''),
    address: own('languageModel.address', modelShape.address, ''),
    inputTokens: own('languageModel.inputTokens', modelShape.inputTokens, 0),
  });
}

/** A trusted folder can name a file of its own. */
function readMemoTemplate({ own, ofFolders }: SettingValues, trusted: boolean): MemoTemplate | null {
  const path = z.string().check(z.maxLength(4096));
  const ofFolder = trusted ? ofFolders('memo.template', path).find((each) => isInside(each)) : undefined;
  if (ofFolder !== undefined) return { path: ofFolder.trim(), byFolder: true };
  const ownPath = own('memo.template', path, '').trim();
  return ownPath === '' ? null : { path: ownPath, byFolder: false };
}

function readPrivacy(values: SettingValues, trusted: boolean): PrivacySettings {
  const { own, ofFolders } = values;
  const guards = [
    own('privacy.identifierGuard', guardModeSchema, 'warn'),
    ...ofFolders('privacy.identifierGuard', guardModeSchema),
  ];
  const ownLog = own('privacy.researchLog', logPlaces, 'off');
  const folderLog = trusted ? ofFolders('privacy.researchLog', logPlaces).find((place) => place !== 'off') : undefined;
  const matter = values.unparsed('matter');
  const ownNames = [...own('privacy.clientNames', names, []), ...readMatter(matter.own).clientNames];
  const folderNames = [
    ...ofFolders('privacy.clientNames', names).flat(),
    ...matter.folders.flatMap((folder) => folder.values).flatMap((value) => readMatter(value).clientNames),
  ];
  const given = [...new Set([...ownNames, ...folderNames])].filter((name) => name.trim() !== '');
  const clientNames = given.filter((name) => !isTooCommon(name));
  return {
    guard: strictestGuard(guards),
    clientNames,
    untrustedNames: trusted ? [] : clientNames.filter((name) => !ownNames.includes(name)),
    refusedNames: given.filter(isTooCommon),
    researchLog: ownLog === 'off' ? (folderLog ?? 'off') : ownLog,
    researchLogByFolder: ownLog === 'off' && folderLog !== undefined,
    logZeroRetention: own('privacy.logZeroRetention', z.boolean(), false),
    deleteAfterDays: own('privacy.deleteAfterDays', z.int().check(z.gte(0), z.lte(36_500)), 0),
  };
}

const readMatter = (value: unknown): Matter => (value === undefined ? NO_MATTER : parseMatter(value));
const readMatterName = (value: unknown): Matter => (value === undefined ? NO_MATTER : parseMatterName(value));

/**
 * Facts of a folder become part of what is sent, so they are used only if the user trusts the folder. Its names of clients
 * always feed the identifier guard.
 */
function readMatters({ own, ofFolders, unparsed }: SettingValues, trusted: boolean): MatterSettings {
  const values = unparsed('matter');
  const names = unparsed('matterName');
  const ownMatter = mergeMatters(readMatter(values.own), readMatterName(names.own));
  return {
    own: ownMatter,
    folders: values.folders.map((each, at) => {
      const given = trusted ? (names.folders[at]?.values ?? []) : [];
      const facts = (trusted ? each.values : []).map(readMatter);
      const matter = [...facts, ...given.map(readMatterName)].reduce(mergeMatters, ownMatter);
      // An empty name in the settings of a folder is the choice of no matter there.
      return { folder: each.folder, matter: given.at(-1) === '' ? { ...matter, name: null } : matter };
    }),
    required: own('requireMatter', z.boolean(), false) || ofFolders('requireMatter', z.boolean()).includes(true),
    ignored: !trusted && [...values.folders, ...names.folders].some((each) => each.values.length > 0),
  };
}

/** The matter of a conversation: that of its folder if it is open, or else the user's own. */
export function matterOf({ matter }: Pick<Settings, 'matter'>, folder: { readonly uri: string } | null): Matter {
  return matter.folders.find((each) => each.folder === folder?.uri)?.matter ?? matter.own;
}

/** The name of the matter that is sent with a question of this folder. Null: none. Only the firm's server gets one. */
export function matterNameOf(
  settings: Pick<Settings, 'matter' | 'isFirmServer'>,
  folder: { readonly uri: string } | null,
): string | null {
  return settings.isFirmServer ? matterOf(settings, folder).name : null;
}

/** The patterns of the opened folders hold below these folders, and not in the folders of the user's own settings. */
function excludedByFolders({ unparsed }: SettingValues): Settings['library']['excludeWithin'] {
  return unparsed('library.exclude').folders.flatMap(({ folder, values }) => {
    const globs = values.flatMap((value) => strings.safeParse(value).data ?? []);
    return globs.length > 0 ? [{ folder, globs: [...new Set(globs)] }] : [];
  });
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

/** Who asks for zero retention by a setting. */
export function retentionSettings({ zeroRetention }: Pick<Settings, 'zeroRetention'>) {
  return { user: zeroRetention.on, folder: zeroRetention.byFolder };
}
