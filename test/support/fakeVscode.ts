/** As much of the vscode API as the tests of the host need. What a test does not set does nothing. */
import type * as Vscode from 'vscode';

class Emitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

/** Enough of Uri for paths on a disk and addresses. */
class FakeUri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  constructor(scheme: string, authority: string, path: string, query = '') {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
  }
  static file(path: string) {
    return new FakeUri('file', '', path.startsWith('/') ? path : `/${path}`);
  }
  static from(parts: { scheme: string; authority?: string; path?: string; query?: string }) {
    return new FakeUri(parts.scheme, parts.authority ?? '', parts.path ?? '', parts.query);
  }
  static parse(text: string) {
    const url = new URL(text);
    return new FakeUri(url.protocol.slice(0, -1), url.host, decodeURIComponent(url.pathname), url.search.slice(1));
  }
  static joinPath(base: FakeUri, ...parts: string[]) {
    const path = new URL(`file://${[base.path, ...parts].map(encodeURI).join('/')}`).pathname;
    return new FakeUri(base.scheme, base.authority, decodeURIComponent(path).replace(/\/{2,}/g, '/'));
  }
  get fsPath() {
    return this.path;
  }
  with({ path }: { path: string }) {
    return new FakeUri(this.scheme, this.authority, path, this.query);
  }
  toString() {
    return `${this.scheme}://${this.authority}${encodeURI(this.path)}${this.query && `?${this.query}`}`;
  }
}

