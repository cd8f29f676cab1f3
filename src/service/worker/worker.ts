/** Serves the library through a message port: questions and commands in, events and results out. */
import type { MessagePort } from 'node:worker_threads';
import * as z from 'zod/mini';
import { type FromWorker, type LibraryConfig, type ToWorker, toWorkerSchema } from '../../protocol/worker.ts';
import { createDocumentReader, type DocumentReader, type Problem } from '../documents/thread/documentReader.ts';
import type { LibraryResearcher, LibraryResearcherOptions } from '../research/libraryResearcher.ts';
import { t } from '../translate.ts';
import { answerQuestion, type RunningQuestion, toSource } from './answerQuestion.ts';
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

  /** Posts the reply of `work`, or its failure. Messages of the library contain file names at most. */
  async function answerWith(id: number, work: (library: LibraryResearcher) => FromWorker | Promise<FromWorker>) {
    try {
      post(await work(openLibrary()));
    } catch (thrown) {
      post({ type: 'failed', id, message: thrown instanceof Error ? thrown.message : 'The library failed.' });
    }
  }

  const reply = (id: number, work: (library: LibraryResearcher) => unknown): Promise<void> =>
    answerWith(id, async (current) => {
      await work(current);
      return { type: 'result', id, status: current.status() };
    });

  async function passages(message: Extract<ToWorker, { type: 'likelyPassages' }>): Promise<void> {
    const { id, question, context, mode, allowed, inputTokens } = message;
    try {
      const request = { question, context, askMode: mode, allowedAskModes: allowed, zeroDataRetention: false };
      post({ type: 'passages', id, passages: await openLibrary().likelyPassages(request, inputTokens) });
    } catch (thrown) {
      logFailure(thrown);
      post({ type: 'passages', id, passages: [] });
    }
  }

  async function readText({ id, path, onlyLibrary }: Extract<ToWorker, { type: 'readText' }>): Promise<void> {
    const roots = onlyLibrary ? (config?.roots ?? config?.folders ?? []) : null;
    const result = await openReader()?.readText(path, { maxBytes: MAX_READ, roots });
    if (result === undefined || 'problem' in result) unread(id, result);
    else post({ type: 'document', id, ...result });
  }

  async function readWorkbook({ id, path }: Extract<ToWorker, { type: 'readWorkbook' }>): Promise<void> {
    const workbook = await openReader()?.readWorkbook(path, { maxBytes: MAX_READ, roots: null });
    if (workbook === undefined || 'problem' in workbook) unread(id, workbook);
    else post({ type: 'workbook', id, workbook });
  }

  function openReader(): DocumentReader | null {
    if (!closed) reader ??= createDocumentReader({ log: logLine });
    return reader;
  }

  function unread(id: number, problem: Problem | undefined): void {
    post({ type: 'failed', id, message: problem?.problem ?? 'The library was closed.' });
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
      case 'modelEnd':
      case 'modelFailed':
        modelCalls.get(message.id)?.receive(message);
        break;
      case 'likelyPassages':
        void passages(message);
        break;
      case 'status':
        void reply(message.id, () => {});
        break;
      case 'ready':
        void reply(message.id, (current) => current.ready());
        break;
      case 'rebuild':
        void reply(message.id, (current) => current.rebuild());
        break;
      case 'refresh':
        void reply(message.id, (current) => current.refresh(message.paths));
        break;
      case 'lookUp': {
        const { id, authorities, maxText } = message;
        void answerWith(id, async (current) => ({
          type: 'authorities',
          id,
          ...(await current.lookUp(authorities, maxText)),
        }));
        break;
      }
      case 'readText':
        void readText(message);
        break;
      case 'readWorkbook':
        void readWorkbook(message);
        break;
      case 'documents': {
        const { id, from, limit, containing } = message;
        void answerWith(id, async (current) => ({
          type: 'documents',
          id,
          documents: await current.documents(from, limit, containing),
        }));
        break;
      }
      case 'kinds': {
        const { id } = message;
        void answerWith(id, async (current) => ({ type: 'kinds', id, kinds: await current.kinds() }));
        break;
      }
      case 'overview': {
        const { id, folder } = message;
        void answerWith(id, async (current) => ({ type: 'overview', id, overview: await current.overview(folder) }));
        break;
      }
      case 'search': {
        const { id, search } = message;
        void answerWith(id, async (current) => ({
          type: 'sources',
          id,
          sources: (await current.search(search)).map(toSource),
        }));
        break;
      }
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

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown failure');
