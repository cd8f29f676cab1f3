/** The searches of an answer: rewritten or planned by the model, carried out by the library alone. */
import { parseAuthorities } from '../../authority/parseAuthorities.ts';
import { plainQuestion, type ResearchQuestion } from '../../protocol/question.ts';
import { t } from '../translate.ts';
import type { Calls } from './callBudget.ts';
import { createSearchReader } from './listLines.ts';
import type { WriterMode } from './modes.ts';
import { mergeInTurn, type PassageFinder, saysSomething, type WriterPassage } from './passage.ts';
import { type PromptContext, planPrompt, rewritePrompt } from './prompts.ts';
import { type Steps, step } from './steps.ts';

export interface CollectOptions {
  readonly context: PromptContext;
  readonly finder: PassageFinder;
  readonly calls: Calls;
  readonly mode: WriterMode;
  readonly signal: AbortSignal;
}

/** Search lines of the model that are used without a plan. */
const MAX_SEARCHES = 3;

/** Characters of the reply with search lines that are read, with the reasoning of the model. */
const MAX_SEARCH_REPLY = 200_000;

/** Search words or a plan by the model, then one search for each line and one for the question itself. */
export async function* collect(options: CollectOptions): Steps<WriterPassage[]> {
  const { context, finder, calls, mode, signal } = options;
  const begin = (question: ResearchQuestion): Promise<readonly WriterPassage[]> => {
    const searching = finder.search(question, mode.read);
    // A failure is thrown where the passages are awaited.
    searching.catch(() => {});
    return searching;
  };
  const found = new Map<string, Promise<readonly WriterPassage[]>>();
  const searchFor = (words: string): Promise<readonly WriterPassage[]> => {
    const searching = found.get(words) ?? begin(plainQuestion(words));
    found.set(words, searching);
    return searching;
  };
  const prompt = mode.parts > 0 ? planPrompt(context, mode.parts) : rewritePrompt(context);
  const reply = calls.stream(prompt, signal);
  const first = reply.next();
  first.catch(() => {});
  // The library searches while the model writes.
  const ofQuestion = begin(context.asked);
  const reader = createSearchReader(mode.parts > 0 ? mode.parts : MAX_SEARCHES);
  let length = 0;
  try {
    for (let next = await first; !next.done; next = await reply.next()) {
      length += next.value.length;
      for (const words of reader.push(next.value)) void searchFor(words);
      // Further lines are of no use, and an endless reply costs tokens.
      if (reader.isFull || length > MAX_SEARCH_REPLY) break;
    }
  } finally {
    await reply.return('unspecified');
  }
  const searches = reader.end();
  for (const [at, part] of searches.flatMap(({ part }) => part || []).entries())
    yield step(t('Part {0}: {1}', at + 1, part));
  const lists: (readonly WriterPassage[])[] = [];
  for (const { words } of searches) {
    yield step(t('Searching for {0}', words));
    lists.push(await searchFor(words));
  }
  const useful = [...lists, await ofQuestion].map((passages) => passages.filter(saysSomething));
  return withRelated(options, mergeInTurn(useful, mode.read));
}

/** Passages on what a draft says is missing: the sections that it names, then a search for its words. */
export async function collectMissing(
  finder: PassageFinder,
  gaps: readonly string[],
  known: readonly WriterPassage[],
): Promise<WriterPassage[]> {
  const ids = new Set(known.map(({ id }) => id));
  const lists: WriterPassage[][] = [];
  for (const gap of gaps.slice(0, MAX_GAPS)) {
    const named = parseAuthorities(gap).slice(0, MAX_NAMED);
    for (const words of [...named.map(({ text }) => text), gap]) {
      const found = await finder.search(plainQuestion(words), MAX_OF_GAP);
      lists.push(found.filter((passage) => !ids.has(passage.id) && saysSomething(passage)));
    }
  }
  return mergeInTurn(lists, MAX_ADDED);
}

/** Gap lines that are looked up, authorities that one of them names, passages of each search, and passages that are added. */
const MAX_GAPS = 4;
const MAX_NAMED = 3;
const MAX_OF_GAP = 3;
const MAX_ADDED = 6;

/** With the neighbors and references of the best passages. They push out the weakest. */
export async function withRelated(
  { finder, mode }: Pick<CollectOptions, 'finder' | 'mode'>,
  passages: readonly WriterPassage[],
): Promise<WriterPassage[]> {
  const related = (await finder.related(passages.slice(0, 3), mode.related)).filter(saysSomething);
  const best = passages.slice(0, Math.max(3, mode.read - related.length));
  const all = new Map([...best, ...related, ...passages].map((passage) => [passage.id, passage]));
  return [...all.values()].slice(0, mode.read);
}
