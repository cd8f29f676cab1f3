/** Connects the extension to the built-in library: questions, and commands for the index. */
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../client/errors.ts';
import type { AmountRequest, AmountStatement } from '../protocol/amountStatement.ts';
import type { LikelyPassage } from '../protocol/likelyPassage.ts';
import type { FolderOverview } from '../protocol/overview.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import { EMPTY_TRANSLATIONS, type Translations } from '../protocol/translations.ts';
import type { Workbook } from '../protocol/workbook.ts';
import type {
  AuthorityLookup,
  AuthorityRequest,
  CallInput,
  CallOutput,
  FoundPassages,
  FromWorker,
  LibraryCall,
  LibraryConfig,
  LibraryDocument,
  LibraryProgress,
  LibrarySearch,
  LibraryStatus,
  PlacedText,
} from '../protocol/worker.ts';
import type { AskLibraryOptions, LibraryQuestion } from './askLibrary.ts';
import { createWorkerConnection, NOT_UNDERSTOOD, serviceLost, type WorkerLike } from './workerConnection.ts';

/**
 * MB. V8 would take 128 MB for young objects while documents are indexed, and keep them. It lets the heap of a thread with less than 2 GB
 * for old objects grow to less than twice of what is used before it collects the rest, else to four times.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };

export interface LibraryConnection {
  /** Throws a ResearchError after all received events were yielded. If the signal aborts, stops the work and returns. */
  ask(
    question: LibraryQuestion,
    signal: AbortSignal,
    options: AskLibraryOptions,
  ): AsyncGenerator<ResearchEvent, void, undefined>;
  /** Takes effect at once if the worker runs, else when it starts. */
  configure(config: LibraryConfig): void;
  /** What a language model would probably receive with a question, from the documents that were read already. */
  likelyPassages(question: LikelyPassagesRequest): Promise<readonly LikelyPassage[]>;
  /** The current status, without waiting for the index. Starts the worker. */
  status(): Promise<LibraryStatus>;
  /** Resolves when the index is up to date. */
  ready(): Promise<LibraryStatus>;
  rebuild(): Promise<LibraryStatus>;
  /** Updates the index for these files or folders (absolute paths), or for everything. */
  refresh(paths?: readonly string[]): Promise<LibraryStatus>;
  /** Finds authorities by their exact path, from what the index has. `complete` is false while documents are being read. */
  lookUp(authorities: readonly AuthorityRequest[], maxText: number): Promise<AuthorityLookup>;
  /** Stops reading documents. The documents that were read can be searched. */
  stopReading(): void;
  /**
   * The text that is read of a file (absolute path), and the places of its paragraphs or cells. Rejects with the reason, as a sentence,
   * if it cannot be read.
   */
  readPlaced(path: string): Promise<PlacedText>;
  /** The cells of a workbook. Rejects with a sentence for the user. */
  readWorkbook(path: string): Promise<Workbook>;
  /** The text of a file whose real path, at the time of the reading, is inside of the folders of the library. */
  readLibraryText(path: string): Promise<string>;
  /**
   * The documents of the library in the order of their paths, the first of them not before `from`, with paths that contain these words.
   * At most 1,000.
   */
  documents(from: string, limit: number, containing?: string): Promise<readonly LibraryDocument[]>;
  /** The kinds that documents of the library have. */
  kinds(): Promise<readonly string[]>;
  /** The documents of a folder (absolute path) and what they state, from what was read already. */
  overview(folder: string): Promise<FolderOverview>;
  /** Passages that fit a query, when the index agrees with the folders. */
  search(search: LibrarySearch): Promise<FoundPassages>;
  /** Where other documents state an amount, best first, when the index agrees with the folders. */
  amountStatements(request: AmountRequest): Promise<readonly AmountStatement[]>;
  onDidChangeStatus(listener: (status: LibraryStatus) => void): { dispose(): void };
  onDidProgress(listener: (progress: LibraryProgress) => void): { dispose(): void };
  dispose(): void;
}

