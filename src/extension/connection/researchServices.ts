/** Selects the service: the hosted one if its address is set, else the built-in library. */
import type * as Vscode from 'vscode';
import type { ServiceAddress } from '../../client/baseUrl.ts';
import type { ConnectionCheck } from '../../client/checkConnection.ts';
import type { FirmServer } from '../../client/firmServer.ts';
import { DEFAULT_LIMITS } from '../../client/limits.ts';
import type { ResearchClient, ResearchClientOptions } from '../../client/researchClient.ts';
import type { Transport } from '../../client/transport/transport.ts';
import type { GuardMode, TurnModel } from '../../conversation/conversation.ts';
import { createLibraryClient, type LibraryClient } from '../../libraryClient/libraryClient.ts';
import type { LikelyPassagesRequest } from '../../libraryClient/libraryConnection.ts';
import type { PanelState } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import type { ErrorInfo } from '../../protocol/errors.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { LikelyPassage } from '../../protocol/likelyPassage.ts';
import { within } from '../../protocol/within.ts';
import type { SettingsHolder } from '../common/settings.ts';
import { createLibrary, type Library, type OpenLibrary } from '../library/library.ts';
import type { LanguageModels } from '../model/languageModels.ts';
import { type ApiKeys, hasKey, type KeyState } from './apiKey.ts';

export type Readiness = PanelState['readiness'];

/** Who answers one question. */
export interface QuestionTarget extends LibraryClient {
  /** Number of documents that the built-in library has not read yet. Absent for a hosted service. */
  readonly unreadDocuments?: () => number;
  /** The language model that writes the answer; absent: none. */
  readonly model?: {
    readonly info: TurnModel;
    /** Called before each prompt in which client identifiers were replaced. */
    onReplaced(listener: () => void): void;
    /** What it will probably receive; null if that is not known in time. */
    likelyPassages(question: LikelyQuestion): Promise<readonly LikelyPassage[] | null>;
  };
}

/** What the choice of a language model depends on. */
export interface QuestionKind {
  readonly askMode: AskMode;
  readonly zeroRetention: boolean;
  /** The strictest mode of the identifier guard in the conversation so far. */
  strictestGuard(): GuardMode;
  /** The names of clients that its earlier requests did not contain. */
  replacedNames(): readonly string[];
  /** The built-in library quotes its documents, also while a service or a language model is set. */
  readonly quoteOnly?: boolean;
}

export type LikelyQuestion = Omit<LikelyPassagesRequest, 'inputTokens'>;

/** Milliseconds for which a preview waits for the likely passages. */
const LIKELY_TIME = 2000;

export interface Services extends Vscode.Disposable {
  readonly readiness: Readiness;
  /** The problem of the address, with readiness `badAddress`. */
  readonly addressProblem: ErrorInfo | null;
  /** `host[:port]`, or `library`. */
  readonly service: string;
  readonly keyState: KeyState;
  /** The built-in library. null in a browser, or while a hosted service is set. */
  readonly library: Library | null;
  /** The library of the folders, whichever service answers questions. null in a browser. */
  readonly folderLibrary: Library | null;
  /** The language model that writes answers over the library; null: it quotes, or a hosted service is set. */
  readonly model: TurnModel | null;
  /** The target of the question that is being asked. Later changes of settings do not affect it. May ask for consent. */
  target(question?: QuestionKind): Promise<QuestionTarget>;
  /** What the hosted service gives besides answers, if it is the server of a firm. Null without a hosted service. */
  firmServer(): Promise<FirmServer> | null;
  /** Checks whether a question would reach the hosted service, without asking one. */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  /** Reads key and folders again. Resolves when readiness is up to date. */
  refresh(): Promise<void>;
  /** The server at this origin has a sign-in: until the window closes, readiness without a key is `signedOut`. */
  foundSignIn(origin: string): void;
  readonly onDidChange: Vscode.Event<void>;
}

async function newClient(
  transport: Transport | Promise<Transport>,
  options: Omit<ResearchClientOptions, 'transport'>,
): Promise<ResearchClient> {
  const { createResearchClient } = await import('../../client/researchClient.ts');
  return createResearchClient({ ...options, transport: await transport });
}

