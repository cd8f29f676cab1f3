/** Writes one answer with a language model: collects passages, writes, verifies each sentence, repairs at most once. */
import type { LanguageModel, ModelOutcome } from '../../model/languageModel.ts';
import { ModelError } from '../../model/modelError.ts';
import { MODEL_ERROR_MESSAGES } from '../../model/modelErrorMessages.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import { requestLimit } from '../../protocol/modelRequests.ts';
import type { ResearchOutput } from '../researcher.ts';
import { inEnglish, t, translated } from '../translate.ts';
import { createLineReader, type Section, type WrittenAnswer } from './answerLines.ts';
import { writeAudit } from './auditTable.ts';
import { Calls, type Spent } from './callBudget.ts';
import { collect, collectMissing } from './collectPassages.ts';
import { WRITER_MODES } from './modes.ts';
import { type KeyedPassage, type PassageFinder, type WriterPassage, withKeys } from './passage.ts';
import { newNonce, type PromptContext, repairPrompt, writePrompt } from './prompts.ts';
import {
  type AuditResult,
  createCiting,
  headingOf,
  type Numbered,
  reasonFor,
  sentenceText,
  type WrittenResult,
} from './result.ts';
import { readAgain } from './secondReading.ts';
import { type Steps, step } from './steps.ts';
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

/** What all requests of one answer share. */
interface Writing extends WriteOptions {
  readonly calls: Calls;
  readonly numbered: Numbered;
}

/** Yields steps and drafts. The caller composes the result, which replaces the drafts. */
export async function* writeAnswer(options: WriteOptions): Steps<WriterResult> {
  const calls = new Calls(options.model, requestLimit(options.mode, options.readsAgain ?? false));
  let result: WrittenResult | Fallback;
  try {
    result = yield* write(options, calls);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    result = fallback(translated(MODEL_ERROR_MESSAGES[error.kind]));
  }
  return { ...result, ...(await calls.spent()) };
}

async function* write(options: WriteOptions, calls: Calls): Steps<WrittenResult | Fallback> {
  const { model, context, signal, readsAgain } = options;
  const mode = WRITER_MODES[options.mode];
  const writing: Writing = { ...options, calls, numbered: [] };
  const collected = yield* collect({ ...options, calls, mode });
  if (collected.length === 0)
    return fallback(t('No passage of the library fits the question, so the language model was not asked to write.'));
  const audit = options.mode === 'audit_research' ? yield* writeAudit({ ...options, calls, collected }) : null;

  const given = withKeys(calls.within(withEvidence(collected, audit)).slice(0, mode.cited));
  if (given.length === 0) return fallback(translated(MODEL_ERROR_MESSAGES.tooLong));
  let drafted: Draft;
  try {
    drafted = yield* draft(writing, given);
  } catch (error) {
    // The actual limit of a model can be lower than the one it reports. Tries again with the best half of the passages.
    if (!(error instanceof ModelError && error.kind === 'tooLong' && given.length > 1 && calls.left > 0)) throw error;
    const best = given.slice(0, Math.ceil(given.length / 2));
    const title = t('The passages were too long for {0}. Writing from the best {1}', model.name, best.length);
    drafted = yield* draft(writing, best, title);
  }
  // The second reading keeps its request.
  const reserved = readsAgain ? 1 : 0;
  for (let round = 0; round < mode.rewrites && calls.left > reserved; round += 1) {
    const again = yield* lookUpMissing(writing, drafted);
    if (!again) break;
    drafted = again;
  }
  const problem = problemOf(drafted);
  if (problem !== null) return fallback(problem);

  const { passages, gaps, cut } = drafted;
  let { lines } = drafted;
  yield step(summaryOf(lines));
  const failed = lines.filter(({ outcome }) => outcome === 'omitted');
  if (failed.length > 0 && calls.left > reserved) {
    yield step(t('Asking {0} to correct sentences: {1}', model.name, failed.length));
    lines = await repair(writing, drafted, failed);
    yield step(summaryOf(lines));
  }
  if (gaps.length === 0 && lines.every(({ outcome }) => outcome === 'omitted'))
    return fallback(t('No sentence of the language model was found in the passages.'));
  if (readsAgain) lines = yield* readAgain({ ...options, calls, question: context.question }, lines, passages);
  signal.throwIfAborted();
  lines = checkConclusion(lines, passages, context.question);
  return { type: 'written', model: model.name, passages, numbered: writing.numbered, lines, gaps, cut, audit };
}

