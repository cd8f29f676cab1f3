/** One answer by a language model: collect passages, write, verify each sentence, repair at most once. */
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

/** Why no written answer is shown; the quoting answer takes its place. */
export interface WriterFallback {
  readonly type: 'fallback';
  readonly reason: string;
  /** Requests to the model. */
  readonly calls: number;
}

export type WriterResult = WrittenResult | WriterFallback;

/** A larger share of sentences left out makes the answer unusable. */
const MAX_LEFT_OUT = 1 / 3;

/** Yields steps only. The result is composed and shown by the caller, after everything was checked. */
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
    // The model's stated limit can be larger than its real one: one more attempt with the best half of the passages.
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
  const failed = lines.filter(({ outcome }) => outcome === 'leftOut');
  if (failed.length > 0 && calls.left > 0) {
    yield step(`Asking ${model.name} to correct ${count(failed.length, 'sentence')}`);
    lines = await repair(options, calls, passages, lines);
    yield step(summaryOf(lines));
  }
  const leftOut = lines.filter(({ outcome }) => outcome === 'leftOut').length;
  if (leftOut > lines.length * MAX_LEFT_OUT) return { type: 'fallback', reason: TOO_MANY_LEFT_OUT, calls: calls.count };
  signal.throwIfAborted();
  return {
    type: 'written',
    model: model.name,
    passages,
    lines: withoutUnfoundedConclusion(lines),
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
    // The END line or an endless repetition ends the call early, so that nothing more is paid for.
    return !reader.answer.ended && !reader.answer.repeats;
  });
  reader.end();
  return reader.answer;
}

/** Failed lines, written once more. A new line is shown only if it passes; nothing is repaired twice. */
async function repair(
  options: WriteOptions,
  calls: Calls,
  passages: readonly KeyedPassage[],
  lines: readonly VerifiedLine[],
): Promise<VerifiedLine[]> {
  const { context, check, random, signal } = options;
  const failed = lines.filter(({ outcome }) => outcome === 'leftOut');
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
    // Without a repair the sentences stay left out.
    if (error instanceof ModelError) return [...lines];
    throw error;
  }
  reader.end();
  const again = reader.answer.lines;
  let next = 0;
  return lines.map((line) => {
    if (line.outcome !== 'leftOut') return line;
    const repaired = again[next++];
    if (!repaired || /^DROP\b/i.test(repaired.text)) return line;
    const verified = verifyLine(
      { ...repaired, section: line.section, calculation: line.calculation },
      passages,
      context.question,
      check,
    );
    return verified.outcome === 'leftOut' ? line : verified;
  });
}

/** The conclusion rests on the lines above it: without any that passed, it is left out as well. */
function withoutUnfoundedConclusion(lines: readonly VerifiedLine[]): VerifiedLine[] {
  const founded = lines.some(({ section, outcome }) => section !== 'CONCLUSION' && outcome !== 'leftOut');
  return lines.map((line) =>
    line.section === 'CONCLUSION' && !founded ? { ...line, outcome: 'leftOut', missing: ['reasoning'] } : line,
  );
}

function problemOf({ lines, ended, repeats }: WrittenAnswer): string | null {
  if (repeats) return 'The language model repeated itself.';
  if (!ended) return 'The reply of the language model was cut off.';
  return lines.length === 0 ? 'The language model wrote nothing that cites a passage.' : null;
}

function summaryOf(lines: readonly VerifiedLine[]): string {
  const of = (wanted: VerifiedLine['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    `${of('released')} confirmed`,
    of('recited') > 0 ? `${of('recited')} with a corrected source` : '',
    of('flagged') > 0 ? `${of('flagged')} marked` : '',
    of('leftOut') > 0 ? `${of('leftOut')} not found in the passages` : '',
  ];
  return `Checked ${count(lines.length, 'sentence')}: ${parts.filter((part) => part !== '').join(', ')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function step(title: string): ResearchOutput {
  return { type: 'step', title };
}

const NOTHING_FOUND = 'No passage of the library fits the question, so the language model was not asked to write.';
const TOO_MANY_LEFT_OUT =
  'More than a third of the sentences of the language model were not found in the passages, so they are not shown.';