export function createServices(options: {
  readonly vscode: typeof Vscode;
  readonly openTransport: () => Promise<Transport>;
  /** null where worker threads are not available. */
  readonly openLibrary: OpenLibrary | null;
  /** The user's home directory on the machine that reads the library. */
  readonly home: string | undefined;
  readonly settings: SettingsHolder;
  readonly keys: ApiKeys;
  /** The folder with the laws that were taken from their publishers; null without any. */
  readonly authorityFolder: () => string | null;
  readonly models: LanguageModels;
  /** A request goes to a language model that is not on this machine. */
  readonly onModelCall: (askMode: AskMode) => void;
  readonly workerPath: string;
  readonly indexFolder: string;
  readonly redact: (text: string) => string;
  readonly log: (text: string) => void;
}): Services {
  const { vscode, settings, keys } = options;
  const changed = new vscode.EventEmitter<void>();
  const library = options.openLibrary
    ? createLibrary({
        vscode,
        open: options.openLibrary,
        settings,
        workerPath: options.workerPath,
        indexFolder: options.indexFolder,
        home: options.home,
        authorityFolder: options.authorityFolder,
        onDidChange: () => changed.fire(),
        log: options.log,
      })
    : null;
  let hosted: Promise<Transport> | null = null;
  let keyState: KeyState = 'none';

  /** The client of the hosted service with the settings of this moment. Null without one. */
  function hostedClient(): Promise<ResearchClient> | null {
    const { timeouts, address } = settings.current;
    if (!address) return null;
    if ('problem' in address) throw new Error(errorLine(address.problem, vscode.l10n.t));
    return newClient(transport(), { ...connectionTo(address), limits: { ...DEFAULT_LIMITS, ...timeouts } });
  }

  function transport(): Promise<Transport> {
    hosted ??= options.openTransport();
    return hosted;
  }

  const connectionTo = ({ base, origin: own }: ServiceAddress) => ({
    baseUrl: base,
    // The client asks for the key of its own address; any other origin gets none.
    getKey: (origin: string) => (origin === own ? keys.get(origin) : undefined),
    redact: options.redact,
  });

  /** With the settings of this moment. */
  async function newFirmServer(address: ServiceAddress): Promise<FirmServer> {
    const { connectTimeout } = settings.current.timeouts;
    const { createFirmServer } = await import('../../client/firmServer.ts');
    const limits = { ...DEFAULT_LIMITS, connectTimeout };
    return createFirmServer({ ...connectionTo(address), transport: await transport(), limits });
  }

  /** Reads settings and folders before its first wait: a question keeps the service that was set when it was asked. */
  async function connect(question?: QuestionKind): Promise<QuestionTarget> {
    const { idleTimeout } = settings.current.timeouts;
    const quoteOnly = question?.quoteOnly ?? false;
    const client = quoteOnly ? null : hostedClient();
    if (client) return client;
    const connection = library?.connection();
    if (!connection)
      throw new Error(vscode.l10n.t('Open a folder first: the built-in library searches its documents.'));
    let onReplaced = () => {};
    const opened =
      question &&
      !quoteOnly &&
      (await options.models.forQuestion({
        zeroRetention: question.zeroRetention,
        guard: {
          strictest: () => question.strictestGuard(),
          names: () => question.replacedNames(),
          onReplaced: () => onReplaced(),
        },
        onCall: () => options.onModelCall(question.askMode),
      }));
    const asking = createLibraryClient({ connection, model: opened || null, idleTimeout });
    const target = { ...asking, unreadDocuments: () => library?.unreadDocuments ?? 0 };
    // A model that may not answer a question with zero data retention receives nothing.
    if (!opened || (question.zeroRetention && !opened.zeroRetention)) return target;
    const { inputTokens } = opened.model;
    return {
      ...target,
      model: {
        info: opened.info,
        onReplaced(listener) {
          onReplaced = listener;
        },
        likelyPassages: (asked) =>
          within(connection.likelyPassages({ ...asked, inputTokens }), LIKELY_TIME).then(
            (found) => found ?? null,
            () => null,
          ),
      },
    };
  }

  function keyOrigin(): string | null {
    const { address } = settings.current;
    return address && 'origin' in address ? address.origin : null;
  }

  async function refresh(): Promise<void> {
    const origin = keyOrigin();
    const state = origin === null ? 'none' : await keys.state(origin);
    // The address may have changed meanwhile. The call for the new one sets its state.
    if (origin === keyOrigin()) keyState = state;
    library?.configure();
    changed.fire();
  }

  /** Origins of servers that have a sign-in. */
  const signIns = new Set<string>();
  const subscriptions = [
    changed,
    settings.onDidChange(() => void refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
    keys.onDidChange(() => void refresh()),
    options.models.onDidChange(() => changed.fire()),
  ];

  return {
    onDidChange: changed.event,
    refresh,
    foundSignIn(origin) {
      signIns.add(origin);
      changed.fire();
    },
    target: connect,
    firmServer() {
      const { address } = settings.current;
      return address && 'base' in address ? newFirmServer(address) : null;
    },
    async check(signal) {
      const client = hostedClient();
      if (!client) throw new Error('No hosted service is set.');
      return (await client).checkConnection(signal);
    },
    get readiness() {
      const { address } = settings.current;
      if (address && 'problem' in address) return 'badAddress';
      if (address && hasKey(keyState)) return 'ready';
      if (address) return settings.current.isFirmServer || signIns.has(address.origin) ? 'signedOut' : 'noKey';
      if (!library || library.folders().length === 0) return 'noFolder';
      return library.status?.documents === 0 && !library.indexing ? 'emptyLibrary' : 'ready';
    },
    get addressProblem() {
      const { address } = settings.current;
      return address && 'problem' in address ? address.problem : null;
    },
    get service() {
      const { address } = settings.current;
      return address && 'host' in address ? address.host : LIBRARY;
    },
    get model() {
      return settings.current.address === null && library ? options.models.current : null;
    },
    get keyState() {
      return keyState;
    },
    get library() {
      return settings.current.address === null ? library : null;
    },
    folderLibrary: library,
    dispose() {
      for (const each of subscriptions) each.dispose();
      library?.dispose();
    },
  };
}
