/** The words of a question as this library has them: in one of two languages, and German compounds by their parts. */
import { HALF, type Query, type Term } from './query.ts';
import { stem } from './stem.ts';
import type { TermStatistics } from './termStatistics.ts';
import { trimTerms } from './trimQuery.ts';
import { partsOf } from './words.ts';

export function toIndexed(statistics: TermStatistics, query: Query): Query {
  const terms = new Map<string, Term>();
  const isNew = opensSubject(statistics, query);
  for (const term of query.terms) {
    if (isNew && term.from === 'earlier') continue;
    for (const indexed of indexedTerms(statistics, term, query)) {
      const key = indexed.stems.join(' ');
      if (!terms.has(key)) terms.set(key, indexed);
    }
  }
  return { ...query, terms: trimTerms(statistics, [...terms.values()], query.question) };
}

/** A short question with a word that the library does not have is about something else than the one before. */
function opensSubject(statistics: TermStatistics, { terms, continues }: Query): boolean {
  if (continues !== 'perhaps') return false;
  return terms.some(({ from, stems }) => from === undefined && statistics.count(stems) === 0);
}

function indexedTerms(statistics: TermStatistics, term: Term, { language }: Query): Term[] {
  const known = term.forms.filter((form) => statistics.count([stem(form)]) > 0);
  // A word is searched in the form of its language, and in that of the other one if no document has it so.
  const forms = language === null ? known : known.slice(0, 1);
  const own = forms.length > 0 ? forms : term.forms.slice(0, 1);
  const whole = { ...term, forms: own, stems: own.map(stem) };
  if (language === 'en' || (language === null && known.length > 0)) return [whole];
  const german = term.forms[language === 'de' ? 0 : 1] ?? term.word;
  const parts = partsOf(german, { has: (part) => statistics.count([stem(part)]) > 0 });
  const weight = known.length > 0 ? HALF * term.weight : term.weight;
  const inParts = parts.map((part) => ({ ...term, forms: [part], stems: [stem(part)], weight }));
  return known.length > 0 || parts.length === 0 ? [whole, ...inParts] : inParts;
}
