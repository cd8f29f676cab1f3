/** Writes one answer with a language model: collects passages, writes, verifies each sentence, repairs at most once. */
import type { LanguageModel } from '../../model/languageModel.ts';
import { ModelError } from '../../model/modelError.ts';
import { MODEL_ERROR_MESSAGES } from '../../model/modelErrorMessages.ts';
import type { ResearchMode } from '../../protocol/chatCompletions.ts';
import type { ResearchOutput } from '../research/researcher.ts';
import { createLineReader, type WrittenAnswer } from './answerLines.ts';
import { writeAudit } from './auditTable.ts';
import { type Calls, createCalls, passagesWithinLimit } from './callBudget.ts';
import { type CollectOptions, collectByPlan, collectByRewriting } from './collectPassages.ts';
import { WRITER_MODES } from './modes.ts';
import { type KeyedPassage, type PassageFinder, type WriterPassage, withKeys } from './passage.ts';
import { newNonce, type PromptContext, repairPrompt, writePrompt } from './prompts.ts';
import { reasonFor, type WrittenResult } from './result.ts';
import { type CheckSentence, type VerifiedLine, verifyLine } from './verifyLines.ts';

export interface WriteOptions {
  readonly model: LanguageModel;
  readonly finder: PassageFinder;
  readonly check: CheckSentence;
  readonly context: PromptContext;
  readonly mode: ResearchMode;
  readonly signal: AbortSignal;
  /** Fresh random text for each call. */
  readonly random: () => string;
}

/** No written answer can be shown. The caller quotes the passages instead. */
export interface WriterFallback {
  readonly type: 'fallback';
  readonly reason: string;
  /** Requests to the model. */
  readonly calls: number;
}

export type WriterResult = WrittenResult | WriterFallback;

const NOTHING_FOUND = 'No passage of the library fits the question, so the language model was not asked to write.';
const TOO_MANY_OMITTED =
  'More than a third of the sentences of the language model were not found in the passages, so they are not shown.';

/** If a larger share of the sentences is omitted, the answer is not shown. */
const MAX_OMITTED_SHARE = 1 / 3;

/** Yields only steps. The caller composes and shows the result. */
export async function* writeAnswer(options: WriteOptions): AsyncGenerator<ResearchOutput, WriterResult, void> {
  const calls = createCalls(options.model, WRITER_MODES[options.mode].calls);
  try {
    return yield* write(options, calls);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    return { type: 'fallback', reason: MODEL_ERROR_MESSAGES[error.kind], calls: calls.count };
  }
}

async function* write(options: WriteOptions, calls: Calls): AsyncGenerator<ResearchOutput, WriterResult, void> {
  const { model, context, signal, check } = options;
  const mode = WRITER_MODES[options.mode];
  const withinLimit = (passages: readonly WriterPassage[]) => passagesWithinLimit(passages, model.inputTokens);
  const collecting: CollectOptions = { ...options, calls, mode, withinLimit };
  const collected = yield* mode.parts > 0 ? collectByPlan(collecting) : collectByRewriting(collecting);
  if (collected.length === 0) return { type: 'fallback', reason: NOTHING_FOUND, calls: calls.count };
  const audit =
    options.mode === 'audit_research' ? yield* writeAudit({ ...options, calls, collected, withinLimit }) : null;

  let passages = withKeys(withinLimit(collected).slice(0, mode.cited));
  if (passages.length === 0) return { type: 'fallback', reason: MODEL_ERROR_MESSAGES.tooLong, calls: calls.count };
  yield step(`Writing with ${model.name} from ${count(passages.length, 'passage')}`);
  let written: WrittenAnswer;
  try {
    written = await draft(options, calls, passages);
  } catch (error) {
    // The actual limit of a model can be lower than the one it reports. Tries again with the best half of the passages.
    if (!(error instanceof ModelError && error.kind === 'tooLong' && passages.length > 1 && calls.left > 0))
      throw error;
    passages = passages.slice(0, Math.ceil(passages.length / 2));
    yield step(`The passages were too long for ${model.name}. Writing from the best ${passages.length}`);
    written = await draft(options, calls, passages);
  }
  const problem = problemOf(written);
  if (problem !== null) return { type: 'fallback', reason: problem, calls: calls.count };

  let lines = written.lines.map((line) => verifyLine(line, passages, context.question, check));
  yield step(summaryOf(lines));
  const failed = lines.filter(({ outcome }) => outcome === 'omitted');
  if (failed.length > 0 && calls.left > 0) {
    yield step(`Asking ${model.name} to correct ${count(failed.length, 'sentence')}`);
    lines = await repair(options, calls, passages, lines);
    yield step(summaryOf(lines));
  }
  const omitted = lines.filter(({ outcome }) => outcome === 'omitted').length;
  if (omitted > lines.length * MAX_OMITTED_SHARE)
    return { type: 'fallback', reason: TOO_MANY_OMITTED, calls: calls.count };
  signal.throwIfAborted();
  return {
    type: 'written',
    model: model.name,
    passages,
    lines: omitUnsupportedConclusion(lines),
    gaps: written.gaps,
    audit,
    calls: calls.count,
    tokens: calls.tokens,
  };
}

