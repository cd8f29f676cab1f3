/** A text as clauses of words, with what turns their meaning: negators, modal verbs, and what each number is compared with. */

import { keyOf } from '../values/equalNumbers.ts';
import type { ReadText } from '../values/readValues.ts';
import type { DateAtom, Quantity } from '../values/value.ts';
import {
  AFTER_VALUE,
  BEFORE_VALUE,
  CLAUSE_START,
  CONDITION,
  EXCEPTING,
  IMPLIED,
  NEGATOR,
  PHRASES,
} from './meaningWordLists.ts';

export interface Word {
  /** In lower case. Of a value: as written. */
  readonly text: string;
  /** The beginning of a word that means something, or the key of a value. Empty for words such as "the". */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  readonly value: Quantity | DateAtom | null;
  /** Whether the value is a limit from below (1) or from above (-1). 0 if it is no limit. */
  direction: -1 | 0 | 1;
}

export interface Clause {
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  /** Places of the negators that do not belong to a limit. */
  readonly negators: readonly number[];
  readonly isCondition: boolean;
  /** It denies something without a negator, so its sign is not certain. */
  readonly isImplied: boolean;
}

const STOP = new Set(
  (
    'the a an of to in on for and or by is are be been being was were as at that this these those such any with from which it its his her their they he she who whom whose has have had do does did will would should there here than then so also into upon under per same case amount term purposes section paragraph subsection respect may can could might must shall ' +
    'der die das des dem den ein eine einer eines einem einen und oder in im an am auf für von vom zu zum zur mit bei aus ist sind war waren wird werden wurde worden sein hat haben als auch es er sie sich wie noch nur dies diese dieser dieses diesem diesen durch um so dann hier da kann können darf dürfen muss müssen soll'
  ).split(' '),
);
/** Letters by which words are compared, so that endings make no difference. */
const STEM = 5;

function stemOf(word: string): string {
  if (STOP.has(word) || word.length < 3) return '';
  if (NEGATOR.test(word) || CLAUSE_START.test(word)) return '';
  const plain = word.replace(/(?:'s|s')$/, '').replace(/-/g, '');
  const singular = plain.length > 4 ? plain.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : plain;
  return singular.slice(0, STEM);
}

/** The stems of the words of a text that mean something. */
export const stemsIn = (text: string): Set<string> =>
  new Set(Array.from(text.toLowerCase().matchAll(WORD), ([word]) => stemOf(word)).filter((stem) => stem !== ''));

function keyOfValue(value: Quantity | DateAtom): string {
  return value.type === 'date'
    ? `date:${value.year ?? ''}-${value.month ?? ''}-${value.day ?? ''}`
    : `${unitOf(value)}${value.currency}:${keyOf(value.value)}`;
}

/** Amounts of one unit, so that one can be a limit of the other. */
export const isLike = (one: Word['value'], other: Quantity): one is Quantity =>
  one?.type === 'quantity' && unitOf(one) === unitOf(other) && one.currency === other.currency;

const unitOf = ({ unit }: Quantity) => (unit === 'count' ? 'plain' : unit);