/** Requirements and what was found for each come before the passages that no row of the table needs. */
function withEvidence(collected: readonly WriterPassage[], audit: AuditResult | null): readonly WriterPassage[] {
  if (audit === null) return collected;
  const { rows, passages, read } = audit;
  const required = passages.filter(({ key }) => rows.some(({ keys }) => keys.includes(key)));
  const shown = [...required, ...rows.flatMap(({ evidencePassage }) => evidencePassage ?? []), ...read, ...collected];
  return [...new Map(shown.map((passage) => [passage.id, passage])).values()];
}

interface Draft extends Pick<WrittenAnswer, 'gaps' | 'repeats'> {
  readonly passages: readonly KeyedPassage[];
  readonly verifier: LineVerifier;
  readonly lines: readonly VerifiedLine[];
  /** The reply ended before its end. */
  readonly cut: boolean;
}

/** Looks up what a draft says is missing and writes again. Null if nothing is missing, nothing is found, or the new draft is of no use. */
async function* lookUpMissing(writing: Writing, { gaps, lines, passages }: Draft): Steps<Draft | null> {
  if (gaps.length === 0) return null;
  yield step(t('Looking up what is missing: {0}', gaps.join('; ').slice(0, MAX_STEP)));
  const added = await collectMissing(writing.finder, gaps, passages);
  if (added.length === 0) return null;
  // What was found last is what the draft lacked, so it is not what the limit drops.
  const used = new Set(lines.flatMap(({ keys }) => keys));
  const kept = [...passages].sort((one, other) => Number(used.has(other.key)) - Number(used.has(one.key)));
  try {
    const drafted = yield* draft(writing, withKeys(writing.calls.within([...added, ...kept])));
    return problemOf(drafted) === null ? drafted : null;
  } catch (error) {
    writing.signal.throwIfAborted();
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/** Yields each sentence as soon as it is written and has passed the check. */
async function* draft(
  { calls, context, mode, model, numbered, random, signal }: Writing,
  passages: readonly KeyedPassage[],
  title = t('Writing with {0} from {1} passages', model.name, passages.length),
): Steps<Draft> {
  yield step(title);
  const reader = createLineReader(new Set(passages.map(({ key }) => key)));
  const prompt = writePrompt(context, passages, newNonce(random), WRITER_MODES[mode].lengths);
  const reply = calls.stream(prompt, signal);
  const first = reply.next();
  // A failure of the call is thrown where its first chunk is awaited.
  first.catch(() => {});
  // The passages are read while the model begins to write.
  const verifier = createLineVerifier(passages, context.question);
  let source = reader.answer.lines;
  let lines: VerifiedLine[] = [];
  let section: Section | null = null;
  // The model writes the conclusion last. Its place is at the top.
  yield { type: 'parts', text: '', parts: [] };
  const place = t('Written last, from the sentences below.');
  yield { type: 'text', draft: true, text: `### ${headingOf('CONCLUSION')}\n\n*${place}*\n\n` };

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
        yield {
          type: 'text',
          draft: true,
          text: `${heading}${sentenceText(verified, passages, createCiting(numbered))}\n\n`,
        };
      }
    }
  }

  let outcome: ModelOutcome = 'unspecified';
  let lost = false;
  try {
    let next = await first;
    while (!next.done) {
      reader.push(next.value);
      yield* release(false);
      // Ends the call at the END line or an endless repetition, so that no more tokens are billed.
      if (reader.answer.ended || reader.answer.repeats) break;
      next = await reply.next();
    }
    if (next.done) outcome = next.value;
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
  const { gaps, repeats } = reader.answer;
  return { passages, gaps, repeats, verifier, lines, cut };
}

/** Characters of what is missing that a step shows. */
const MAX_STEP = 600;

/** Asks the model to rewrite the omitted lines. A rewritten line replaces the old one only if it passes the check. */
async function repair(
  { calls, random, signal }: Writing,
  { lines, passages, verifier }: Draft,
  failed: readonly VerifiedLine[],
): Promise<readonly VerifiedLine[]> {
  const reader = createLineReader(new Set(passages.map(({ key }) => key)));
  const sentences = failed.map(({ text, missing }) => ({ text, reason: inEnglish(() => reasonFor(missing)) }));
  const prompt = repairPrompt(sentences, passages, newNonce(random));
  try {
    for await (const text of calls.stream(prompt, signal)) {
      reader.push(text);
      if (reader.answer.ended || reader.answer.repeats) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    // If the repair fails, the lines remain omitted.
    if (error instanceof ModelError) return lines;
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

function problemOf({ lines, gaps, repeats, cut }: Draft): string | null {
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
