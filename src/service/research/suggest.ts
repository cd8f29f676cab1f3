/** Suggests follow-up questions from what the quoted passages name. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import { joinHeadings, lastHeading, splitHeadings } from '../headings.ts';
import { findCitations } from '../search/authority.ts';
import { candidatesOf } from '../search/chooseQuotables.ts';
import { readParts } from '../search/documentNodes.ts';
import { isStopWord } from '../search/language.ts';
import { createPassageScorer } from '../search/scorePassages.ts';
import { search } from '../search/search.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import { wordsOf } from '../search/words.ts';
import type { Heading, LibraryReader } from '../store/libraryReader.ts';
import { t } from '../translate.ts';
import type { Gathered } from './gather.ts';
import { MAX_NAME, type Quotation, shortName, toQuotation } from './quotation.ts';

/** Suggestions of an answer, at most. */
const MAX_SUGGESTIONS = 4;

/** The suggestions of an answer that a language model wrote, from the nodes that contain the cited passages. */
export async function suggestFromPassages(
  reader: LibraryReader,
  question: ResearchQuestion,
  cited: readonly RankedPassage[],
): Promise<string[]> {
  const result = await search(reader, question);
  const scorer = createPassageScorer(result.statistics, result.query);
  const ids = new Set(cited.map(({ passage }) => passage.id));
  const documents = [...new Map(cited.map(({ document }) => [document.id, document])).values()].map((document) => {
    const passages = cited.filter((one) => one.document.id === document.id).map(({ passage }) => passage);
    return { ...document, passages };
  });
  const parts = await readParts(reader, documents);
  const quotations = documents.flatMap((document, at) => {
    const nodes = candidatesOf(document, parts[at] ?? [], result.query, scorer);
    const node = nodes.find(({ quotable }) => quotable.lines.some(({ passage }) => ids.has(passage.id)));
    return node ? [toQuotation(node, result.query, scorer, false, null)] : [];
  });
  return suggest(reader, { quotations, result });
}

/** Of each kind the first one that is not the question itself, then more of those that name what is near. */
export async function suggest(
  reader: LibraryReader,
  { quotations: all, result }: Pick<Gathered, 'quotations' | 'result'>,
): Promise<string[]> {
  // Authorities behind the user's own documents mostly share words with a question on facts, and no more.
  const isOwn = all[0]?.role === null;
  const quotations = all.filter(({ role }) => (role === null) === isOwn);
  const quoted = new Set(quotations.map(({ found }) => found.document.authority));
  // A memo may name authorities on any subject.
  const references = quotations
    .filter(({ found }, at) => found.document.authority !== '' || at === 0)
    .flatMap(({ source }) => findCitations(source.snippet).filter(({ certain, key }) => certain && !quoted.has(key)));
  const [byAuthority, headings] = await Promise.all([
    reader.byAuthority(references.map(({ key }) => key)),
    reader.headings(quotations.map(({ found }) => found.document.id)),
  ]);
  const onTitle = (found: Quotation['found'], title: string) => t('What does {0} say on “{1}”?', nameOf(found), title);
  const continued = quotations.flatMap(({ found }) =>
    found.quotable.continues
      .map(titleOf)
      .filter(isName)
      .map((title) => onTitle(found, title)),
  );
  const defined = quotations.flatMap(({ found, source }) =>
    Array.from(source.snippet.matchAll(/\bterms? [“"]([^”"\n]{3,60})[”"]/g), ([, term = '']) =>
      t('What counts as “{0}” under {1}?', term.replace(/\u00ad/g, '').trim(), shortName(found)),
    ),
  );
  const referred = references.flatMap(({ key }) => {
    const [document] = byAuthority.get(key) ?? [];
    return document ? [t('What does {0} say?', inQuestion(document.title, key))] : [];
  });
  const near = titlesNextTo(quotations, headings).map(({ found, title }) => onTitle(found, title));
  const suggestions = new Set<string>();
  for (const list of [continued, referred, defined, near, referred, near, near]) {
    const next = list.find((text) => !suggestions.has(text) && !sameWords(text, result.query.question.toLowerCase()));
    if (next !== undefined && suggestions.size < MAX_SUGGESTIONS) suggestions.add(next);
  }
  return [...suggestions];
}

/** A title of a document of one's own could be read as words of the question. */
function nameOf(found: Quotation['found']): string {
  const name = shortName(found);
  return found.document.isAuthority ? name : t('“{0}”', name);
}

function isName(title: string): boolean {
  return /\p{L}{2}/u.test(title) && title.length <= MAX_NAME;
}

/** The titles of the sections next to quoted ones: of each quotation the nearest with the same parent that is neither quoted nor named. */
function titlesNextTo(
  quotations: readonly Quotation[],
  headings: readonly Heading[],
): { readonly found: Quotation['found']; readonly title: string }[] {
  const known = new Set(quotations.flatMap(({ found }) => found.quotable.lines.map(({ passage }) => passage.heading)));
  return quotations.flatMap(({ found }) => {
    const passage = found.quotable.lines[0]?.passage;
    if (!passage) return [];
    const siblings = headings.filter(
      ({ document, heading }) => document === found.document.id && parentOf(heading) === parentOf(passage.heading),
    );
    const inOrder = [
      ...siblings.filter(({ id }) => id > passage.id),
      ...siblings.filter(({ id }) => id < passage.id).toReversed(),
    ];
    const next = inOrder.find(({ heading }) => !known.has(heading) && isName(titleOf(heading)));
    if (!next) return [];
    known.add(next.heading);
    return [{ found, title: titleOf(next.heading) }];
  });
}

/** The headings above the last one. */
function parentOf(heading: string): string {
  return joinHeadings(splitHeadings(heading).slice(0, -1));
}

/** The last heading without its label: `(d)(2)`, `3.`, `842-10-25-2`, and `§ 1` of a contract, which would be read as a section of a law. */
function titleOf(heading: string): string {
  return lastHeading(heading)
    .replace(/^(?:(?:\(\w+\)\s*)+|\d+\.\s+|\d+(?:-\d+)+(?: and \d+(?:-\d+)*)?\s+|§ ?\d{1,3}\s+)/, '')
    .trim();
}

/** Whether a suggestion is the question that was asked, in the same or fewer words. */
function sameWords(suggestion: string, asked: string): boolean {
  const own = new Set(wordsOf(asked));
  return wordsOf(suggestion).every((word) => own.has(word) || isStopWord(word, 'en'));
}

/** The authority as a question names it: "§ 611 (Allowance of deduction for depletion)". What its title has in brackets is left out. */
function inQuestion(title: string, key: string): string {
  const clean = title.replace(/\s+/g, ' ').trim();
  const marks = findCitations(clean).map(({ text }) => text);
  const mark = marks.find((text) => clean.startsWith(text)) ?? '';
  const subject = clean
    .slice(mark.length)
    .replace(/^[\s.:;,—–-]+/, '')
    .replace(/ \([^()]*\)/g, '')
    .replace(/\.$/, '');
  if (mark === '') return subject.length <= MAX_NAME ? subject : `§ ${key.toUpperCase()}`;
  return isName(subject) ? `${mark} (${subject})` : mark;
}
