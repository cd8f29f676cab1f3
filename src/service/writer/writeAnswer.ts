/** Writes one answer with a language model: collects passages, writes, verifies each sentence, repairs at most once. */
import type { LanguageModel, ModelOutcome } from '../../model/languageModel.ts';
import { ModelError } from '../../model/modelError.ts';
import { MODEL_ERROR_MESSAGES } from '../../model/modelErrorMessages.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import { requestLimit } from '../../protocol/modelRequests.ts';
import type { ResearchOutput } from '../research/researcher.ts';
import { inEnglish, t, translated } from '../translate.ts';
import { createLineReader, type Section, type WrittenAnswer } from './answerLines.ts';
import { writeAudit } from './auditTable.ts';
import { type Calls, createCalls, passagesWithinLimit, type Spent, type WithinLimit } from './callBudget.ts';
import { collect, collectMissing } from './collectPassages.ts';
import { WRITER_MODES } from './modes.ts';
import { type KeyedPassage, type PassageFinder, type WriterPassage, withKeys } from './passage.ts';
import { newNonce, type PromptContext, repairPrompt, writePrompt } from './prompts.ts';
import {
  type AuditResult,
  type CitationNumbers,
  createCitationNumbers,
  headingOf,
  lineText,
  reasonFor,
  type WrittenResult,
} from './result.ts';
import { readAgain } from './secondReading.ts';
import { checkConclusion, createLineVerifier, type LineVerifier, type VerifiedLine } from './verifyLines.ts';

export interface WriteOptions {
  readonly model: LanguageModel;
  readonly finder: PassageFinder;
  readonly context: PromptContext;
  readonly mode: ResearchMode;
  readonly signal: AbortSignal;
  /** Whether the model reads its sentences again with their sources. */
  readonly readsAgain?: boolean;
  /** Fresh random text for each call. */
  readonly random: () => string;
}

/** No written answer can be shown. The caller quotes the passages instead. */
interface Fallback {
  readonly type: 'fallback';
  readonly reason: string;
}

export type WriterResult = (WrittenResult | Fallback) & Spent;

const fallback = (reason: string): Fallback => ({ type: 'fallback', reason });

const nothingFound = () =>
  t('No passage of the library fits the question, so the language model was not asked to write.');
const nothingLeft = () => t('No sentence of the language model was found in the passages.');

/** Yields steps and drafts. The caller composes the result, which replaces the drafts. */
export async function* writeAnswer(options: WriteOptions): AsyncGenerator<ResearchOutput, WriterResult, void> {
  const calls = createCalls(options.model, requestLimit(options.mode, options.readsAgain ?? false));
  let result: WrittenResult | Fallback;
  try {
    result = yield* write(options, calls);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    result = fallback(translated(MODEL_ERROR_MESSAGES[error.kind]));
  }
  return { ...result, calls: calls.count, usage: await calls.usage() };
}

async function* write(
  options: WriteOptions,
  calls: Calls,
): AsyncGenerator<ResearchOutput, WrittenResult | Fallback, void> {
  const { model, context, signal } = options;
  const mode = WRITER_MODES[options.mode];
  const withinLimit: WithinLimit = (passages) => passagesWithinLimit(passages, model.inputTokens);
  const collected = yield* collect({ ...options, calls, mode });
  if (collected.length === 0) return fallback(nothingFound());
  const audit =
    options.mode === 'audit_research' ? yield* writeAudit({ ...options, calls, collected, withinLimit }) : null;

  let passages = withKeys(withinLimit(withEvidence(collected, audit)).slice(0, mode.cited));
  if (passages.length === 0) return fallback(translated(MODEL_ERROR_MESSAGES.tooLong));
  yield step(t('Writing with {0} from {1} passages', model.name, passages.length));
  const numbers = createCitationNumbers();
  let drafted: Draft;
  try {
    drafted = yield* draft(options, calls, passages, numbers);
  } catch (error) {
    // The actual limit of a model can be lower than the one it reports. Tries again with the best half of the passages.
    if (!(error instanceof ModelError && error.kind === 'tooLong' && passages.length > 1 && calls.left > 0))
      throw error;
    passages = passages.slice(0, Math.ceil(passages.length / 2));
    yield step(t('The passages were too long for {0}. Writing from the best {1}', model.name, passages.length));
    drafted = yield* draft(options, calls, passages, numbers);
  }
  // The second reading keeps its request.
  const reserved = options.readsAgain ? 1 : 0;
  for (let round = 0; round < mode.rewrites && calls.left > reserved; round += 1) {
    const again = yield* lookUpMissing(options, calls, drafted, passages, numbers, withinLimit);
    if (!again) break;
    ({ drafted, passages } = again);
  }
  const { written, verifier } = drafted;
  const problem = problemOf(drafted);
  if (problem !== null) return fallback(problem);

  let lines: readonly VerifiedLine[] = drafted.lines;
  yield step(summaryOf(lines));
  const failed = lines.filter(({ outcome }) => outcome === 'omitted');
  if (failed.length > 0 && calls.left > reserved) {
    yield step(t('Asking {0} to correct sentences: {1}', model.name, failed.length));
    lines = await repair(options, calls, passages, lines, verifier);
    yield step(summaryOf(lines));
  }
  if (written.gaps.length === 0 && lines.every(({ outcome }) => outcome === 'omitted')) return fallback(nothingLeft());
  if (options.readsAgain) lines = yield* readAgain({ ...options, calls, question: context.question }, lines, passages);
  signal.throwIfAborted();
  return {
    type: 'written',
    model: model.name,
    passages,
    numbers,
    lines: checkConclusion(lines, passages, context.question),
    gaps: written.gaps,
    cut: drafted.cut,
    audit,
  };
}

