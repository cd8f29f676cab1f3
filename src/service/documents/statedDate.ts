/** The date to which a law speaks, as its text states it: of its last amendment, or of the publication of a section. */
import { datesIn } from './writtenDates.ts';

/**
 * The words at the start of a line or sentence, or behind a bracket, a dash or a date. In a sentence of the law, "if the claim is filed
 * before March 31, 2029", the date belongs to the rule.
 */
const STARTING = (words: string) => String.raw`(?:^|(?<=[\n.;:|([*_>·–—]\s{0,10}|\d\s{2,10}))(?:${words})`;
/** What stands before the date of a law, the most telling first. The date follows within a few words. */
const STATED: readonly RegExp[] = [
  /(?:zuletzt geändert|änderung) durch|last amended|as amended (?:at|on|through)|current to|consolidated|speaks to|stand:/giu,
  new RegExp(
    `neugefasst durch|in der fassung|speaks as of|${STARTING('source:|effective|filing date|filed|decided')}`,
    'giu',
  ),
  new RegExp(STARTING('ausfertigungsdatum|enacted|approved|published'), 'giu'),
];
/** Characters in which the date of a document is stated, and between the words above and the date. */
const HEAD = 5000;
const NEAR = 60;

/** As YYYY-MM-DD. Empty if the beginning of the text states none. */
export function statedDate(text: string): string {
  const head = text.slice(0, HEAD);
  for (const pattern of STATED) {
    const dates = Array.from(head.matchAll(pattern), ({ index, 0: words }) => {
      const from = index + words.length;
      return datesIn(head.slice(from, from + NEAR))[0] ?? '';
    });
    const latest = dates.toSorted().at(-1) ?? '';
    if (latest !== '') return latest;
  }
  return '';
}

/** The last date of a note such as "[89 FR 30136, Apr. 22, 2024, as amended at 90 FR 1234, Jan. 2, 2025]". Empty for other text. */
export function noteDate(text: string): string {
  const note = /^[\s>*]{0,6}[[(](?=.{0,60}(?:\d FR \d|Pub\. L\.|Stat\.))[^\]]{0,2000}[\])][\s.]*$/.test(
    text.slice(0, 2100),
  );
  return note ? (datesIn(text).toSorted().at(-1) ?? '') : '';
}

/** The date of a note below the heading of a part: "Source: 89 FR 30136, Apr. 22, 2024, unless otherwise noted." Empty for other text. */
export function sourceDate(text: string): string {
  const head = text.slice(0, 400);
  return /^[\s>*_]{0,6}source[:.\s*_]{1,5}.{0,40}\d FR \d/i.test(head) ? (datesIn(head).toSorted().at(-1) ?? '') : '';
}
