/** An answer by the user's language model over the library, or the reason why the library quotes instead. */
import { createHash, randomUUID } from 'node:crypto';
import { ModelError } from '../../model/modelError.ts';
import { MODEL_ERROR_MESSAGES } from '../../model/modelErrorMessages.ts';
import type { PartText } from '../../protocol/answerPart.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import { readsAgain, requestLimit } from '../../protocol/modelRequests.ts';
import type { ModelUse } from '../../protocol/modelUse.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import type { ResearchOutput, ResearchRequest } from '../researcher.ts';
import { yearsOf } from '../search/inflation.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { t, translated } from '../translate.ts';
import type { PromptContext } from '../writer/prompts.ts';
import { promptText } from '../writer/promptText.ts';
import { composeWritten } from '../writer/result.ts';
import { type WriterResult, writeAnswer } from '../writer/writeAnswer.ts';
import { amountLines, keyOf, type StatedAmounts, statedAmounts } from './amounts.ts';
import { type HiddenWriting, hideIdentifiers } from './hideIdentifiers.ts';
import type { ModelChoice } from './modelChoice.ts';
import { orNoSuggestions } from './orNoSuggestions.ts';
import { createPassageFinder } from './passageFinder.ts';
import { plain } from './plain.ts';
import { suggestFromPassages } from './suggest.ts';
import { ageWarning } from './textAge.ts';

export type ModelAnswer =
  | { readonly type: 'written'; readonly parts: readonly PartText[]; readonly suggestions: readonly string[] }
  | { readonly type: 'fallback'; readonly reason: string };

export async function* writeWithModel(
  library: AnsweringLibrary,
  request: ResearchRequest,
  mode: ResearchMode,
  { model, zeroRetention, secondReading = 'exceptFast' }: ModelChoice,
  signal: AbortSignal,
  authorityAge: number | undefined,
): AsyncGenerator<ResearchOutput, ModelAnswer, void> {
  if (request.zeroDataRetention && !zeroRetention) {
    return {
      type: 'fallback',
      reason: t('{0} was not asked, because this question asks for zero data retention.', model.name),
    };
  }
  const isReadAgain = readsAgain(secondReading, mode);
  const limit = requestLimit(mode, isReadAgain);
  yield { type: 'step', title: t('Asking {0}, with at most {1} requests', model.name, limit) };
  yield { type: 'step', title: t('Asking {0} for search words', model.name) };
  const finder = createPassageFinder(library, signal);
  const context = contextOf(request);
  let hidden: HiddenWriting | null = null;
  try {
    hidden = model.hidden ? hideIdentifiers(model.hidden, context, finder) : null;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const reason = translated(MODEL_ERROR_MESSAGES[error.kind]);
    yield { type: 'step', title: reason };
    return { type: 'fallback', reason };
  }
  const writing = writeAnswer({
    model,
    finder,
    context,
    ...(hidden && pick(hidden)),
    mode,
    readsAgain: isReadAgain,
    signal,
    random: randomUUID,
  });
  const result = yield* hidden ? restored(writing, hidden) : writing;
  yield { type: 'modelUse', use: useOf(result, hidden) };
  if (result.usage) yield { type: 'usage', usage: result.usage };
  if (result.type === 'fallback') {
    yield { type: 'step', title: result.reason };
    // The library quotes in place of what was written so far.
    yield { type: 'parts', text: '', parts: [] };
    return result;
  }
  const composed = composeWritten(result);
  const ids = result.numbered.map(({ id }) => id);
  const cited = ids.flatMap((id) => finder.found(id) ?? []);
  const reader = await library.reader(signal);
  const amounts = await amountsOf(library, reader, request, cited);
  const written = hidden ? composed.parts.map((part) => restoredPart(part, hidden)) : composed.parts;
  const parts = [...oldTexts(cited, authorityAge), ...withAmounts(written, amounts, composed.sources.length)];
  const sources = composed.sources.map((source) => hidden?.originalSource(source) ?? source);
  yield { type: 'sources', sources: [...sources, ...amounts.all.map(({ source }) => source)] };
  const suggestions = await orNoSuggestions(library, signal, () =>
    finder.read(ids, (current, found) => suggestFromPassages(current, request.question, found)),
  );
  return { type: 'written', parts, suggestions };
}