/** Requirements and what was found for each come before the passages that no row of the table needs. */
function withEvidence(collected: readonly WriterPassage[], audit: AuditResult | null): readonly WriterPassage[] {
  if (audit === null) return collected;
  const { rows, passages, read } = audit;
  const required = passages.filter(({ key }) => rows.some(({ keys }) => keys.includes(key)));
  const shown = [...required, ...rows.flatMap(({ evidencePassage }) => evidencePassage ?? []), ...read, ...collected];
  return [...new Map(shown.map((passage) => [passage.id, passage])).values()];
}

interface Draft {
  readonly written: WrittenAnswer;
  readonly verifier: LineVerifier;
  readonly lines: readonly VerifiedLine[];
  /** The reply ended before its end. */
  readonly cut: boolean;
}

/** Looks up what a draft says is missing and writes again. Null if nothing is missing, nothing is found, or the new draft is of no use. */
async function* lookUpMissing(
  options: WriteOptions,
  calls: Calls,
  { written, lines }: Draft,
  passages: readonly KeyedPassage[],
  numbers: CitationNumbers,
  withinLimit: WithinLimit,
): AsyncGenerator<ResearchOutput, { drafted: Draft; passages: KeyedPassage[] } | null, void> {
  if (written.gaps.length === 0) return null;
  yield step(t('Looking up what is missing: {0}', written.gaps.join('; ').slice(0, MAX_STEP)));
  const added = await collectMissing(options.finder, written.gaps, passages);
  if (added.length === 0) return null;
  // What was found last is what the draft lacked, so it is not what the limit drops.
  const used = new Set(lines.flatMap(({ keys }) => keys));
  const kept = [...passages].sort((one, other) => Number(used.has(other.key)) - Number(used.has(one.key)));
  const next = withKeys(withinLimit([...added, ...kept]));
  yield step(t('Writing with {0} from {1} passages', options.model.name, next.length));
  try {
    const drafted = yield* draft(options, calls, next, numbers);
    return problemOf(drafted) === null ? { drafted, passages: next } : null;
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/** Yields each sentence as soon as it is written and has passed the check. */
async function* draft(
  options: WriteOptions,
  calls: Calls,
  passages: readonly KeyedPassage[],
  numbers: CitationNumbers,
): AsyncGenerator<ResearchOutput, Draft, void> {
  const reader = createLineReader(new Set(passages.map(({ key }) => key)));
  const { lengths } = WRITER_MODES[options.mode];
  const prompt = writePrompt(options.context, passages, newNonce(options.random), lengths);
  const reply = calls.stream(prompt, options.signal);
  const first = reply.next();
  // A failure of the call is thrown where its first chunk is awaited.
  first.catch(() => {});
  // The passages are read while the model begins to write.
  const verifier = createLineVerifier(passages, options.context.question);
  let started = false;
  let source = reader.answer.lines;
  let lines: VerifiedLine[] = [];
  let section: Section | null = null;
  // The model writes the conclusion last. Its place is at the top.
  yield { type: 'parts', text: '', parts: [] };
  yield {
    type: 'draft',
    text: `### ${headingOf('CONCLUSION')}\n\n*${t('Written last, from the sentences below.')}*\n\n`,
  };

  function* release(isEnd: boolean): Generator<ResearchOutput, void, void> {
    // The reader begins again when everything before was reasoning.
    if (reader.answer.lines !== source && lines.length > 0) {
      lines = [];
      section = null;
      yield { type: 'parts', text: '', parts: [] };
    }
    source = reader.answer.lines;
    for (const line of source.slice(lines.length)) {
      // The keys of the last line may follow on a line of their own.
      if (!isEnd && line.keys.length === 0 && line === source.at(-1)) return;
      const verified = verifier.verify(line);
      lines.push(verified);
      if (verified.outcome === 'omitted') yield step(t('Held back a sentence: {0}', reasonFor(verified.missing)));
      else {
        const heading = line.section === section ? '' : `### ${headingOf(line.section)}\n\n`;
        section = line.section;
        yield { type: 'draft', text: `${heading}${sentenceOf(verified, passages, numbers)}\n\n` };
      }
    }
  }

  let outcome: ModelOutcome = 'unspecified';
  let lost = false;
  try {
    for (;;) {
      const next = await (started ? reply.next() : first);
      started = true;
      if (next.done) {
        outcome = next.value;
        break;
      }
      reader.push(next.value);
      yield* release(false);
      // Ends the call at the END line or an endless repetition, so that no more tokens are billed.
      if (reader.answer.ended || reader.answer.repeats) break;
    }
  } catch (error) {
    // What was completed before the connection was lost stays.
    if (!(error instanceof ModelError) || reader.answer.lines.length === 0) throw error;
    lost = true;
  } finally {
    await reply.return('unspecified');
  }
  const isNormal = outcome === 'stop' || (outcome === 'unspecified' && reader.endsWhole);
  const cut = !reader.answer.ended && !reader.answer.repeats && (lost || !isNormal);
  // A line without its end may lack a word that limits it.
  if (!cut) reader.end();
  if (!reader.answer.repeats) yield* release(true);
  return { written: reader.answer, verifier, lines, cut };
}

/** Characters of what is missing that a step shows. */
const MAX_STEP = 600;

/** A sentence that passed, with the numbers of its sources. */
function sentenceOf(line: VerifiedLine, passages: readonly KeyedPassage[], numbers: CitationNumbers): string {
  const marks = line.keys
    .flatMap((key) => passages.find((passage) => passage.key === key) ?? [])
    .map((passage) => ` [${numbers.of(passage)}]`)
    .join('');
  return lineText.markdown(line, marks);
}

/** Asks the model to rewrite the omitted lines. A rewritten line replaces the old one only if it passes the check. */
async function repair(
  options: WriteOptions,
  calls: Calls,
  passages: readonly KeyedPassage[],
  lines: readonly VerifiedLine[],
  verifier: LineVerifier,
): Promise<VerifiedLine[]> {
  const { random, signal } = options;
  const failed = lines.filter(({ outcome }) => outcome === 'omitted');
  const reader = createLineReader(new Set(passages.map(({ key }) => key)));
  const prompt = repairPrompt(
    failed.map(({ text, missing }) => ({ text, reason: inEnglish(() => reasonFor(missing)) })),
    passages,
    newNonce(random),
  );
  try {
    for await (const text of calls.stream(prompt, signal)) {
      reader.push(text);
      if (reader.answer.ended || reader.answer.repeats) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    // If the repair fails, the lines remain omitted.
    if (error instanceof ModelError) return [...lines];
    throw error;
  }
  reader.end();
  const rewritten = reader.answer.lines;
  // Models number the sentences as the prompt does, or write them in its order.
  const isNumbered = rewritten.some(({ number }) => number !== null);
  let place = 0;
  return lines.map((line) => {
    if (line.outcome !== 'omitted') return line;
    place += 1;
    const repaired = isNumbered ? rewritten.find(({ number }) => number === place) : rewritten[place - 1];
    if (!repaired || /^DROP\b/i.test(repaired.text)) return line;
    const verified = verifier.verify({ ...repaired, section: line.section, calculation: line.calculation });
    return verified.outcome === 'omitted' ? line : verified;
  });
}

function problemOf({ written: { lines, gaps, repeats }, cut }: Draft): string | null {
  if (repeats) return t('The language model repeated itself.');
  if (cut && lines.length === 0) return t('The reply of the language model was cut off.');
  return lines.length === 0 && gaps.length === 0 ? t('The language model wrote nothing that cites a passage.') : null;
}

function summaryOf(lines: readonly VerifiedLine[]): string {
  const countOf = (wanted: VerifiedLine['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    t('{0} confirmed', countOf('confirmed')),
    countOf('corrected') > 0 ? t('{0} with a corrected source', countOf('corrected')) : '',
    countOf('flagged') > 0 ? t('{0} marked', countOf('flagged')) : '',
    countOf('omitted') > 0 ? t('{0} not found in the passages', countOf('omitted')) : '',
  ];
  return t('Sentences checked: {0} ({1})', lines.length, parts.filter((part) => part !== '').join(', '));
}

function step(title: string): ResearchOutput {
  return { type: 'step', title };
}
