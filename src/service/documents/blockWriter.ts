/** Numbers the lines of a document that is not stored as lines, and keeps its blocks within the limit for text. */
import type { DocumentBlock, DocumentPlace } from './document.ts';
import type { ItemRange } from './itemRange.ts';
import { withoutPrivate } from './symbols.ts';

/** Characters of one file that are read. A thousand dense pages are about 5 million. */
export const MAX_CHARACTERS = 10_000_000;

const REST = `The rest of this file was not read. It contains more than ${MAX_CHARACTERS / 1_000_000} million characters.`;

/** UTF-16 units of a note, attachment or range of cells in a place. Their names come from the file. */
const LONGEST_PLACE = 300;

export interface BlockWriter {
  heading(level: number, text: string, place?: DocumentPlace, items?: ItemRange | null): void;
  /** A heading of words that the document has elsewhere. It takes no line. */
  impliedHeading(level: number, text: string, place?: DocumentPlace): void;
  /** Lines are separated by \n. A blank line is left before each block, unless `tight`. Returns its first line, or null if it is left out. */
  text(text: string, place?: DocumentPlace, tight?: boolean, items?: readonly (ItemRange | null)[]): number | null;
  /** Takes no line. */
  margin(text: string, place?: DocumentPlace): void;
  /** True when the limit is reached. What is written then is dropped. */
  isFull(): boolean;
  blocks(): DocumentBlock[];
}

export function createBlockWriter(): BlockWriter {
  const blocks: DocumentBlock[] = [];
  let line = 1;
  let characters = 0;
  const add = (text: string, lines: number, tight: boolean): number => {
    characters += text.length;
    const start = tight && line > 1 ? line - 1 : line;
    line = start + lines + 1;
    return start;
  };
  const isFull = () => characters > MAX_CHARACTERS;
  return {
    heading(level, text, place, items = null) {
      const words = withoutPrivate(text).replace(/\s+/g, ' ').trim();
      if (words === '' || isFull()) return;
      blocks.push({
        type: 'heading',
        level,
        text: words,
        line: add(words, 1, false),
        ...at(place),
        ...(items && { items: [items] }),
      });
    },
    impliedHeading(level, text, place) {
      const words = withoutPrivate(text).replace(/\s+/g, ' ').trim();
      if (words === '' || isFull()) return;
      blocks.push({ type: 'heading', level, text: words, line, ...at(place), implied: true });
    },
    text(text, place, tight = false, items) {
      const words = withoutPrivate(text).trim();
      if (words === '' || isFull()) return null;
      const lines = words.split('\n').length;
      const start = add(words, lines, tight);
      blocks.push({
        type: 'text',
        text: words,
        line: start,
        endLine: start + lines - 1,
        ...at(place),
        ...(items && { items }),
      });
      if (isFull()) blocks.push({ type: 'text', text: REST, line, endLine: line });
      return start;
    },
    margin(text, place) {
      if (!isFull()) blocks.push({ type: 'margin', text, line, ...at(place) });
    },
    isFull,
    blocks: () => blocks,
  };
}

function at(place: DocumentPlace | undefined): { place?: DocumentPlace } {
  if (place === undefined) return {};
  const { pageLabel, part, sheet, ...rest } = place;
  const label = pageLabel === undefined ? '' : inOneLine(pageLabel);
  return {
    place: {
      ...rest,
      ...(label !== '' && { pageLabel: label }),
      ...(part !== undefined && { part: inOneLine(part).slice(0, LONGEST_PLACE) }),
      ...(sheet !== undefined && { sheet: inOneLine(sheet).slice(0, LONGEST_PLACE) }),
    },
  };
}

/** Labels and names come from the file. A place is shown and stored as one line. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