/** A note in front of the answer for the oldest text of an authority that is cited, if it is too old. */
function oldTexts(cited: readonly RankedPassage[], authorityAge: number | undefined): PartText[] {
  const dated = cited.flatMap(({ document, passage }) => {
    const date = passage.sectionDate || (document.date ?? '');
    return document.isAuthority && date !== '' ? [{ title: passage.sectionTitle || document.title, date }] : [];
  });
  const [oldest] = dated.toSorted((one, other) => one.date.localeCompare(other.date));
  const warning = oldest ? ageWarning(oldest.date, authorityAge) : '';
  if (!oldest || warning === '') return [];
  const text = t('The text of “{0}” is as of {1}.', plain(oldest.title), plain(oldest.date));
  return [{ kind: 'note', text: `*${text} ${warning}*` }];
}

/** What tables of the library state for the cited paragraphs. The model does not see it. */
function amountsOf(
  library: AnsweringLibrary,
  reader: LibraryReader,
  { question }: ResearchRequest,
  cited: readonly RankedPassage[],
): Promise<StatedAmounts> {
  const paragraphs = cited.map(({ document, passage }) => ({
    key: keyOf(document, passage),
    paths: passage.pins,
    adjusted: [],
  }));
  return statedAmounts(library, reader, paragraphs, yearsOf(question));
}

/** The amounts stand after what was written, before what the library says about the answer. */
function withAmounts(parts: readonly PartText[], { all, problems }: StatedAmounts, sources: number): PartText[] {
  if (all.length === 0) return [...parts];
  const own = [`### ${t('Adjusted amounts')}`, amountLines(all, sources + 1), ...problems].join('\n\n');
  const after = parts.findIndex(({ kind }) => kind === 'notFound' || kind === 'leftOut' || kind === 'note');
  return parts.toSpliced(after === -1 ? parts.length : after, 0, { kind: 'amounts', text: own });
}

function restoredPart(part: PartText, { shown }: HiddenWriting): PartText {
  const evidence = part.evidence?.map((each) => ({ ...each, words: shown(each.words) }));
  return { ...part, text: shown(part.text), ...(evidence && { evidence }) };
}

const pick = ({ context, finder }: HiddenWriting) => ({ context, finder });

async function* restored(
  writing: AsyncGenerator<ResearchOutput, WriterResult, void>,
  hidden: HiddenWriting,
): AsyncGenerator<ResearchOutput, WriterResult, void> {
  for (;;) {
    const next = await writing.next();
    if (next.done) return next.value;
    const output = next.value;
    if (output.type === 'step') yield { ...output, title: hidden.shown(output.title) };
    else if (output.type === 'text') yield { ...output, text: hidden.shown(output.text) };
    else yield output;
  }
}

function useOf(result: WriterResult, hidden: HiddenWriting | null): ModelUse {
  if (result.type === 'fallback') return { calls: result.calls, sentences: null, passages: [] };
  const sentences = { confirmed: 0, corrected: 0, flagged: 0, omitted: 0 };
  for (const { outcome } of result.lines) sentences[outcome] += 1;
  const passages = result.passages
    .map((passage) => hidden?.original(passage) ?? passage)
    .map(({ text }) => createHash('sha256').update(text).digest('hex'));
  const outcomes = result.lines.map(({ outcome }) => outcome);
  return { calls: result.calls, sentences, outcomes, passages };
}

function contextOf({ question, context }: ResearchRequest): PromptContext {
  const previous = context.at(-1);
  return {
    asked: question,
    question: promptText(question),
    previous: previous ? { question: promptText(previous.question), answer: previous.answer } : null,
  };
}
