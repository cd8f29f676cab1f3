/** The words of a question as this library has them: in one of two languages, and German compounds by their parts. */
import { formsOfVerb } from './irregularVerbs.ts';
import { HALF, type Query, type Term } from './query.ts';
import { spellingsOf } from './spellings.ts';
import { stem } from './stem.ts';
import type { TermStatistics } from './termStatistics.ts';
import { trimTerms } from './trimQuery.ts';
import { divisionsOf, partsOf } from './words.ts';

export async function toIndexed(statistics: TermStatistics, query: Query): Promise<Query> {
  await load(statistics, query);
  const terms = new Map<string, Term>();
  for (const term of query.terms) {
    for (const indexed of indexedTerms(statistics, term, query)) {
      const key = indexed.stems.join(' ');
      if (!terms.has(key)) terms.set(key, indexed);
    }
  }
  const searched = trimTerms(statistics, [...terms.values()], query.question);
  return { ...query, terms: query.about === 'attached' ? searched : limitSelection(statistics, searched) };
}

/**
 * How much the words of a selection count together, against those of the question. A selected paragraph has many more words than the
 * question about it, and most of them are not what is asked.
 */
const SELECTED = 5;

function limitSelection(statistics: TermStatistics, terms: readonly Term[]): Term[] {
  const weightFrom = (from: Term['from']) =>
    terms.reduce((sum, term) => (term.from === from ? sum + term.weight * statistics.rarity(term.stems) : sum), 0);
  const question = weightFrom(undefined);
  const selection = weightFrom('selection');
  if (question === 0 || selection <= SELECTED * question) return [...terms];
  const factor = (SELECTED * question) / selection;
  return terms.map((term) => (term.from === 'selection' ? { ...term, weight: factor * term.weight } : term));
}

/** Counts all stems that the words of the question may become. */
async function load(statistics: TermStatistics, { terms, added, language }: Query): Promise<void> {
  await statistics.load([...terms, ...added].flatMap(({ stems, forms }) => [...stems, ...inflected(forms).map(stem)]));
  const divisions = terms.flatMap((term) =>
    mayBeDivided(language, isKnown(statistics, term)) ? divisionsOf(germanForm(term, language)) : [],
  );
  await statistics.load(divisions.map(({ tail }) => stem(tail)));
  const heads = divisions.filter(({ tail }) => statistics.count([stem(tail)]) > 0).flatMap((one) => one.heads);
  await statistics.load(heads.map(stem));
}

/** The words with their other spellings, and the other forms of the irregular verbs among them. */
const inflected = (words: readonly string[]): string[] => [
  ...new Map(
    [...words, ...words.flatMap(formsOfVerb), ...words.flatMap(spellingsOf)].map((word) => [stem(word), word]),
  ).values(),
];

const isKnown = (statistics: TermStatistics, { forms }: Term) =>
  forms.some((form) => statistics.count([stem(form)]) > 0);

function mayBeDivided(language: Query['language'], known: boolean): boolean {
  return language === 'de' || (language === null && !known);
}

function germanForm({ forms, word }: Term, language: Query['language']): string {
  return forms[language === 'de' ? 0 : 1] ?? word;
}

function indexedTerms(statistics: TermStatistics, term: Term, { language }: Query): Term[] {
  const known = term.forms.filter((form) => statistics.count(inflected([form]).map(stem)) > 0);
  // A word is searched in the form of its language, and in that of the other one if no document has it so.
  const forms = language === null ? known : known.slice(0, 1);
  const own = inflected(forms.length > 0 ? forms : term.forms.slice(0, 1));
  const whole = { ...term, forms: own, stems: own.map(stem) };
  if (!mayBeDivided(language, known.length > 0)) return [whole];
  const parts = partsOf(germanForm(term, language), { has: (part) => statistics.count([stem(part)]) > 0 });
  const weight = known.length > 0 ? HALF * term.weight : term.weight;
  const inParts = parts.map((part) => ({ ...term, forms: [part], stems: [stem(part)], weight }));
  return known.length > 0 || parts.length === 0 ? [whole, ...inParts] : inParts;
}
