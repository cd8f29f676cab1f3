/** Answers one question with steps, sources, quotations and suggestions. */
import { joinParts, type PartText } from '../../protocol/answerPart.ts';
import { within } from '../../protocol/within.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import type { ResearchOutput, ResearchRequest } from '../researcher.ts';
import { findAttached } from '../search/attachedFiles.ts';
import { spokenIn } from '../search/language.ts';
import type { Language } from '../search/values.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { formatNumber, inLanguage, t } from '../translate.ts';
import { compose, composeNothing } from './compose.ts';
import { type Gathered, gather, withoutQuotations } from './gather.ts';
import type { ModelChoice } from './modelChoice.ts';
import { orNoSuggestions } from './orNoSuggestions.ts';
import { plain } from './plain.ts';
import type { Quotation } from './quotation.ts';
import { PLANS, route } from './routing.ts';
import { suggest } from './suggest.ts';
import { waitUntilReady } from './waitUntilReady.ts';
import { writeWithModel } from './writeWithModel.ts';

/** The texts of the answer are in the language of the question. Ends early when the signal aborts. */
export function answer(
  library: AnsweringLibrary,
  request: ResearchRequest,
  signal: AbortSignal,
  choice: ModelChoice | null = null,
  authorityAge?: number | undefined,
): AsyncGenerator<ResearchOutput, void, void> {
  return inLanguage(askedIn(request), async function* () {
    const release = library.keepOpen(signal);
    try {
      yield* answerInLanguage(library, request, signal, choice, authorityAge);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      release();
    }
  });
}

/** "2026?" is in the language of the question before it. Null for a language other than English and German. */
function askedIn(request: ResearchRequest): Language | null {
  const questions = [request.question, ...earlierQuestions(request).toReversed()];
  const [language = null] = questions.flatMap(({ text }) => spokenIn(text) ?? []);
  return language === 'other' ? null : language;
}

async function* answerInLanguage(
  library: AnsweringLibrary,
  request: ResearchRequest,
  signal: AbortSignal,
  choice: ModelChoice | null,
  authorityAge: number | undefined,
): AsyncGenerator<ResearchOutput, void, void> {
  const { question } = request;
  const { mode, reason } = route(request, question);
  if (reason !== null) yield { type: 'step', title: t('Selected {0}', reason), mode };

  const isEarly = yield* waitUntilReady(library, signal, question.attachments.length > 0);
  if (signal.aborted) return;
  const status = library.status();
  const isUpdate = status.indexedAt !== null;
  if (status.documents === 0) {
    if (library.progress().phase !== 'ready') {
      const text = t('The documents of the library have not been read yet. Ask again in a moment.');
      return yield* shown([{ kind: 'lead', text }], signal);
    }
    const sentences = [
      t('The library contains no documents.'),
      status.message,
      t(
        'Open a folder with Markdown, text, HTML, CSV, PDF, Word or Excel files, or mail, or set the folders of the library, and ask again.',
      ),
    ];
    yield* shown([{ kind: 'lead', text: sentences.filter((sentence) => sentence !== undefined).join(' ') }], signal);
    return;
  }
  if (mode === 'tax_research_web_search') {
    yield { type: 'step', title: t('The built-in library does not search the web. Searching the library instead') };
  }
  const notesOf = (unread: readonly PartText[]): PartText[] =>
    mode === 'tax_research_web_search'
      ? [
          ...unread,
          { kind: 'note', text: t('The built-in library does not search the web. This answer is from the library.') },
        ]
      : [...unread];
  let fallback: PartText[] = [];
  if (choice) {
    const notes = notesOf(unreadNotes(library, isUpdate, isEarly));
    const written = yield* writeWithModel(library, request, mode, choice, signal, authorityAge);
    if (signal.aborted) return;
    if (written.type === 'written') {
      yield { type: 'parts', ...joinParts([...notes, ...written.parts]) };
      if (!signal.aborted && written.suggestions.length > 0)
        yield { type: 'suggestions', suggestions: written.suggestions };
      return;
    }
    fallback = [noteOf(`${written.reason} ${t('The library quotes instead.')}`)];
  }
  yield { type: 'step', title: t('Searching {0} documents', formatNumber(status.documents)) };
  const unreadBefore = unreadNotes(library, isUpdate, isEarly);
  const { reader, gathered } = yield* research(library, request, mode, signal);
  // The index may be replaced while quotations are gathered.
  const unread = unreadBefore.length > 0 ? unreadBefore : unreadNotes(library, isUpdate, isEarly);
  const attached = await findAttached(reader, question.attachments);
  const outside = attached.missing.map((label) =>
    noteOf(t('{0} is not in the folders of the library. It is not searched or quoted.', plain(label))),
  );

  const options = { authorityAge, isPartial: unread.length > 0 };
  if (gathered.quotations.length === 0) {
    yield { type: 'step', title: t('No document answers the question') };
    const nothing: PartText = { kind: 'lead', text: composeNothing(gathered, library.status().documents, options) };
    yield* shown([...fallback, ...unread, ...outside, nothing], signal);
    return;
  }
  // Read before anything is shown: the index may be replaced meanwhile, and its ids with it.
  const suggestions = await orNoSuggestions(library, signal, () => suggest(reader, gathered));
  yield { type: 'sources', sources: [...gathered.quotations, ...gathered.amounts.all].map(({ source }) => source) };
  yield* shown([...fallback, ...notesOf(unread), ...outside, ...compose(gathered, options)], signal);
  if (!signal.aborted && suggestions.length > 0) yield { type: 'suggestions', suggestions };
}

