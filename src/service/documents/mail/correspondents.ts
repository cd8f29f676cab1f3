/** The heading of a message: who wrote it to whom and when. Each of its passages is found by it. */

/** Characters of a heading, at most. */
const LONGEST_HEADING = 300;

export function correspondentsHeading({ from, to, date }: { from: string; to: string; date: string }): string {
  const correspondents = [from && `From ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
  return [correspondents, date].filter(Boolean).join(', ').slice(0, LONGEST_HEADING);
}

const ADDRESS = /(?<=[^\s<>] )<[^<>\s]*@[^<>\s]*>/g;
/** "Thu, 26 Jun 2025 13:14:00 -0700" */
const TIME = /, (?:\p{L}{2,9},? )?\d{1,2} \p{L}{3,9} \d{4} \d{1,2}:\d{2}.*$/u;

/** The names alone: "From Ottoline Baird to Dov Ferris". The header of the message has the addresses, and a source says its date. */
export function namesOfCorrespondents(heading: string): string {
  return heading
    .replace(TIME, '')
    .replace(ADDRESS, '')
    .replace(/ (?=[ ,]|$)/g, '');
}
