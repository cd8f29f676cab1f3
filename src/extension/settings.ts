/**
 * The settings as a frozen snapshot: read once, parsed once, replaced when something changes. What a folder says is heard
 * only where it makes things stricter; the address is the user's own alone (settingValues.ts).
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl, type ServiceAddress } from '../client/baseUrl.ts';
import { toResearchError } from '../client/errors.ts';
import { ASK_MODES, type AskMode, askModeSchema, DEFAULT_ASK_MODE } from '../protocol/chatCompletions.ts';
import type { ErrorInfo } from '../protocol/errors.ts';
import { SECTION } from './contributions.ts';
import { type ConfigurationSource, readValues } from './settingValues.ts';

export interface QuestionTemplate {
  readonly label: string;
  /** The question as it is sent; empty: the question box is focused instead. */
  readonly text: string;
}

export interface AddressProblem {
  readonly problem: ErrorInfo;
}

export interface Settings {
  /** The hosted service; null: the built-in library answers; a problem: nothing is asked until it is mended. */
  readonly address: ServiceAddress | AddressProblem | null;
  readonly askMode: AskMode;
  /** Modes that the router may pick with `auto`, and with a folder's own list also the only ones that may be chosen. */
  readonly allowedAskModes: readonly AskMode[];
  /** Modes that may be chosen here. */
  readonly askModes: readonly AskMode[];
  readonly zeroRetention: { readonly on: boolean; readonly byFolder: boolean };
  readonly confirmModes: readonly AskMode[];
  readonly questions: readonly QuestionTemplate[];
  readonly library: {
    /** Folders outside the opened ones: absolute paths, from the user's own settings only. */
    readonly folders: readonly string[];
    /** Sub-folders of the opened folders that a workspace narrows its library to; empty: the whole folders. */
    readonly within: readonly string[];
    readonly exclude: readonly string[];
  };
  readonly sendKey: 'enter' | 'ctrlEnter';
  readonly fontSize: number;
  readonly notifyWhenDone: 'off' | 'unfocused' | 'always';
  /** Milliseconds. */
  readonly timeouts: { readonly connect: number; readonly firstByte: number; readonly idle: number };
}

const modes = z.array(askModeSchema);
const strings = z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(200));
const seconds = z.number().check(z.gte(1), z.lte(7200));
const questionSchema = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z.string().check(z.maxLength(20_000)),
});

export function readSettings(source: ConfigurationSource): Settings {
  const { own, ofFolders } = readValues(source);

  const baseUrl = own('baseUrl', z.string(), '').trim();
  const folderLists = ofFolders('allowedAskModes', modes).filter((list) => list.length > 0);
  const concrete = ASK_MODES.filter((mode) => mode !== 'auto');
  const permitted = (list: readonly AskMode[]) =>
    list.filter((mode) => folderLists.every((allowed) => allowed.includes(mode)));
  const limited = folderLists.length > 0;
  const ownMode = own('askMode', askModeSchema, DEFAULT_ASK_MODE);
  const allowed = own('allowedAskModes', modes, []).filter((mode) => mode !== 'auto');
  // With a folder's list, `auto` must not reach beyond it: the list is then always sent, and `auto` is not offered without one.
  const narrowed = limited ? permitted(allowed.length > 0 ? allowed : concrete) : allowed;
  const askModes = ASK_MODES.filter(
    (mode) => !limited || (mode === 'auto' ? narrowed.length > 0 : permitted([mode]).length > 0),
  );
  const byFolder = ofFolders('zeroDataRetention', z.boolean()).includes(true);

  return Object.freeze({
    address: baseUrl === '' ? null : readAddress(baseUrl),
    askMode: askModes.includes(ownMode) ? ownMode : (askModes.find((mode) => mode !== 'auto') ?? ownMode),
    allowedAskModes: narrowed,
    askModes,
    zeroRetention: { on: own('zeroDataRetention', z.boolean(), false) || byFolder, byFolder },
    confirmModes: [...new Set([...own('confirmModes', modes, []), ...ofFolders('confirmModes', modes).flat()])],
    questions: own('questions', z.array(questionSchema).check(z.maxLength(100)), []),
    library: {
      folders: own('library.folders', strings, []),
      within: ofFolders('library.folders', strings).flat().filter(isInside),
      exclude: [...new Set([...own('library.exclude', strings, []), ...ofFolders('library.exclude', strings).flat()])],
    },
    sendKey: own('sendKey', z.enum(['enter', 'ctrlEnter']), 'enter'),
    fontSize: own('fontSize', z.number().check(z.gte(0), z.lte(40)), 0),
    notifyWhenDone: own('notifyWhenDone', z.enum(['off', 'unfocused', 'always']), 'unfocused'),
    timeouts: {
      connect: own('timeouts.connect', seconds, 15) * 1000,
      firstByte: own('timeouts.firstByte', seconds, 600) * 1000,
      idle: own('timeouts.idle', seconds, 600) * 1000,
    },
  });
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

export interface SettingsHolder extends Vscode.Disposable {
  readonly current: Settings;
  onDidChange(listener: (settings: Settings) => void): Vscode.Disposable;
}

/** Follows the configuration. Listeners hear of a change only when the parsed values differ. */
export function watchSettings(vscode: typeof Vscode): SettingsHolder {
  const source: ConfigurationSource = {
    get: (folder) => vscode.workspace.getConfiguration(SECTION, folder ?? null),
    get folders() {
      return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
    },
  };
  let current = readSettings(source);
  const changed = new vscode.EventEmitter<Settings>();
  const refresh = () => {
    const next = readSettings(source);
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    changed.fire(next);
  };
  const parts = [
    changed,
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(SECTION) && refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
  ];
  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    dispose: () => {
      for (const part of parts) part.dispose();
    },
  };
}
