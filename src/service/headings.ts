/** The headings above a passage, outermost first, as one text: the form in which the index has them. */
const SEPARATOR = ' › ';

export function joinHeadings(headings: readonly string[]): string {
  return headings.join(SEPARATOR);
}

export function splitHeadings(heading: string): string[] {
  return heading.split(SEPARATOR).filter((each) => each !== '');
}

/** Empty without headings. */
export function lastHeading(heading: string): string {
  return splitHeadings(heading).at(-1) ?? '';
}
