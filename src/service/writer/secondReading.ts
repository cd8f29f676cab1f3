/**
 * The second reading: the same model reads each sentence with the words that it rests on, and says whether the passages support it. It
 * marks sentences and never removes one. Of the meaning of a sentence it is a better judge than the comparison of words, so a sentence
 * that it supports loses a mark of that comparison. Marks of values stay.
 */
import { ModelError } from '../../model/modelError.ts';
import { t } from '../translate.ts';
import type { Calls } from './callBudget.ts';
import { findWords } from './evidence.ts';
import { readKeys } from './keys.ts';
import { plainLines } from './listLines.ts';
import type { KeyedPassage } from './passage.ts';
import { newNonce, readingPrompt } from './prompts.ts';
import { type Steps, step } from './steps.ts';
import type { LineReading, VerifiedLine } from './verifyLines.ts';

/** Sentences of one request. */
const MOST = 60;

export interface ReadingOptions {
  readonly calls: Calls;
  readonly question: string;
  readonly random: () => string;
  readonly signal: AbortSignal;
}

/** One request for all sentences. If it fails, the answer stays as it is. */
export async function* readAgain(
  { calls, question, random, signal }: ReadingOptions,
  lines: readonly VerifiedLine[],
  passages: readonly KeyedPassage[],
): Steps<readonly VerifiedLine[]> {
  const read = sentencesToRead(lines);
  if (read.length === 0 || calls.left === 0) return lines;
  yield step(t('Reading sentences again with their sources: {0}', read.length));
  const cited = passages.filter(({ key }) => read.some(({ keys }) => keys.includes(key)));
  try {
    const prompt = readingPrompt(question, read, cited, newNonce(random));
    const marked = withReadings(lines, await calls.ask(prompt, signal), passages);
    const found = marked.filter(({ reading }) => reading !== null && reading.verdict !== 'supported').length;
    yield step(t('Sentences marked by the second reading: {0} of {1}', found, read.length));
    return marked;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    yield step(t('The second reading failed. The answer is shown without it'));
    return lines;
  }
}

/** The sentences to be read, with their numbers in the prompt from 1. */
export function sentencesToRead(lines: readonly VerifiedLine[]): VerifiedLine[] {
  return lines
    .filter(({ outcome, keys, calculation }) => outcome !== 'omitted' && keys.length > 0 && !calculation)
    .slice(0, MOST);
}

/** `3: CONTRADICTED "words of the passage" {S1}`, also with a full stop or a bracket after the number, and with marks of emphasis. */
const VERDICT = /^\W{0,4}(\d{1,2})\W{1,6}(SUPPORTED|CONTRADICTED|SAYS[ _-]?MORE)\b[\s:|*–-]*(.*)$/i;

/** The lines with what the reply says about those that were read. A sentence that the reply does not name stays as it is. */
export function withReadings(
  lines: readonly VerifiedLine[],
  reply: string,
  passages: readonly KeyedPassage[],
): VerifiedLine[] {
  const read = sentencesToRead(lines);
  const readings = new Map<VerifiedLine, LineReading>();
  const known = new Set(passages.map(({ key }) => key));
  for (const line of plainLines(reply)) {
    const [, number, verdict = '', rest = ''] = VERDICT.exec(line) ?? [];
    const sentence = read[Number(number) - 1];
    if (!sentence || readings.has(sentence)) continue;
    const words = wordsIn(rest, sentence, passages, known);
    if (/^SUPPORTED/i.test(verdict)) readings.set(sentence, { verdict: 'supported', words: '' });
    else readings.set(sentence, { verdict: /^CONTRA/i.test(verdict) ? 'contradicted' : 'saysMore', words });
  }
  return lines.map((line) => {
    const reading = readings.get(line);
    if (!reading) return line;
    if (reading.verdict !== 'supported') return { ...line, reading, outcome: 'flagged' };
    const isDoubted = line.flag === 'conditions' || line.flag === 'words';
    return isDoubted ? { ...line, reading, flag: null, outcome: 'confirmed' } : { ...line, reading };
  });
}

/** The words of a passage that the model names, as the passage has them; empty if no cited passage has them. */
function wordsIn(
  rest: string,
  { keys }: VerifiedLine,
  passages: readonly KeyedPassage[],
  known: ReadonlySet<string>,
): string {
  const { text, copied } = readKeys(rest, known);
  const named = [...copied.map(({ words }) => words), text.replace(/^["“„«\s]+|["”“»\s.]+$/g, '')];
  const cited = passages.filter(({ key }) => keys.includes(key));
  const found = named.flatMap((words) => cited.flatMap((one) => findWords({ key: one.key, words }, one) ?? []));
  return found[0]?.words ?? '';
}
