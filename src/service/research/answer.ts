/** One question -> steps, sources, quotations and suggestions. */
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { analyse } from '../search/query.ts';
import { compose, composeNothing } from './compose.ts';
import { type Gathered, gather } from './gather.ts';
import type { ResearchOutput, ResearchRequest } from './researcher.ts';
import { PLANS, route } from './routing.ts';
import { inPieces } from './stream.ts';
import { suggest } from './suggest.ts';

export async function* answer(
  library: LibraryIndex,
  request: ResearchRequest,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, void, void> {
  const humans = request.messages.filter((message) => message.role === 'human').map((message) => message.content);
  const question = humans.at(-1) ?? '';
  const context = humans.slice(0, -1);

  yield* waitUntilReady(library, signal);
  if (signal.aborted) return;
  const status = library.status();
  if (status.documents === 0) {
    const why = status.message === undefined ? '' : ` ${status.message}`;
    yield* inPieces(
      `The library holds no documents, so there is nothing to quote.${why} Open a folder with Markdown, text, HTML, CSV, PDF or Word files, or set the library's folders, and ask again.`,
      signal,
    );
    return;
  }
  const { mode, why } = route(request, analyse(question, context));
  if (why !== null) yield { type: 'step', title: `Chose ${why}` };
  if (mode === 'tax_research_web_search') {
    yield { type: 'step', title: 'The built-in library does not search the web: searching the library instead' };
  }
  yield { type: 'step', title: `Searching ${status.documents.toLocaleString('en-US')} documents` };
  const gathered = yield* research(library, question, context, request, mode, signal);
  if (!gathered || signal.aborted) return;

  if (gathered.quotations.length === 0) {
    yield { type: 'step', title: 'Nothing fits well' };
    yield* inPieces(composeNothing(gathered, status.documents), signal);
    return;
  }
  yield { type: 'sources', sources: gathered.quotations.map((quotation) => quotation.source) };
  const note =
    mode === 'tax_research_web_search'
      ? 'The built-in library does not search the web; this is what the library holds.\n\n'
      : '';
  yield* inPieces(note + compose(library, gathered), signal);
  if (signal.aborted) return;
  const suggestions = suggest(library.database(), gathered);
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
}

/** Gathers; if a document to be quoted has changed on disk meanwhile, reads it again and gathers once more. */
async function* research(
  library: LibraryIndex,
  question: string,
  context: readonly string[],
  request: ResearchRequest,
  mode: keyof typeof PLANS,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, Gathered | null, void> {
  const earlier = request.messages.length > 1 ? context : [];
  let gathered: Gathered | null;
  try {
    gathered = yield* gather(library, question, earlier, PLANS[mode], signal);
  } catch (error) {
    if (!(await library.repair(error))) throw error;
    yield { type: 'step', title: 'The index was damaged and has been made again' };
    gathered = yield* gather(library, question, earlier, PLANS[mode], signal);
  }
  if (!gathered) return null;
  const outdated = library.outdated(gathered.quotations.map((quotation) => quotation.source.path));
  if (outdated.length === 0) return gathered;
  yield {
    type: 'step',
    title: outdated.length === 1 ? 'Reading a changed document again' : 'Reading changed documents again',
  };
  await library.refresh(outdated);
  return yield* gather(library, question, earlier, PLANS[mode], signal);
}

/** Steps while the library is read for the first time, so that nobody wonders what is going on. */
async function* waitUntilReady(library: LibraryIndex, signal: AbortSignal): AsyncGenerator<ResearchOutput, void, void> {
  let settled = false;
  const ready = library.ready().finally(() => {
    settled = true;
  });
  ready.catch(() => {});
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let told = -1;
  while (!settled && !signal.aborted) {
    await Promise.race([ready.then(() => {}), aborted, pause(PATIENCE)]);
    const { done, total, phase } = library.progress();
    const tenth = total === 0 ? -1 : Math.floor((done / total) * 4);
    if (!settled && !signal.aborted && phase === 'reading' && tenth > told) {
      told = tenth;
      yield {
        type: 'step',
        title: `Reading the library: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} documents`,
      };
    }
  }
  if (!signal.aborted) await ready;
}

/** Milliseconds before an answer says that the library is still being read. */
const PATIENCE = 400;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
