/** Writes the first line of an answer that quotes: what was compared, and what the closest passage has of the question. */
import { hasHead } from '../documents/headDate.ts';
import { amends } from '../search/amendments.ts';
import { isRemoved } from '../search/boilerplate.ts';
import { yearsIn } from '../search/inflation.ts';
import { namesIn } from '../search/names.ts';
import { listOf, t } from '../translate.ts';
import type { Gathered } from './gather.ts';
import { isIn, missingWords, NUMBER, stemsQuoted } from './missingWords.ts';
import { plain } from './plain.ts';
import { type Quotation, quotedName } from './quotation.ts';
import { ageWarning } from './textAge.ts';

export interface AnswerOptions {
  /** Days after which the first line warns that the text of an authority is old. */
  readonly authorityAge?: number | undefined;
  /** Not all documents were read: what was not found may be in the others. */
  readonly isPartial: boolean;
}

/**
 * States what was compared: the question before, if it was read with it, authorities that the library does not have, the closest passage, the
 * words of the question that it has or that no passage has, and its date if a year was asked for.
 */
export function firstLine(
  gathered: Gathered,
  missing: readonly string[],
  { authorityAge, isPartial }: AnswerOptions,
): string {
  const { quotations, before } = gathered;
  const first = quotations[0];
  if (!first) return '';
  const { cited } = first.found.document;
  const closest = `${plain(quotedName(first.found))} [1]`;
  const documents = new Set(quotations.map((quotation) => quotation.source.location.path)).size;
  const passages = t('{0} passages', quotations.length);
  const count = documents === 1 ? t('{0} from 1 document', passages) : t('{0} from {1} documents', passages, documents);
  const absent = absentAuthorities(gathered);
  const sentences =
    cited && isRemoved(first.found.quotable)
      ? [t('According to its text, {0} is not in force [1].', plain(cited.text))]
      : [
          before === null ? '' : t('The question was read with “{0}”.', plain(shortened(before))),
          absent.length === 0 ? '' : absence(absent.map(plain), isPartial),
          quotations.length === 1
            ? t('The only passage found is {0}.', closest)
            : t('Quoted: {0}. The closest is {1}.', count, closest),
          ...comparison(gathered, first, missing),
          amendmentOf(gathered, first),
        ];
  return [...sentences, dateOf(gathered, first, authorityAge)].filter((sentence) => sentence !== '').join(' ');
}

const YEAR = /^(?:19|20)\d\d$/;

/** What the closest passage has of the question. */
function comparison(gathered: Gathered, first: Quotation, missing: readonly string[]): string[] {
  const { relevance, result } = gathered;
  if (result.query.about === 'attached')
    return [
      result.query.isAboutFile
        ? t('It has words in common with the attached file.')
        : t('It has words in common with the selected text.'),
    ];
  if (relevance === 'good' && first.found.document.cited?.certain) return [t('The question cites it.')];
  const own = result.query.terms.filter(({ from }) => from === undefined);
  const quoted = stemsQuoted(first);
  const lacksNumber = own.some((term) => NUMBER.test(term.word) && !YEAR.test(term.word) && !isIn(quoted, term));
  // A single word that is read with a selected text or another question is in many passages.
  const isTold = (gathered.before === null && result.query.selections.length === 0) || own.length > 1;
  if (relevance === 'good' && isTold && !lacksNumber && missingWords(gathered, [first]).length === 0)
    return [t('It contains the words of the question.')];
  const absent = absentAuthorities(gathered);
  const words = missing.filter((word) => !absent.some((citation) => wordsOf(citation).has(word)));
  return [
    relevance === 'little' ? t('It contains only some words of the question.') : '',
    namesNotIn(first, gathered),
    words.length === 0 ? '' : t('No quoted passage contains {0}.', words.map(inQuotes).join(', ')),
  ];
}

const inQuotes = (word: string): string => t('“{0}”', word);

/** Characters of the question before that are repeated. */
const MAX_BEFORE = 80;

const shortened = (question: string): string =>
  question.length <= MAX_BEFORE ? question : `${question.slice(0, MAX_BEFORE).replace(/\s+\S*$/, '')} …`;

/** "VAT rate in Germany": a passage on the United Kingdom is about something else, although another one has the name. */
function namesNotIn(first: Quotation, { result: { query }, quotations }: Gathered): string {
  const names = namesIn(query);
  const terms = query.terms.filter(({ word, from }) => from === undefined && names.has(word));
  const quoted = stemsQuoted(first);
  const others = quotations.filter((quotation) => quotation !== first).map(stemsQuoted);
  const absent = terms.filter((term) => !isIn(quoted, term) && others.some((stems) => isIn(stems, term)));
  return absent.length === 0
    ? ''
    : t('It does not contain {0}.', listOf(absent.map(({ written }) => inQuotes(written))));
}

/** Names the quoted amendment of the first document. */
function amendmentOf({ quotations }: Gathered, first: Quotation): string {
  const at = quotations.findIndex(({ found }) => amends(found.document, first.found.document));
  return at < 0 ? '' : t('An amendment of it is quoted as well [{0}].', at + 1);
}

/**
 * Of the first quotation, if it is of an authority, or if the question names a year that it does not state. The tax year of the matter
 * says nothing about the user's own documents.
 */
function dateOf(
  { adjustment, quotations, result, years: asked, amounts: tables }: Gathered,
  { found, source, paragraph }: Quotation,
  authorityAge: number | undefined,
): string {
  const named = found.document.isAuthority ? asked : yearsIn(result.query.question);
  const years = named.filter((year) => !source.snippet.includes(year));
  const { date = '' } = source;
  const isDated = found.document.isAuthority && date !== '';
  if (years.length === 0 && !isDated) return '';
  const adjusted = quotations.findIndex(({ found }) => found === adjustment) + 1;
  const amounts =
    adjusted > 0
      ? t('Its amounts are adjusted for inflation [{0}] and may not be those of {1}.', adjusted, listOf(years))
      : '';
  const stated = tables.of.get(paragraph)?.[0];
  const table = stated
    ? t('For {0}, see [{1}].', stated.row.year, quotations.length + tables.all.indexOf(stated) + 1)
    : '';
  const warning = isDated ? ageWarning(date, authorityAge) : '';
  return [amounts, table, statementOfDate(found, source), warning].filter((sentence) => sentence !== '').join(' ');
}

/** A date that is not looked for is not said to be missing. */
function statementOfDate({ document }: Quotation['found'], { date }: Quotation['source']): string {
  if (date !== undefined) return t('Its text is as of {0}.', plain(date));
  return document.isAuthority || hasHead(document.path) ? t('Its text states no date.') : '';
}

export function absence(citations: readonly string[], isPartial: boolean): string {
  const named = citations.join(', ');
  return isPartial ? t('Not in the documents read so far: {0}.', named) : t('Not in the library: {0}.', named);
}

/** Authorities that the question itself cites and the library does not have. A selection may cite dozens. */
function absentAuthorities({ result }: Gathered): string[] {
  return result.missingAuthorities.map(({ text }) => text).filter((text) => result.query.question.includes(text));
}

const wordsOf = (citation: string) => new Set(citation.split(/[\s§]+/));