async function draft(options: WriteOptions, calls: Calls, passages: readonly KeyedPassage[]): Promise<WrittenAnswer> {
  const reader = createLineReader(new Set(passages.map(({ key }) => key)));
  const { lengths } = WRITER_MODES[options.mode];
  const prompt = writePrompt(options.context, passages, newNonce(options.random), lengths);
  await calls.ask(prompt, options.signal, (text) => {
    reader.push(text);
    // Ends the call at the END line or an endless repetition, so that no more tokens are billed.
    return !reader.answer.ended && !reader.answer.repeats;
  });
  reader.end();
  return reader.answer;
}

/** Asks the model to rewrite the omitted lines. A rewritten line replaces the old one only if it passes the check. */
async function repair(
  options: WriteOptions,
  calls: Calls,
  passages: readonly KeyedPassage[],
  lines: readonly VerifiedLine[],
): Promise<VerifiedLine[]> {
  const { context, check, random, signal } = options;
  const failed = lines.filter(({ outcome }) => outcome === 'omitted');
  const reader = createLineReader(new Set(passages.map(({ key }) => key)));
  const prompt = repairPrompt(
    failed.map(({ text, missing }) => ({ text, reason: reasonFor(missing) })),
    passages,
    newNonce(random),
  );
  try {
    await calls.ask(prompt, signal, (text) => {
      reader.push(text);
      return !reader.answer.ended && !reader.answer.repeats;
    });
  } catch (error) {
    signal.throwIfAborted();
    // If the repair fails, the lines remain omitted.
    if (error instanceof ModelError) return [...lines];
    throw error;
  }
  reader.end();
  const rewritten = reader.answer.lines;
  let next = 0;
  return lines.map((line) => {
    if (line.outcome !== 'omitted') return line;
    const repaired = rewritten[next++];
    if (!repaired || /^DROP\b/i.test(repaired.text)) return line;
    const verified = verifyLine(
      { ...repaired, section: line.section, calculation: line.calculation },
      passages,
      context.question,
      check,
    );
    return verified.outcome === 'omitted' ? line : verified;
  });
}

/** Omits the conclusion if no other line passed the check. */
function omitUnsupportedConclusion(lines: readonly VerifiedLine[]): VerifiedLine[] {
  const isSupported = lines.some(({ section, outcome }) => section !== 'CONCLUSION' && outcome !== 'omitted');
  return lines.map((line) =>
    line.section === 'CONCLUSION' && !isSupported ? { ...line, outcome: 'omitted', missing: ['reasoning'] } : line,
  );
}

function problemOf({ lines, ended, repeats }: WrittenAnswer): string | null {
  if (repeats) return 'The language model repeated itself.';
  if (!ended) return 'The reply of the language model was cut off.';
  return lines.length === 0 ? 'The language model wrote nothing that cites a passage.' : null;
}

function summaryOf(lines: readonly VerifiedLine[]): string {
  const countOf = (wanted: VerifiedLine['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    `${countOf('confirmed')} confirmed`,
    countOf('corrected') > 0 ? `${countOf('corrected')} with a corrected source` : '',
    countOf('flagged') > 0 ? `${countOf('flagged')} marked` : '',
    countOf('omitted') > 0 ? `${countOf('omitted')} not found in the passages` : '',
  ];
  return `Checked ${count(lines.length, 'sentence')}: ${parts.filter((part) => part !== '').join(', ')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function step(title: string): ResearchOutput {
  return { type: 'step', title };
}