const WORD = /\p{L}[\p{L}\p{M}'-]*/gu;
const TOKEN = new RegExp(`${WORD.source}|[.,;:()\\u2014]`, 'gu');
/** Words of a clause that a comma may separate from the next one. */
const FEWEST = 3;

export function clausesOf(text: string, { quantities, dates }: Pick<ReadText, 'quantities' | 'dates'>): Clause[] {
  const values = [...quantities, ...dates].sort((one, other) => one.start - other.start);
  let read = text.toLowerCase();
  read = read.replace(/\[(\p{L})\](?=\p{L})/gu, '  $1');
  for (const [phrase, word] of PHRASES) read = read.replace(phrase, (written) => word.padEnd(written.length));
  const clauses: Word[][] = [[]];
  let next = 0;
  /** The clause has no other words than those that begin one. */
  let isOpened = true;
  const add = (word: Word) => {
    clauses.at(-1)?.push(word);
    isOpened &&= EXCEPTING.test(word.text) || CLAUSE_START.test(word.text);
  };
  const addValuesUntil = (place: number) => {
    for (let value = values[next]; value !== undefined && value.start <= place; value = values[next]) {
      const { start, end } = value;
      const side = value.type === 'date' ? value.side : null;
      const direction = side === null ? 0 : side === 'begins' ? 1 : -1;
      if (end > start) add({ text: text.slice(start, end), stem: keyOfValue(value), start, end, value, direction });
      next += 1;
    }
  };
  const cut = () => {
    if ((clauses.at(-1)?.length ?? 0) > 0) clauses.push([]);
    isOpened = true;
  };
  for (const { 0: token, index } of read.matchAll(TOKEN)) {
    addValuesUntil(index);
    const before = values[next - 1];
    if (before !== undefined && index < before.end) continue;
    if (/^\P{L}/u.test(token)) {
      if (token === ',' && (clauses.at(-1)?.length ?? 0) < FEWEST) continue;
      cut();
    } else {
      if (CLAUSE_START.test(token) && !/^(?:and|und)$/.test(token) && !isOpened) cut();
      add({ text: token, stem: stemOf(token), start: index, end: index + token.length, value: null, direction: 0 });
    }
  }
  addValuesUntil(text.length);
  return clauses.filter((words) => words.length > 0).map((words) => toClause(words, read));
}

function toClause(words: readonly Word[], read: string): Clause {
  const used = new Set<Word>();
  for (const [at, word] of words.entries()) {
    if (word.value !== null && word.direction === 0) limit(words, at, read, used);
  }
  const negators = words.flatMap((word, at) =>
    (NEGATOR.test(word.text) || EXCEPTING.test(word.text)) && !used.has(word) ? [at] : [],
  );
  const texts = words.map(({ text }) => text);
  return {
    words,
    stems: new Set(words.map(({ stem }) => stem).filter((stem) => stem !== '')),
    negators,
    isCondition: texts.slice(0, 2).some((text) => CONDITION.test(text)),
    isImplied: texts.some((text) => IMPLIED.test(text)),
  };
}

const FILLER =
  /(?:\s(?:the|a|an|of|about|approximately|on|den|der|dem|die|das|einen|einem|eine|von|vom|am|sum|zum|each|für|for))+$/;

/** Words between a negator and a value, at most. */
const MOST_BETWEEN = 30;
/** Characters after a comparison in which its negator may be: "übersteigt 5 nicht". */
const AFTER_COMPARISON = 8;

/** Reads what a value is compared with. A negator before a comparison turns it: "not more than 10". */
function limit(words: readonly Word[], at: number, read: string, used: Set<Word>): void {
  const word = words[at];
  if (word === undefined) return;
  const before = read
    .slice(Math.max(words[0]?.start ?? 0, word.start - 60), word.start)
    .replace(/[\s(]+$/, '')
    .replace(FILLER, '');
  const after =
    read
      .slice(word.end, word.end + 50)
      .trimStart()
      .split(/[.;:()]/, 1)[0] ?? '';
  for (const [patterns, written, leads] of [
    [BEFORE_VALUE, before, true],
    [AFTER_VALUE, after, false],
  ] as const) {
    for (const [pattern, direction] of patterns) {
      const match = pattern.exec(written);
      if (match === null) continue;
      const [first, last] = leads ? [0, word.start] : [word.end, word.end + match[0].length + AFTER_COMPARISON];
      const negator = words
        .slice(Math.max(0, at - MOST_BETWEEN), at + MOST_BETWEEN)
        .findLast((one) => NEGATOR.test(one.text) && !used.has(one) && one.start >= first && one.start < last);
      const inside = leads && /^(?:no|not) /.test(match[0]);
      if (negator) used.add(negator);
      word.direction = negator && !inside ? (direction === 1 ? -1 : 1) : direction;
      return;
    }
  }
}
