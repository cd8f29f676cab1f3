/** Serves the library through a message port: questions and commands in, events and results out. */
import type { MessagePort } from 'node:worker_threads';
import * as z from 'zod/mini';
import {
  type CallInput,
  type CallOutput,
  type FromWorker,
  type LibraryCall,
  type LibraryConfig,
  type LibraryStatus,
  libraryCalls,
  type ToWorker,
  toWorkerSchema,
} from '../../protocol/worker.ts';
import { createDocumentReader, type DocumentReader, type Problem } from '../documents/thread/documentReader.ts';
import type { LibraryResearcher, LibraryResearcherOptions } from '../research/libraryResearcher.ts';
import { t } from '../translate.ts';
import { answerQuestion, type RunningQuestion } from './answerQuestion.ts';
import { createModelCalls, type ModelCalls } from './modelCalls.ts';

/** The part of a message that says who waits for a reply. */
const addressedSchema = z.object({ id: z.int(), call: z.optional(z.int()) });
/** Size of a file that is read for the user. */
const MAX_READ = 100 * 1024 * 1024;

/** The thread ends by itself after a `close` message, when no database is open any more. Tests pass their own researcher. */
export function serveWorker(
  port: MessagePort,
  createResearcher: (options: LibraryResearcherOptions) => LibraryResearcher,
): void {
  const questions = new Map<number, RunningQuestion>();
  const modelCalls = new Map<number, ModelCalls>();
  let config: LibraryConfig | null = null;
  let library: LibraryResearcher | null = null;
  /** Reads single files for the user while the library may be busy with others. */
  let reader: DocumentReader | null = null;
  /** Resolves when every library that was replaced is closed. */
  let replaced: Promise<void> = Promise.resolve();
  let closed = false;

  const post = (message: FromWorker): void => port.postMessage(message);
  const logLine = (line: string): void => post({ type: 'log', line });

  const openLibrary = (): LibraryResearcher => {
    if (library !== null) return library;
    if (closed) throw new Error('The library was closed.');
    if (config === null) throw new Error('No folders are configured yet.');
    library = createResearcher({
      ...config,
      log: logLine,
      onProgress(progress) {
        post({ type: 'progress', progress });
        if (progress.phase === 'ready' && library !== null) post({ type: 'status', status: library.status() });
      },
    });
    return library;
  };

  function configure(next: LibraryConfig): void {
    if (JSON.stringify(next) === JSON.stringify(config)) return;
    config = next;
    const old = library;
    library = null;
    if (old === null) return;
    replaced = replaced.then(() => old.close()).catch(logFailure);
    // The library was in use, so the new folders are read before the next question.
    void replaced.then(() => (closed ? undefined : openLibrary().ready())).catch(logFailure);
  }

  const logFailure = (thrown: unknown): void => logLine(`Library: ${nameOf(thrown)}`);

  const openReader = (): DocumentReader => {
    if (closed) throw new Error('The library was closed.');
    reader ??= createDocumentReader({ log: logLine });
    return reader;
  };

  async function statusAfter(work: (library: LibraryResearcher) => unknown): Promise<LibraryStatus> {
    const current = openLibrary();
    await work(current);
    return current.status();
  }

  /** Messages of the errors are shown. They contain file names at most. */
  const calls: { readonly [Name in LibraryCall]: (input: CallInput<Name>) => Promise<CallOutput<Name>> } = {
    async likelyPassages({ question, mode, allowed, inputTokens }) {
      const request = { question, askMode: mode, allowedAskModes: allowed };
      try {
        return await openLibrary().likelyPassages(request, inputTokens);
      } catch (thrown) {
        logFailure(thrown);
        return [];
      }
    },
    status: () => statusAfter(() => {}),
    ready: () => statusAfter((current) => current.ready()),
    rebuild: () => statusAfter((current) => current.rebuild()),
    refresh: ({ paths }) => statusAfter((current) => current.refresh(paths)),
    lookUp: async ({ authorities, maxText }) => openLibrary().lookUp(authorities, maxText),
    async readText({ path, onlyLibrary }) {
      const { folders = [], roots = folders, laws = [], exclude = [], excludeWithin = [] } = config ?? {};
      const limits = onlyLibrary
        ? { roots: roots.concat(laws), exclude: { everywhere: exclude, within: excludeWithin } }
        : { roots: null };
      return orThrow(await openReader().readText(path, { maxBytes: MAX_READ, ...limits }));
    },
    readWorkbook: async ({ path }) =>
      orThrow(await openReader().readWorkbook(path, { maxBytes: MAX_READ, roots: null })),
    documents: async ({ from, limit, containing }) => openLibrary().documents(from, limit, containing),
    kinds: async () => openLibrary().kinds(),
    overview: async ({ folder }) => openLibrary().overview(folder),
    search: (search) => openLibrary().search(search),
    amountStatements: (request) => openLibrary().amountStatements(request),
  };

  async function call<Name extends LibraryCall>(id: number, name: Name, input: unknown): Promise<void> {
    const parsed = libraryCalls[name].input.safeParse(input);
    if (!parsed.success) return refuse({ id });
    try {
      post({ type: 'returned', id, output: await calls[name](parsed.data as CallInput<Name>) });
    } catch (thrown) {
      post({ type: 'failed', id, message: thrown instanceof Error ? thrown.message : 'The library failed.' });
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const running of questions.values()) running.abort();
    const last = library;
    library = null;
    await replaced;
    await reader?.close();
    await last?.close().catch(logFailure);
    post({ type: 'closed' });
    port.close();
  }

  function ask(message: Extract<ToWorker, { type: 'ask' }>): void {
    const { id, question, context, mode, allowed, zeroRetention, model } = message;
    const calls = model && createModelCalls(id, model, post);
    if (calls) modelCalls.set(id, calls);
    const choice = calls
      ? { model: calls.model, zeroRetention: model.zeroRetention, secondReading: model.secondReading }
      : null;
    const request = { question, context, askMode: mode, allowedAskModes: allowed, zeroDataRetention: zeroRetention };
    const running = answerQuestion(
      id,
      (signal) => openLibrary().research(request, signal, choice),
      post,
      (failure) => logLine(`Answer: ${failure}`),
    );
    questions.set(id, running);
    void running.ended.then(() => {
      questions.delete(id);
      modelCalls.delete(id);
    });
  }

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'configure':
        configure(message.config);
        break;
      case 'ask':
        ask(message);
        break;
      case 'abort':
        questions.get(message.id)?.abort();
        break;
      case 'modelChunk':
      case 'modelWaits':
      case 'modelThinks':
      case 'modelEnd':
      case 'modelFailed':
        modelCalls.get(message.id)?.receive(message);
        break;
      case 'call':
        void call(message.id, message.name, message.input);
        break;
      case 'stopReading':
        library?.cancel();
        break;
      case 'close':
        void close();
        break;
    }
  }

  /** Replies to an invalid message, so that its sender does not wait for a timeout. */
  function refuse(raw: unknown): void {
    logLine('Ignored an invalid message from the extension.');
    const addressed = addressedSchema.safeParse(raw);
    if (!addressed.success) return;
    const { id, call } = addressed.data;
    if (call !== undefined) modelCalls.get(id)?.receive({ type: 'modelFailed', id, call, kind: 'protocol' });
    else post({ type: 'failed', id, message: t('The library service did not understand the request.') });
  }

  port.on('message', (raw: unknown) => {
    const message = toWorkerSchema.safeParse(raw);
    if (message.success) receive(message.data);
    else refuse(raw);
  });
}

function orThrow<T extends object>(result: T | Problem): T {
  if ('problem' in result) throw new Error(result.problem);
  return result;
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown failure');
