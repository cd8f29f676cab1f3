/** Conversations with a scripted service, and the parts of VS Code's Chat that a participant or a tool receives. */
import type * as Vscode from 'vscode';
import type { ChatDeps } from '../../../src/extension/chat/participant.ts';
import { readSettings, type Settings } from '../../../src/extension/common/settings.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { createChats } from '../../../src/extension/session/chats.ts';
import { createPreflight, type PreflightDeps } from '../../../src/extension/session/preflight.ts';
import type { SubmitDeps } from '../../../src/extension/session/submitQuestion.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';
import { fakeTarget } from '../session/fakeTarget.ts';

export interface DeskOptions {
  readonly settings?: Partial<Settings>;
  readonly guard?: PreflightDeps['guard'];
  readonly readiness?: SubmitDeps['services']['readiness'];
  /** Buttons that the user chooses in dialogs, in order. */
  readonly answers?: readonly string[];
}

export function chatDesk(options: DeskOptions = {}) {
  const fake = fakeVscode();
  fake.folders = ['/w'];
  fake.answers.push(...(options.answers ?? []));
  class Location {
    readonly uri: Vscode.Uri;
    readonly range: Vscode.Range;
    constructor(uri: Vscode.Uri, range: Vscode.Range) {
      this.uri = uri;
      this.range = range;
    }
  }
  const vscode = Object.assign(fake.api, { Location });
  Object.assign(vscode.workspace, {
    getWorkspaceFolder: (uri: Vscode.Uri) => (uri.path.startsWith('/w/') ? { name: 'w' } : undefined),
    asRelativePath: (uri: Vscode.Uri) => uri.path.slice('/w/'.length),
    async openTextDocument(uri: Vscode.Uri) {
      const text = fake.files.get(uri.path);
      if (text === undefined) throw new Error('not found');
      const lines = text.split('\n');
      return {
        uri,
        languageId: 'markdown',
        lineCount: lines.length,
        lineAt: (line: number) => ({ range: { end: { line, character: lines[line]?.length ?? 0 } } }),
        validateRange: (range: Vscode.Range) => range,
        getText: ({ start, end }: Vscode.Range) => lines.slice(start.line, end.line + 1).join('\n'),
      };
    },
  });
  const store = createMemoryStore();
  const clock = manualClock();
  const preflight = createPreflight({
    confirmModes: () => options.settings?.confirmModes ?? [],
    guard: options.guard,
    confirmRisk: async () => {
      throw new Error('A second dialog was shown.');
    },
  });
  let lastId = 0;
  const newId = () => `id${++lastId}`;
  const chats = createChats({
    vscode,
    store,
    memento: fakeMemento(),
    clock,
    newId,
    zeroRetention: () => options.settings?.zeroRetention?.on ?? false,
    preflight,
    onWireEvent: () => {},
    subscribers: [],
  });
  const target = fakeTarget('service.example');
  const kinds: unknown[] = [];
  const defaults = readSettings({ get: () => ({ inspect: () => ({ key: '' }) }) as never, folders: [] }, true);
  const services = {
    async target(kind: unknown) {
      kinds.push(kind);
      return target;
    },
    readiness: options.readiness ?? 'ready',
    service: 'service.example',
    keyState: 'none',
    addressProblem: null,
    model: null,
  } as unknown as SubmitDeps['services'] & ChatDeps['services'];
  const submit: SubmitDeps = {
    settings: () => ({ ...defaults, ...options.settings }),
    l10n: vscode.l10n,
    services,
    preflight,
  };
  const composed: string[] = [];
  const deps: ChatDeps = {
    vscode,
    submit,
    services,
    chats,
    newId,
    now: clock.now,
    roots: () => ['/w'],
    textUri: async ({ path }) => vscode.Uri.from({ scheme: 'fiscal-document', path }),
    isShown: (_chat: Chat) => false,
    compose: async (text) => void composed.push(text),
    ready: Promise.resolve(),
    onError: (error) => (error instanceof Error ? error.message : 'failed'),
  };
  return { fake, vscode, store, chats, target, deps, kinds, composed };
}

/** A cancellation token whose cancellation a test decides. */
export function fakeToken() {
  const listeners = new Set<() => void>();
  const token = {
    isCancellationRequested: false,
    onCancellationRequested(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  return {
    token: token as unknown as Vscode.CancellationToken,
    cancel() {
      token.isCancellationRequested = true;
      for (const listener of [...listeners]) listener();
    },
  };
}

/** A response stream that writes down what it is given: `kind text`. */
export function fakeStream() {
  const parts: string[] = [];
  let markdown = '';
  const place = (value: Vscode.Uri | Vscode.Location) =>
    'uri' in value
      ? `${value.uri.scheme === 'file' ? '' : `${value.uri.scheme}:`}${value.uri.path}:${value.range.start.line + 1}-${value.range.end.line + 1}`
      : value.toString();
  const stream = {
    markdown: (text: string) => {
      markdown += text;
    },
    progress: (text: string) => void parts.push(`progress ${text}`),
    reference: (value: Vscode.Uri | Vscode.Location) => void parts.push(`reference ${place(value)}`),
    anchor: (value: Vscode.Uri | Vscode.Location, title: string) => {
      markdown += `<${title}>`;
      parts.push(`anchor ${place(value)}`);
    },
    button: ({ command, title }: Vscode.Command) => void parts.push(`button ${command} ${title}`),
  };
  return {
    stream: stream as unknown as Vscode.ChatResponseStream,
    parts,
    get markdown() {
      return markdown;
    },
  };
}
