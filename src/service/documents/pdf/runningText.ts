/** Headers, footers and page numbers that repeat from page to page. */
import type { Line } from './rows.ts';

export interface PageLines {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** Pages on which a line must repeat. In a document of two pages, the same words on both are enough. */
const MIN_PAGES = 3;
/** Cells of such words. A line with more is the heading of columns. */
const MAX_CELLS = 2;
/** Lines at the top and at the bottom of a page that may repeat. */
const MARGIN_LINES = 3;
/** Share of the page's height, at the top and at the bottom, that can contain them. */
const MARGIN = 0.14;
/** Points by which their height may differ. */
const LEVEL = 3;

interface MarginLine {
  readonly line: Line;
  readonly page: number;
  readonly numbers: readonly number[];
}

/** Repeated lines. The first occurrence of a line with words is not among them, so that nothing is lost. */
export function findRunningText(pages: readonly PageLines[]): Set<Line> {
  const running = new Set<Line>();
  const groups = new Map<string, MarginLine[]>();
  for (const page of pages) {
    for (const { line, edge } of marginLines(page)) {
      const text = line.cells.join(' ').toLowerCase();
      const pattern = printedNumber(text) !== null ? '#' : text.replace(/\d+/g, '#');
      const key = `${edge} ${pattern}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      const numbers = Array.from(text.matchAll(/\d+/g), ([digits]) => Number(digits));
      group.push({ line, page: page.page, numbers });
    }
  }
  for (const [key, group] of groups) {
    for (const level of byLevel(group)) {
      const numeral = key.slice(2) === '#';
      const words = /\p{L}{2}/u.test(key.slice(2));
      const isOnBoth = pages.length === 2 && words && areEqual(level);
      if (level.length < MIN_PAGES && !isOnBoth && !(numeral && level.every(isOfItsPage))) continue;
      if (!isConsistent(level, numeral)) continue;
      for (const [at, { line }] of level.entries()) if (at > 0 || !words) running.add(line);
    }
  }
  return running;
}

function areEqual([one, other]: readonly MarginLine[]): boolean {
  const text = one?.line.cells.join(' ');
  return text === other?.line.cells.join(' ') && (one?.line.cells.length ?? 0) <= MAX_CELLS;
}

/** "1" on the first page, and "Page 41 of 205" on any. */
function isOfItsPage({ line, page, numbers }: MarginLine): boolean {
  return numbers[0] === page || NUMBER_OF_PAGE.test(line.cells.join(' '));
}

function marginLines({ lines, height }: PageLines): { line: Line; edge: string }[] {
  const sorted = lines.toSorted((one, other) => one.y - other.y);
  const top = sorted.slice(0, MARGIN_LINES).filter((line) => line.y < height * MARGIN);
  const bottom = sorted.slice(-MARGIN_LINES).filter((line) => line.y > height * (1 - MARGIN) && !top.includes(line));
  return [...top.map((line) => ({ line, edge: 't' })), ...bottom.map((line) => ({ line, edge: 'b' }))];
}

/** "Page 7 of 16", also in a longer line. */
export const NUMBER_OF_PAGE = /\b(?:page|pagina|seite|página)\s+\d{1,4}\s*(?:of|von|van|sur|de|\/)\s*\d{1,4}\b/i;

/** The number in "12", "- 12 -", "iv", "Page 12" or "12 / 40"; null for other text. */
export function printedNumber(text: string): string | null {
  return (
    /^(?:(?:page|pagina|seite|página)\s+)?[–—\-[\s]*(\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|von|van|sur|de|\/)\s*\d{1,4})?[–—\-\]\s]*$/i.exec(
      text,
    )?.[1] ?? null
  );
}

function byLevel(group: readonly MarginLine[]): MarginLine[][] {
  const levels: MarginLine[][] = [];
  for (const candidate of group) {
    const level = levels.find((other) => Math.abs((other[0]?.line.y ?? 0) - candidate.line.y) <= LEVEL);
    if (level) level.push(candidate);
    else levels.push([candidate]);
  }
  return levels;
}

/** Every number in the lines is either the same on all pages or counts with the pages. Amounts of a table do neither. */
function isConsistent(candidates: readonly MarginLine[], numeral: boolean): boolean {
  const slots = Math.max(...candidates.map(({ numbers }) => numbers.length));
  for (let slot = 0; slot < slots; slot += 1) {
    const values = candidates.flatMap(({ numbers, page }) => {
      const value = numbers[slot];
      return value === undefined ? [] : [{ value, offset: value - page }];
    });
    const most = Math.max(mode(values.map(({ value }) => value)), mode(values.map(({ offset }) => offset)));
    if (most < values.length * (numeral ? 0.6 : 0.8)) return false;
  }
  return true;
}

/** How often the most frequent value occurs. */
function mode(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
