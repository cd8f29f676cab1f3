/** Of several versions of one document, the current one comes first. */
import { basename, dirname } from 'node:path';
import { monthOf } from '../../text/months.ts';
import { DRAFT, FINAL, OLDER, VERSION, versionNumber } from '../../text/versionWords.ts';
import type { FoundDocument } from './searchResult.ts';

const DATE = /(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?/g;
/** Words of a question about older versions. */
const ASKS_FOR_OLDER =
  /\b(?:draft|before|earlier|previous(?:ly)?|old(?:er)?|first version|superseded|compar\w*|differ\w*|chang\w*|entwurf|vorher|früher\w*|alte[rsnm]?|vergleich\w*|unterschied\w*|geändert)\b/i;
/** The version of a year may be one that was replaced later. */
const NAMES_YEAR = /(?:19|20)\d\d/;

/** "before July 2025", "vor dem 1. Juli 2025" */
const BEFORE =
  /\b(?:before|prior to|vor(?: dem)?)\s+(?:(?:\d{1,2}\.?\s+)?(\p{Lu}\p{L}{2,8})\s+(?:\d{1,2},?\s+)?)?((?:19|20)\d\d)(?!\d)/u;

/** The month, or the year, before which something is asked for: `2025-07`. Empty if there is none. */
function askedBefore(question: string): string {
  const [, written, year = ''] = BEFORE.exec(question) ?? [];
  const month = written === undefined ? 1 : (monthOf(written) ?? 1);
  return year === '' ? '' : `${year}-${String(month).padStart(2, '0')}`;
}

interface Version {
  /** The same for all versions of a document. */
  readonly group: string;
  readonly isMarked: boolean;
  readonly isDraft: boolean;
  readonly isOlder: boolean;
  readonly number: number;
  readonly date: string;
}

function versionOf(path: string): Version {
  const name = basename(path)
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ');
  const rest = [OLDER, VERSION, FINAL].reduce((left, pattern) => left.replace(pattern, ' '), name.replace(DATE, ' '));
  return {
    group: `${dirname(path)}/${rest
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()}`,
    isMarked: [OLDER, VERSION, FINAL].some((pattern) => pattern.test(name)),
    isDraft: DRAFT.test(name),
    isOlder: OLDER.test(name),
    number: versionNumber(name),
    date: name.match(DATE)?.at(-1) ?? '',
  };
}

/**
 * Documents of one folder whose names differ only by words such as "draft", "final" or "v2", or by a date beside such a word, are versions
 * of one document. The current one takes the place of an older one before it, unless the question asks about older versions. For a question
 * that names a year, only drafts give way, if the names of the versions have dates. For one that asks
 * for what was before a date, those dated before it come first.
 */
export function currentFirst(documents: readonly FoundDocument[], question: string): FoundDocument[] {
  const versions = documents.map((document) => ({ document, version: versionOf(document.path) }));
  const groups = Map.groupBy(versions, ({ version }) => version.group);
  const asksForOlder = ASKS_FOR_OLDER.test(question);
  const before = askedBefore(question);
  const isLater = ({ document }: Versioned) => (document.date ?? '') >= before;
  const byTime = (one: Versioned, other: Versioned) =>
    draftsLast(one, other) || Number(isLater(one)) - Number(isLater(other)) || byAge(one, other);
  const namesYear = NAMES_YEAR.test(question);
  // "And in version 1?"
  const number = versionNumber(question);
  const byNumber = (one: Versioned, other: Versioned) =>
    Number(other.version.number === number) - Number(one.version.number === number) || byAge(one, other);
  return versions.map(({ document, version }) => {
    const group = groups.get(version.group) ?? [];
    if (
      (asksForOlder && before === '' && number === 0) ||
      group.length < 2 ||
      !group.some((one) => one.version.isMarked)
    )
      return document;
    const order =
      number > 0
        ? byNumber
        : before !== ''
          ? byTime
          : namesYear && group.some(({ version: { date } }) => date !== '')
            ? draftsLast
            : byAge;
    const place = group.findIndex((one) => one.document === document);
    return { ...(group.toSorted(order)[place]?.document ?? document), score: document.score };
  });
}

type Versioned = { readonly document: FoundDocument; readonly version: Version };

function draftsLast({ version: one }: Versioned, { version: other }: Versioned): number {
  return Number(one.isDraft) - Number(other.isDraft);
}

/** The current one first. */
function byAge({ version: one }: Versioned, { version: other }: Versioned): number {
  return Number(one.isOlder) - Number(other.isOlder) || other.number - one.number || other.date.localeCompare(one.date);
}
