/** How long an answer waits for the library. */
import { within } from '../../protocol/within.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import type { ResearchOutput } from '../researcher.ts';
import { formatNumber, t } from '../translate.ts';

/**
 * Yields steps while the library is read. Ends when the documents that were read can be searched, and when the library is closed. Returns
 * whether it ended before the library was up to date. `hasAttachments`: the question is about files that may be among those left.
 * Throws what went wrong when they were read.
 */
export async function* waitUntilReady(
  library: Pick<AnsweringLibrary, 'ready' | 'progress' | 'timeLeft' | 'waitingFor' | 'status'>,
  signal: AbortSignal,
  hasAttachments = false,
): AsyncGenerator<ResearchOutput, boolean, void> {
  const [standstill, wait] = hasAttachments ? [MAX_TEXT_WAIT, MAX_TEXT_WAIT] : [MAX_STANDSTILL, MAX_WAIT];
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
  let reported = -1;
  for (let interval = 0; !settled && !signal.aborted; interval = PROGRESS_INTERVAL) {
    await within(Promise.race([ready, aborted]), interval);
    const { done, total, phase } = library.progress();
    const waitingFor = library.waitingFor();
    const waited = performance.now() - started;
    // The documents left may take minutes, or be files that are given up after their time limit.
    const long =
      waitingFor > 0
        ? waitingFor > standstill || waited > wait
        : (phase === 'scanning' ? waited : waited + library.timeLeft()) > MAX_TEXT_WAIT;
    if (!settled && !signal.aborted && long && (phase === 'scanning' || library.status().documents > 0)) {
      if (phase === 'reading') yield { type: 'step', title: readSoFar(library) };
      return true;
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
  return false;
}

function readSoFar(library: Pick<AnsweringLibrary, 'progress'>): string {
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

/**
 * Milliseconds that an answer waits for the scan of the folders and for small text files, and for all documents if the question has attached
 * files. It does not wait for text files if these are likely to take longer.
 */
const MAX_TEXT_WAIT = 5000;
/** Milliseconds between two checks of the progress. */
const PROGRESS_INTERVAL = 200;