const earlierQuestions = ({ context }: ResearchRequest) => context.map(({ question }) => question);

function unreadNotes(library: AnsweringLibrary, isUpdate: boolean, isEarly: boolean): PartText[] {
  const { done, total, phase } = library.progress();
  if (phase === 'scanning' && isEarly)
    return [noteOf(t('The folders are still being searched for new and changed documents.'))];
  if (phase !== 'reading') return [];
  // The last document counts as read a moment before it can be searched.
  const [left, all] = [formatNumber(Math.max(1, total - done)), formatNumber(total)];
  return [
    noteOf(
      isUpdate
        ? t('The library is being updated. Not read yet: {0} of {1} new or changed documents.', left, all)
        : t('The library is still being read. Not searched yet: {0} of {1} documents.', left, all),
    ),
  ];
}

/** A paragraph about how the answer was made. */
function noteOf(sentence: string): PartText {
  return { kind: 'note', text: `*${sentence}*` };
}

/** The text of the parts, then their places in it. */
async function* shown(parts: readonly PartText[], signal: AbortSignal): AsyncGenerator<ResearchOutput, void, void> {
  const joined = joinParts(parts);
  yield* inChunks(joined.text, signal);
  if (!signal.aborted) yield { type: 'parts', parts: joined.parts };
}

interface Researched {
  /** That the quotations were read with. */
  readonly reader: LibraryReader;
  readonly gathered: Gathered;
}

/**
 * Gathers quotations. Gathers again if the index was replaced meanwhile, and after a quoted document that has changed on disk was read
 * again.
 */
async function* research(
  library: AnsweringLibrary,
  request: ResearchRequest,
  mode: keyof typeof PLANS,
  signal: AbortSignal,
): AsyncGenerator<ResearchOutput, Researched, void> {
  const { question } = request;
  const earlier = earlierQuestions(request);
  const read = async function* (): AsyncGenerator<ResearchOutput, Researched, void> {
    const reader = await library.reader(signal);
    return { reader, gathered: yield* gather(library, reader, question, earlier, PLANS[mode]) };
  };
  let researched: Researched | null = null;
  try {
    const database = library.database();
    const first = yield* read();
    // The ids of one database are those of other passages in the next one.
    if (library.database() === database) researched = first;
    else yield* waitUntilReady(library, signal, question.attachments.length > 0);
  } catch (error) {
    if (!(await library.repair(error))) throw error;
    yield { type: 'step', title: t('The index was damaged and was rebuilt') };
  }
  researched ??= yield* read();
  const { reader, gathered } = researched;
  const outdated = library.outdated(gathered.quotations.map((quotation) => quotation.source.location.path));
  if (outdated.length === 0) return researched;
  yield {
    type: 'step',
    title: outdated.length === 1 ? t('Reading a changed document again') : t('Reading changed documents again'),
  };
  // A library that was closed reads nothing again.
  const refreshed = library.readAgain(outdated).then(
    () => true,
    () => false,
  );
  if (!(await within(refreshed, REFRESH_TIME))) {
    yield { type: 'step', title: t('A changed document is still being read and is not quoted') };
    const isLeftOut = ({ source }: Quotation) => outdated.includes(source.location.path);
    return { reader, gathered: await withoutQuotations(library, reader, gathered, isLeftOut) };
  }
  return yield* read();
}

/** Milliseconds that an answer waits for changed documents. */
const REFRESH_TIME = 500;

/** A few words. */
const CHUNK = /(?:\S*\s*){1,4}/g;

/** A text in chunks, without delay. Between two of them, an abort is noticed. */
async function* inChunks(text: string, signal: AbortSignal): AsyncGenerator<ResearchOutput, void, void> {
  for (const chunk of text.match(CHUNK) ?? []) {
    if (signal.aborted) return;
    if (chunk !== '') yield { type: 'text', text: chunk };
    await yieldToEventLoop();
  }
}
