/** The searches of an answer: rewritten or planned by the model, carried out by the library alone. */
import { parseAuthorities } from '../../authority/parseAuthorities.ts';
import { plainQuestion, type ResearchQuestion } from '../../protocol/question.ts';
import type { ResearchOutput } from '../research/researcher.ts';
import { t } from '../translate.ts';
import type { Calls } from './callBudget.ts';
import { wordsIn } from './cleanText.ts';
import { isCopied } from './evidence.ts';
import { createSearchReader, labelledLines, searchWords } from './listLines.ts';
import { NOTE_BATCH, type WriterMode } from './modes.ts';
import { mergeInTurn, type PassageFinder, saysSomething, type WriterPassage, withKeys } from './passage.ts';
import { gapPrompt, newNonce, notePrompt, type PromptContext, planPrompt, rewritePrompt } from './prompts.ts';

type Steps<Result> = AsyncGenerator<ResearchOutput, Result, void>;

export interface CollectOptions {
  readonly context: PromptContext;
  readonly finder: PassageFinder;
  readonly calls: Calls;
  readonly mode: WriterMode;
  /** Those passages that fit into the model's input. */
  readonly withinLimit: (passages: readonly WriterPassage[]) => WriterPassage[];
  readonly random: () => string;
  readonly signal: AbortSignal;
}

/** Search lines of the model that are used. */
const MAX_SEARCHES = 3;

/** Characters of the reply with search lines that are read, with the reasoning of the model. */
const MAX_SEARCH_REPLY = 200_000;

/** Search words by the model, then one search for each line and one for the question itself. */
export async function* collectByRewriting(options: CollectOptions): Steps<WriterPassage[]> {
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
  const reply = calls.stream(rewritePrompt(context), signal);
  const first = reply.next();
  first.catch(() => {});
  // The library searches while the model writes.
  const ofQuestion = begin(context.asked);
  const reader = createSearchReader(MAX_SEARCHES);
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
  const lists: (readonly WriterPassage[])[] = [];
  for (const words of reader.end()) {
    yield step(t('Searching for {0}', words));
    lists.push(await searchFor(words));
  }
  return withRelated(options, mergeInTurn([...lists, await ofQuestion].map(sayingSomething), mode.read));
}

const sayingSomething = (passages: readonly WriterPassage[]) => passages.filter(saysSomething);

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

/** A plan of parts, searches for each part, copied notes, and further searches for parts without notes. */
export async function* collectByPlan(options: CollectOptions): Steps<WriterPassage[]> {
  const { context, finder, calls, mode, signal } = options;
  const reply = await calls.ask(planPrompt(context, mode.parts), signal);
  const parts = labelledLines(reply.text, 'PART', mode.parts).map((line) => {
    const [part = '', words = ''] = line.split('|').map((each) => each.trim());
    return { part: part.slice(0, 300), searches: [searchWords(words === '' ? part : words)] };
  });
  if (parts.length === 0) return yield* collectByRewriting(options);
  for (const [at, { part }] of parts.entries()) yield step(t('Part {0}: {1}', at + 1, part));

  let passages: WriterPassage[] = [];
  let noted = new Set<number>();
  for (let round = 0; round <= mode.gapRounds; round += 1) {
    const lists: WriterPassage[][] = [];
    for (const { searches } of parts) {
      const words = searches.at(-1) ?? '';
      if (searches.length <= round || words === '') continue;
      yield step(t('Searching for {0}', words));
      lists.push([...(await finder.search(plainQuestion(words), mode.read))]);
    }
    if (round === 0) lists.push([...(await finder.search(context.asked, mode.read))]);
    const known = new Set(passages.map(({ id }) => id));
    const fresh = mergeInTurn(lists.map(sayingSomething), mode.read).filter(({ id }) => !known.has(id));
    // A round that finds no new passage ends the search.
    if (fresh.length === 0) break;
    const candidates = round === 0 ? await withRelated(options, fresh) : fresh;
    const added = candidates.slice(0, Math.max(0, mode.read - passages.length));
    passages = [...passages, ...added];
    noted = new Set([...noted, ...(yield* takeNotes(options, parts, added))]);
    const missing = parts.map(({ part, searches }) => ({ part, searches, notes: notesOf(part, passages, noted) }));
    // Two calls stay reserved for writing and repairing.
    if (round === mode.gapRounds || calls.left < 4 || missing.every(({ notes }) => notes > 0)) break;
    const again = await calls.ask(gapPrompt(missing), signal);
    const next = labelledLines(again.text, 'SEARCH', parts.length).map(searchWords);
    let used = 0;
    for (const part of parts) {
      if (notesOf(part.part, passages, noted) > 0) continue;
      const words = next[used++];
      if (words !== undefined && !part.searches.includes(words)) part.searches.push(words);
    }
  }
  // Passages with notes first; the rest in their order fills what is left.
  return [...passages.filter(({ id }) => noted.has(id)), ...passages.filter(({ id }) => !noted.has(id))];
}

/** Passages from which the model copied words that really are in them. */
async function* takeNotes(
  { calls, random, signal, withinLimit }: CollectOptions,
  parts: readonly { readonly part: string }[],
  passages: readonly WriterPassage[],
): Steps<Set<number>> {
  const noted = new Set<number>();
  const questions = parts.map(({ part }) => part);
  for (let from = 0; from < passages.length && calls.left > 3; from += NOTE_BATCH) {
    const batch = withKeys(withinLimit(passages.slice(from, from + NOTE_BATCH)));
    if (batch.length === 0) break;
    yield step(t('Reading {0} passages', batch.length));
    const reply = await calls.ask(notePrompt(questions, batch, newNonce(random)), signal);
    for (const line of labelledLines(reply.text, 'NOTE', 60)) {
      const passage = batch.find(({ key }) => new RegExp(`\\b${key}\\b`).test(line.slice(-40)));
      if (passage && isCopied(line.replace(/[[({【]\s*S?\d+\s*[\])}】]\s*\.?$/, ''), passage)) noted.add(passage.id);
    }
  }
  return noted;
}

/** How many noted passages speak of the part, by its words. */
function notesOf(part: string, passages: readonly WriterPassage[], noted: ReadonlySet<number>): number {
  const words = wordsIn(part)
    .split(' ')
    .filter((word) => word.length > 4);
  return passages.filter(({ id, text, heading }) => {
    if (!noted.has(id)) return false;
    const all = wordsIn(`${heading} ${text}`);
    return words.length === 0 || words.some((word) => all.includes(word.slice(0, 6)));
  }).length;
}

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

function step(title: string): ResearchOutput {
  return { type: 'step', title };
}
