/** Numbers that state nothing which a passage would have to contain: small ones without a unit, ordinals in words, "three conditions". */

import type { Quantity } from './values/value.ts';

/** Whole numbers up to this are checked only with a unit. */
const LARGEST_SMALL = 12;
/** What the answer itself counts. */
const OWN_NOUNS =
  /^(?:condition|requirement|step|test|way|rule|reason|exception|point|part|option|question|source|passage|provision|section|subsection|paragraph|tax|category|group|case|kind|type|factor|element|criterion|criteria|thing|issue|limit|limitation|situation|scenario|example|component|tier|bracket|period|date|deadline|rate|amount|figure|column|row|prong|regime|penalty|credit|transfer|spouse|side|method)$/;
/** What the first line of an answer of the library counts, "6 passages from 4 documents", and how many it quotes at most. */
const QUOTED = /^(?:passage|document|textstellen|dokument(?:en)?)$/;
const LARGEST_QUOTED = 20;

export function isUnchecked({ unit, value, spelled, noun }: Quantity, isCited: boolean): boolean {
  const small = Number.isInteger(value) && value <= LARGEST_SMALL;
  // "The test is threefold" counts parts; "tenfold" is a multiple.
  if (noun === 'fold') return value <= 3;
  switch (unit) {
    case 'ordinal':
      return spelled;
    case 'plain':
      return small;
    case 'count':
      if (QUOTED.test(noun)) return Number.isInteger(value) && value <= LARGEST_QUOTED;
      return small && (spelled || !isCited || value <= 1 || OWN_NOUNS.test(noun));
    default:
      return false;
  }
}