class FakePosition {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class FakeRange {
  readonly start: { line: number; character: number };
  readonly end: { line: number; character: number };
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = { line: startLine, character: startCharacter };
    this.end = { line: endLine, character: endCharacter };
  }
  get isEmpty() {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}

export type SettingValues = Readonly<
  Record<
    string,
    Readonly<{ default?: unknown; global?: unknown; remote?: unknown; workspace?: unknown; folder?: unknown }>
  >
>;

export interface FakeVscode {
  readonly api: typeof Vscode;
  settings: SettingValues;
  folders: string[];
  /** Whether the user trusts the opened folders. */
  trusted: boolean;
  /** Files that exist, by path. */
  readonly files: Map<string, string>;
  /** Addresses given to `openExternal`. */
  readonly opened: string[];
  /** Documents shown, with their options. */
  readonly shown: {
    readonly scheme: string;
    readonly path: string;
    readonly options: Vscode.TextDocumentShowOptions;
  }[];
  /** Every message box: its text. */
  readonly messages: string[];
  /** What the next prompts answer, in order: input boxes, quick picks (by label) and buttons. */
  readonly answers: unknown[];
  readonly clipboard: { text: string };
  grantTrust(): void;
  /** Gives the window the focus or takes it away. */
  focusWindow(focused: boolean): void;
  configurationChanged(): void;
}

export function fakeVscode(): FakeVscode {
  const configuration = new Emitter<{ affectsConfiguration: () => boolean }>();
  const trust = new Emitter<undefined>();
  const windowState = new Emitter<{ focused: boolean; active: boolean }>();
  const state = { focused: true, active: true };
  const fake: Omit<FakeVscode, 'api'> = {
    settings: {},
    folders: [],
    trusted: true,
    files: new Map(),
    opened: [],
    shown: [],
    messages: [],
    answers: [],
    clipboard: { text: '' },
    grantTrust() {
      fake.trusted = true;
      trust.fire(undefined);
    },
    focusWindow(focused) {
      state.focused = focused;
      windowState.fire(state);
    },
    configurationChanged: () => configuration.fire({ affectsConfiguration: () => true }),
  };
  const never = () => ({ dispose: () => {} });
  const t = (message: string, ...args: unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_all, index: string) => String(args[Number(index)]));
  const say = async (text: string) => {
    fake.messages.push(text);
    return fake.answers.shift();
  };
  const documentOf = (uri: FakeUri) => {
    const text = fake.files.get(uri.path);
    if (text === undefined) throw new Error('not found');
    const lines = text.split('\n');
    return {
      uri,
      getText: () => text,
      lineCount: lines.length,
      lineAt: (line: number) => ({ text: lines[line] ?? '' }),
    };
  };
  const api = {
    version: '1.111.0',
    EventEmitter: Emitter,
    Uri: FakeUri,
    Position: FakePosition,
    Range: FakeRange,
    Selection: FakeRange,
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    ViewColumn: { Active: -1, Beside: -2 },
    TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
    ThemeColor: class {},
    ConfigurationTarget: { Global: 1 },
    ProgressLocation: { Notification: 15 },
    RelativePattern: class {},
    l10n: { t },
    env: {
      language: 'en',
      clipboard: {
        writeText: async (text: string) => {
          fake.clipboard.text = text;
        },
      },
      openExternal: async (uri: FakeUri) => {
        fake.opened.push(uri.toString());
        return true;
      },
    },
    commands: { executeCommand: async () => undefined },
    window: {
      state,
      visibleTextEditors: [],
      onDidChangeWindowState: windowState.event,
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
      showInputBox: async () => fake.answers.shift(),
      showQuickPick: async (items: { label: string }[]) => {
        const label = fake.answers.shift();
        return items.find((item) => item.label === label);
      },
      setStatusBarMessage: never,
      withProgress: async (_options: unknown, work: (...args: unknown[]) => unknown) =>
        work({ report: () => {} }, { onCancellationRequested: never }),
      createTextEditorDecorationType: never,
      onDidChangeTextEditorSelection: never,
      showTextDocument: async (document: { uri: FakeUri }, options: Vscode.TextDocumentShowOptions) => {
        fake.shown.push({ scheme: document.uri.scheme, path: document.uri.path, options });
        return { document, revealRange: () => {}, setDecorations: () => {} };
      },
    },
    workspace: {
      get workspaceFolders() {
        return fake.folders.map((path, index) => ({ uri: FakeUri.file(path), name: path.split('/').at(-1), index }));
      },
      get isTrusted() {
        return fake.trusted;
      },
      getConfiguration: (_section: string, folder: FakeUri | null) => ({
        inspect: (id: string) => {
          const value = fake.settings[id];
          return {
            key: id,
            defaultValue: value?.default,
            globalValue: value?.remote ?? value?.global,
            globalLocalValue: value?.global,
            globalRemoteValue: value?.remote,
            workspaceValue: value?.workspace,
            workspaceFolderValue: folder ? value?.folder : undefined,
          };
        },
        update: async (id: string, global: unknown) => {
          fake.settings = { ...fake.settings, [id]: { ...fake.settings[id], global } };
          fake.configurationChanged();
        },
      }),
      onDidChangeConfiguration: configuration.event,
      onDidChangeWorkspaceFolders: never,
      onDidGrantWorkspaceTrust: trust.event,
      onDidChangeTextDocument: never,
      onDidOpenTextDocument: never,
      createFileSystemWatcher: () => ({
        onDidCreate: never,
        onDidChange: never,
        onDidDelete: never,
        dispose: () => {},
      }),
      openTextDocument: async (uri: FakeUri) => documentOf(uri),
      fs: {
        stat: async (uri: FakeUri) => {
          if (!fake.files.has(uri.path)) throw new Error('not found');
          return { type: 1 };
        },
      },
    },
  };
  return Object.defineProperty(fake, 'api', { value: api }) as FakeVscode;
}

export function fakeMemento(): Vscode.Memento & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as undefined,
    update: async (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}

/** Several windows share one: give each its own `fakeSecrets(shared)`. */
export function fakeSecrets(options: { readonly keeps?: boolean; readonly throws?: boolean } = {}) {
  const check = () => {
    if (options.throws) throw new Error('no keyring');
  };
  const values = new Map<string, string>();
  const changed = new Emitter<{ key: string }>();
  const storage: Vscode.SecretStorage = {
    keys: async () => [...values.keys()],
    get: async (key) => {
      check();
      return values.get(key);
    },
    store: async (key, value) => {
      check();
      if (options.keeps !== false) values.set(key, value);
      changed.fire({ key });
    },
    delete: async (key) => {
      check();
      values.delete(key);
      changed.fire({ key });
    },
    onDidChange: changed.event,
  };
  return { storage, values };
}
