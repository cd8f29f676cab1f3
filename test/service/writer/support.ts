/** A small library in memory and one way to run the writer over it. */

import { joinParts } from '../../../src/protocol/answerPart.ts';
import type { ResearchMode } from '../../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import type { PassageFinder, WriterPassage } from '../../../src/service/writer/passage.ts';
import { composeWritten } from '../../../src/service/writer/result.ts';
import { type WriteOptions, type WriterResult, writeAnswer } from '../../../src/service/writer/writeAnswer.ts';
import type { ScriptedModel } from '../../support/scriptedModel.ts';

export function passage(id: number, title: string, text: string, more: Partial<WriterPassage> = {}): WriterPassage {
  return {
    id,
    text,
    heading: '',
    authority: true,
    source: { title, url: null, snippet: text, location: { path: `/library/${id}.md`, line: 1, endLine: 3 } },
    ...more,
  };
}

export const LIMIT = passage(
  1,
  '§ 179. Election to expense certain depreciable business assets',
  'The aggregate cost which may be taken into account for any taxable year shall not exceed $2,500,000.',
  { heading: '(b) Limitations' },
);
export const REDUCTION = passage(
  2,
  '§ 179. Election to expense certain depreciable business assets',
  'The limitation shall be reduced by the amount by which the cost of property placed in service during the year exceeds $4,000,000.',
  { heading: '(b) Limitations' },
);
export const MEALS = passage(
  3,
  '§ 274. Disallowance of certain entertainment expenses',
  'The amount allowable as a deduction for any expense for food or beverages shall not exceed 50 percent of the amount of such expense.',
);
export const MEMO = passage(
  4,
  'Memo on the press line',
  'The client placed the press line in service on March 3, 2025, at a cost of $3,100,000.',
  { authority: false },
);

/** Finds passages that share a word of more than three letters, in the order of how many they share. */
export function finderOf(passages: readonly WriterPassage[]): PassageFinder & { readonly searches: string[] } {
  const searches: string[] = [];
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
  return {
    searches,
    async search(words, limit) {
      searches.push(words.text);
      const wanted = wordsOf(words.text);
      return passages
        .map((each) => ({
          each,
          score: [...wordsOf(`${each.source.title} ${each.text}`)].filter((word) => wanted.has(word)).length,
        }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score)
        .slice(0, limit)
        .map(({ each }) => each);
    },
    async related() {
      return [];
    },
  };
}

export interface Run {
  readonly result: WriterResult;
  readonly steps: readonly string[];
  /** The text as it is shown while it is written. */
  readonly draft: string;
}

export async function write(
  model: ScriptedModel,
  question: string,
  options: Partial<WriteOptions> & { readonly mode?: ResearchMode } = {},
): Promise<Run> {
  const steps: string[] = [];
  let draft = '';
  let number = 0;
  const answer = writeAnswer({
    model,
    finder: finderOf([LIMIT, REDUCTION, MEALS, MEMO]),
    context: { asked: plainQuestion(question), question, previous: null },
    mode: 'tax_research_fast_research',
    signal: new AbortController().signal,
    random: () => `nonce${number++}`,
    ...options,
  });
  for (;;) {
    const next = await answer.next();
    if (next.done) return { result: next.value, steps, draft };
    if (next.value.type === 'step') steps.push(next.value.title);
    else if (next.value.type === 'text') draft += next.value.text;
    else if (next.value.type === 'parts') draft = next.value.text ?? draft;
  }
}

/** The key under which the model was given the passage. */
export function keyOf(prompt: string, words: string): string {
  const at = prompt.indexOf(words);
  return /.*(S\d+) \|/s.exec(prompt.slice(0, at))?.[1] ?? 'S99';
}

/** The answer as Markdown. */
export function shown(result: WriterResult): string {
  return result.type === 'written' ? joinParts(composeWritten(result).parts).text : `fallback: ${result.reason}`;
}

export const SEARCH =
  'SEARCH: aggregate cost limitation election to expense\nSEARCH: reduction of limitation property placed in service';
