/** Suggests follow-up questions from what the quoted passages name. */
import type { ResearchQuestion } from '../../protocol/question.ts';
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
import { MAX_NAME, pinpoint, type Quotation, shortName, toQuotation } from './quotation.ts';

/** Suggestions of an answer, at most. */
const MAX_SUGGESTIONS = 4;

/** Length of the title of a section that is named in a suggestion, in UTF-16 units. */
const MIN_TITLE = 4;

/** Quotations, or documents of a written answer, that suggestions are made from. */
const MAX_QUOTATIONS = 6;

/** The suggestions of an answer that a language model wrote, from the nodes that contain the cited passages. */
export async function suggestFromPassages(
  reader: LibraryReader,
  question: ResearchQuestion,
  cited: readonly RankedPassage[],
): Promise<string[]> {
  const result = await search(reader, question);
  const scorer = createPassageScorer(result.statistics, result.query);
  const ids = new Set(cited.map(({ passage }) => passage.id));
  const documents = [...new Map(cited.map(({ document }) => [document.id, document])).values()]
    .slice(0, MAX_QUOTATIONS)
    .map((document) => {
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

export async function suggest(
  reader: LibraryReader,
  gathered: Pick<Gathered, 'quotations' | 'result'>,
): Promise<string[]> {
  const suggestions = new Set<string>();
  const quoted = new Set(gathered.quotations.map((quotation) => quotation.found.document.authority));
  const asked = gathered.result.query.question.toLowerCase();
  const offers = {
    continued: [] as string[],
    definition: [] as string[],
    exception: [] as string[],
    reference: [] as string[],
    amount: [] as string[],
    sibling: [] as string[],
  };
  const first = gathered.quotations.slice(0, MAX_QUOTATIONS);
  // A memo may name authorities on any subject.
  const references = first.map(({ found, source }) =>
    found.document.authority !== '' || found === gathered.quotations[0]?.found
      ? findCitations(source.snippet).filter(({ certain, key }) => certain && !quoted.has(key))
      : [],
  );
  // The user knows the facts in the user's own documents.
  const authorities = gathered.quotations.filter(({ role }) => role !== null);
  const named = (authorities.length > 0 ? authorities : gathered.quotations).slice(0, MAX_QUOTATIONS);
  const [byAuthority, headings] = await Promise.all([
    reader.byAuthority(references.flat().map(({ key }) => key)),
    reader.headings(named.map(({ found }) => found.document.id)),
  ]);
  for (const [at, { found, source }] of first.entries()) {
    const name = shortName(found);
    const where = `${name}${pinpoint(found)}`;
    for (const heading of found.quotable.continues) {
      const title = titleOf(heading);
      if (title.length >= MIN_TITLE && title.length <= MAX_NAME)
        offers.continued.push(t('What does {0} say on “{1}”?', name, title));
    }
    for (const match of source.snippet.matchAll(/\bterms? [“"]([^”"\n]{3,60})[”"]/g)) {
      const term = (match[1] ?? '').replace(/\u00ad/g, '').trim();
      if (term !== '') offers.definition.push(t('What counts as “{0}” under {1}?', term, name));
    }
    if (
      found.document.authority !== '' &&
      /\bexcept|shall not apply|unless\b/i.test(source.snippet) &&
      !/exception/.test(asked)
    ) {
      offers.exception.push(t('What are the exceptions in {0}?', where));
    }
    for (const { key } of references[at] ?? []) {
      const [document] = byAuthority.get(key) ?? [];
      if (document) offers.reference.push(t('What does {0} say?', inQuestion(document.title, key)));
    }
    const amount = /\$\d+(?:,\d{3})*(?:\.\d+)?/.exec(source.snippet)?.[0];
    if (
      amount &&
      /taxable year|calendar year|inflation|cost-of-living|beginning (?:in|after)/i.test(`${source.snippet}`)
    ) {
      offers.amount.push(t('How is the {0} in {1} adjusted for later years?', amount, where));
    }
  }
  const siblings = createSiblings(gathered.quotations, headings);
  for (const quotation of named) {
    const heading = siblings.next(quotation);
    if (heading !== null) offers.sibling.push(t('What does {0} say on “{1}”?', shortName(quotation.found), heading));
  }
  for (const list of [
    offers.continued,
    offers.exception,
    offers.reference,
    offers.definition,
    offers.amount,
    offers.sibling,
    offers.reference.slice(1),
    offers.sibling,
    offers.sibling,
  ]) {
    const next = list.find((text) => !suggestions.has(text) && !sameWords(text, asked));
    if (next && suggestions.size < MAX_SUGGESTIONS) suggestions.add(next);
  }
  return [...suggestions];
}

interface Siblings {
  /** The nearest section with the same parent as the quoted one that is neither quoted nor named; null if there is none. */
  next(quotation: Quotation): string | null;
}

function createSiblings(quotations: readonly Quotation[], headings: readonly Heading[]): Siblings {
  const known = new Set(quotations.flatMap(({ found }) => found.quotable.lines.map(({ passage }) => passage.heading)));
  return {
    next({ found }) {
      const passage = found.quotable.lines[0]?.passage;
      const parent = passage && parentOf(passage.heading);
      if (!passage || parent === undefined) return null;
      const siblings = headings.filter(
        ({ document, heading }) => document === found.document.id && parentOf(heading) === parent,
      );
      const after = siblings.filter(({ id }) => id > passage.id);
      const before = siblings.filter(({ id }) => id < passage.id).toReversed();
      for (const { heading } of [...after, ...before]) {
        const title = titleOf(heading);
        if (known.has(heading) || title.length < MIN_TITLE || title.length > MAX_NAME) continue;
        known.add(heading);
        return title;
      }
      return null;
    },
  };
}

/** The headings above the last one. */
function parentOf(heading: string): string {
  return heading.split(' › ').slice(0, -1).join(' › ');
}

/** The last heading without its label: `(d)(2)`, `3.`, `842-10-25-2`. */
function titleOf(heading: string): string {
  const last = heading.split(' › ').at(-1) ?? '';
  return last.replace(/^(?:(?:\(\w+\)\s*)+|\d+\.\s+|\d+(?:-\d+)+(?: and \d+(?:-\d+)*)?\s+)/, '').trim();
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
  return subject.length >= MIN_TITLE && subject.length <= MAX_NAME ? `${mark} (${subject})` : mark;
}
