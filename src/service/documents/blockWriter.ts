/** Numbers the lines of a document that is not stored as lines, and keeps its blocks within the limit for text. */
import { type Block, type Place, UnreadableDocument } from './document.ts';

/** Characters of text that one file may yield. A thousand dense pages are about 5 million. */
export const MAX_CHARACTERS = 30_000_000;

export interface BlockWriter {
  heading(level: number, text: string, place?: Place): void;
  /** Lines are separated by \n. A blank line is left before each block, unless `tight`. */
  text(text: string, place?: Place, tight?: boolean): void;
  blocks(): Block[];
}

/** The methods throw UnreadableDocument when the text exceeds the limit. */
export function createBlockWriter(): BlockWriter {
  const blocks: Block[] = [];
  let line = 1;
  let characters = 0;
  const add = (text: string, lines: number, tight: boolean): number => {
    characters += text.length;
    if (characters > MAX_CHARACTERS) {
      throw new UnreadableDocument(
        `It contains more than ${MAX_CHARACTERS / 1_000_000} million characters. Split it into smaller files.`,
      );
    }
    const start = tight && line > 1 ? line - 1 : line;
    line = start + lines + 1;
    return start;
  };
  return {
    heading(level, text, place) {
      const words = text.replace(/\s+/g, ' ').trim();
      if (words !== '') blocks.push({ type: 'heading', level, text: words, line: add(words, 1, false), ...at(place) });
    },
    text(text, place, tight = false) {
      const words = text.trim();
      if (words === '') return;
      const lines = words.split('\n').length;
      const start = add(words, lines, tight);
      blocks.push({ type: 'text', text: words, line: start, endLine: start + lines - 1, ...at(place) });
    },
    blocks: () => blocks,
  };
}

function at(place: Place | undefined): { place?: Place } {
  return place === undefined ? {} : { place };
}
