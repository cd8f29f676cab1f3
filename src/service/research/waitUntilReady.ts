/** How long an answer waits for the library. */
import { within } from '../../protocol/within.ts';
import type { LibraryProgress } from '../../protocol/worker.ts';
import type { AnsweringLibrary } from '../index/libraryIndex.ts';
import { formatNumber, t } from '../translate.ts';
import type { ResearchOutput } from './researcher.ts';

/**
 * Yields steps while the library is read. Ends when the documents that were read can be searched, and when the library is closed.
 * Throws what went wrong when they were read.
 */
export async function* waitUntilReady(
  library: AnsweringLibrary,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, void, void> {
  let settled = false;
  const ready = library
    .ready()
    .then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof DOMException)) throw error;
      },
    )
    .finally(() => {
      settled = true;
    });
  ready.catch(() => {});
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const started = performance.now();
  /** When the first progress in reading was seen, and how many documents were read by then. */
  let first: { readonly done: number; readonly at: number } | null = null;
  let reported = -1;
  while (!settled && !signal.aborted) {
    await within(Promise.race([ready, aborted]), PROGRESS_INTERVAL);
    const now = library.progress();
    const { done, total, phase } = now;
    if (phase === 'reading') first ??= { done, at: performance.now() };
    const waitingFor = library.waitingFor();
    const waited = performance.now() - started;
    // The documents left may take minutes, or be files that are given up after their time limit.
    const long =
      waitingFor > 0
        ? waitingFor > MAX_STANDSTILL || waited > MAX_WAIT
        : first !== null && waited + timeLeft(first, now) > MAX_TEXT_WAIT;
    if (!settled && !signal.aborted && long && library.status().documents > 0) {
      yield { type: 'step', title: readSoFar(library) };
      return;
    }
    const quarter = total === 0 ? -1 : Math.floor((done / total) * 4);
    if (!settled && !signal.aborted && phase === 'reading' && quarter > reported) {
      reported = quarter;
      yield {
        type: 'step',
        title: t('Reading the library: {0} of {1} documents', formatNumber(done), formatNumber(total)),
      };
    }
  }
  if (!signal.aborted) await ready;
}

/** Milliseconds until all documents are read, if that continues as since `first`. 0 if too few were read to say it. */
function timeLeft(first: { readonly done: number; readonly at: number }, { done, total }: LibraryProgress): number {
  const read = done - first.done;
  return read < RATED ? 0 : ((total - done) / read) * (performance.now() - first.at);
}

function readSoFar(library: AnsweringLibrary): string {
  const { done, total } = library.progress();
  return t(
    'Reading the library: {0} of {1} documents. Searching those that were read',
    formatNumber(done),
    formatNumber(total),
  );
}

/** Milliseconds that an answer waits for one document, and for all of them, once the text files are read. */
const MAX_STANDSTILL = 450;
const MAX_WAIT = 2000;

/** Milliseconds that an answer waits for small text files. It does not wait if they are likely to take longer. */
const MAX_TEXT_WAIT = 5000;
/** Documents from which the time for the others is estimated. */
const RATED = 100;

/** Milliseconds between two checks of the progress. The first step is shown after this time. */
const PROGRESS_INTERVAL = 200;
