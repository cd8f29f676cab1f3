/** The shared questions through a language model: what is found, cited, confirmed and omitted. */

import type { LanguageModel } from '../../src/model/languageModel.ts';
import type { ResearchMode } from '../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { LibraryIndex } from '../../src/service/index/libraryIndex.ts';
import { createPassageFinder } from '../../src/service/research/passageFinder.ts';
import type { PassageFinder } from '../../src/service/writer/passage.ts';
import { composeWritten } from '../../src/service/writer/result.ts';
import { writeAnswer } from '../../src/service/writer/writeAnswer.ts';

export interface EvalQuestion {
  readonly id: string;
  readonly question: string;
  readonly gold: readonly string[];
  readonly must_contain?: readonly string[] | undefined;
}

interface Tally {
  written: number;
  fallback: number;
  section: number;
  passage: number;
  confirmed: number;
  corrected: number;
  flagged: number;
  omitted: number;
  calls: number;
  tokens: number;
  seconds: number;
}

export async function evalModel(
  library: LibraryIndex,
  model: LanguageModel,
  questions: readonly EvalQuestion[],
  mode: ResearchMode,
  verbose: boolean,
): Promise<void> {
  const tally: Tally = {
    ...{ written: 0, fallback: 0, section: 0, passage: 0 },
    ...{ confirmed: 0, corrected: 0, flagged: 0, omitted: 0 },
    ...{ calls: 0, tokens: 0, seconds: 0 },
  };
  const ranks: number[] = [];
  for (const question of questions) {
    const start = performance.now();
    const wanted = question.gold.map((key) => key.toLowerCase());
    const { finder, titles } = observed(createPassageFinder(library, new AbortController().signal));
    let number = 0;
    const answer = writeAnswer({
      model,
      finder,
      context: { asked: plainQuestion(question.question), question: question.question, previous: null },
      mode,
      signal: new AbortController().signal,
      // A recorded call is found again only if the prompt is the same.
      random: () => `${question.id}x${number++}`,
    });
    let next = await answer.next();
    while (!next.done) next = await answer.next();
    const result = next.value;
    tally.seconds += (performance.now() - start) / 1000;
    const rank = titles().findIndex((title) => wanted.some((key) => isSection(title, key)));
    ranks.push(rank);
    if (result.type === 'fallback') {
      tally.fallback += 1;
      if (verbose) console.log(`${question.id}: ${result.reason}`);
      continue;
    }
    tally.written += 1;
    tally.calls += result.calls;
    tally.tokens += result.usage?.totalTokens ?? 0;
    for (const { outcome } of result.lines) tally[outcome] += 1;
    const { sources } = composeWritten(result);
    if (sources.some(({ title }) => wanted.some((key) => isSection(title, key)))) tally.section += 1;
    const phrases = (question.must_contain ?? []).map(flat);
    if (sources.some(({ snippet }) => phrases.some((phrase) => flat(snippet).includes(phrase)))) tally.passage += 1;
  }
  const share = (number: number) => (number / Math.max(1, questions.length)).toFixed(2);
  const recall = ranks.filter((rank) => rank !== -1 && rank < 5).length;
  const mrr = ranks.reduce((sum, rank) => sum + (rank === -1 || rank > 9 ? 0 : 1 / (rank + 1)), 0);
  console.log(`${model.name}, ${mode}, ${questions.length} questions`);
  console.log(`search with the model's words: recall@5 ${share(recall)}, MRR@10 ${share(mrr)}`);
  console.log(`answers written ${tally.written}, quoted instead ${tally.fallback}`);
  console.log(`right section cited ${share(tally.section)}, answering passage cited ${share(tally.passage)}`);
  console.log(
    `sentences: ${tally.confirmed} confirmed, ${tally.corrected} corrected, ${tally.flagged} flagged, ${tally.omitted} omitted`,
  );
  console.log(`${tally.calls} calls, ${tally.tokens} tokens as reported, ${tally.seconds.toFixed(1)} s`);
}

/** Notes the documents of all passages found, in the order of the merged ranking. */
function observed(finder: PassageFinder): { finder: PassageFinder; titles: () => string[] } {
  const scores = new Map<string, number>();
  return {
    titles: () => [...scores].sort((one, other) => other[1] - one[1]).map(([title]) => title),
    finder: {
      async search(words, limit) {
        const found = await finder.search(words, limit);
        const titles = [...new Set(found.map(({ source }) => source.title))];
        for (const [rank, title] of titles.entries()) scores.set(title, (scores.get(title) ?? 0) + 1 / (10 + rank));
        return found;
      },
      related: (passages, limit) => finder.related(passages, limit),
    },
  };
}

function isSection(title: string, key: string): boolean {
  return new RegExp(`^§\\s*${key.replace(/[^\w-]/g, '')}\\.?(?:\\s|$)`, 'i').test(title);
}

/** Soft hyphens and runs of blanks do not count in a comparison. */
export function flat(text: string): string {
  return text
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