export type LikelyPassagesRequest = CallInput<'likelyPassages'>;

export interface LibraryConnectionOptions {
  /** The built worker file. */
  readonly workerPath?: string;
  /** For the sentences of the library; absent for English. */
  readonly translations?: Translations;
  /** Starts a worker; used instead of `workerPath`. */
  readonly spawn?: () => WorkerLike;
  /** Receives lines that contain no content of questions or documents. */
  readonly log?: (line: string) => void;
}

/** The worker starts at the first request or `status`, and again after a crash. Errors are ResearchErrors of kind `server`. */
export function createLibraryConnection(options: LibraryConnectionOptions): LibraryConnection {
  const { workerPath, log = () => {} } = options;
  const listeners = new Set<(status: LibraryStatus) => void>();
  const progressListeners = new Set<(progress: LibraryProgress) => void>();
  const spawn =
    options.spawn ??
    (() => {
      if (workerPath === undefined) throw new Error('The path of the worker file is missing.');
      // The folder `l10n` is next to `dist`.
      const bundles = join(dirname(workerPath), '..', 'l10n');
      return new Worker(workerPath, {
        resourceLimits: RESOURCE_LIMITS,
        workerData: { translations: options.translations ?? EMPTY_TRANSLATIONS, bundles },
      });
    });
  const worker = createWorkerConnection({ spawn, onNotification, log });

  function onNotification(message: FromWorker): void {
    if (message.type === 'progress') for (const listener of [...progressListeners]) listener(message.progress);
    else if (message.type === 'status') for (const listener of [...listeners]) listener(message.status);
    else if (message.type === 'log') log(message.line);
  }

  const call = <Name extends LibraryCall>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> =>
    new Promise((resolve, reject) => {
      const handle = worker.open(
        { type: 'call', name, input },
        {
          async receive(answer) {
            handle.close();
            const { libraryCalls } = await import('../protocol/worker.ts');
            const returned = libraryCalls[name].output.safeParse(
              answer.type === 'returned' ? answer.output : undefined,
            );
            if (returned.success) return resolve(returned.data as CallOutput<Name>);
            if (answer.type !== 'failed') log(NOT_UNDERSTOOD);
            const detail = answer.type === 'failed' ? answer.message : NOT_UNDERSTOOD;
            reject(new ServiceError('server', { reason: 'library', detail }));
          },
          lost: (cause) => reject(serviceLost(cause)),
        },
      );
    });

  return {
    async *ask(question, signal, asking) {
      const { askLibrary } = await import('./askLibrary.ts');
      yield* askLibrary(worker, question, signal, asking);
    },
    configure: (config) => worker.configure(config),
    likelyPassages: (question) => call('likelyPassages', question),
    status: () => call('status', {}),
    ready: () => call('ready', {}),
    rebuild: () => call('rebuild', {}),
    refresh: (paths) => call('refresh', { paths }),
    lookUp: (authorities, maxText) => call('lookUp', { authorities, maxText }),
    documents: (from, limit, containing) => call('documents', { from, limit, containing }),
    kinds: () => call('kinds', {}),
    overview: (folder) => call('overview', { folder }),
    search: (search) => call('search', search),
    amountStatements: (request) => call('amountStatements', request),
    readPlaced: (path) => call('readText', { path, onlyLibrary: false }),
    readLibraryText: async (path) => (await call('readText', { path, onlyLibrary: true })).text,
    readWorkbook: (path) => call('readWorkbook', { path }),
    stopReading: () => worker.stopReading(),
    onDidChangeStatus(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    onDidProgress(listener) {
      progressListeners.add(listener);
      return { dispose: () => void progressListeners.delete(listener) };
    },
    dispose() {
      listeners.clear();
      progressListeners.clear();
      worker.dispose();
    },
  };
}
