/** Short lists of a model (`SEARCH:`, `PART:`, `REQUIREMENT:`, …), in the forms that models make of them. */
import { plainSentence, withoutBullet } from './cleanText.ts';
import { createReplyLines } from './replyLines.ts';

/** Characters of one line; longer ones are prose. */
const MAX_LINE = 2000;

/** Returns the lines that begin with the label, without the label. Drops duplicates and all lines after the first `limit`. */
export function labelledLines(text: string, label: string, limit: number): string[] {
  const prefix = `${label}:`;
  const marked = plainLines(text)
    .map(withoutBullet)
    .filter((line) => line.toUpperCase().startsWith(prefix))
    .map((line) => line.slice(prefix.length).trim());
  return [...new Set(marked)].filter((line) => line !== '').slice(0, limit);
}

/** The lines of a reply without its reasoning and without markup. */
export function plainLines(text: string): string[] {
  return text
    .replace(/^[\s\S]*<\/think>/, '')
    .split('\n')
    .map(plainSentence)
    .filter((line) => line !== '' && line.length <= MAX_LINE);
}

/** Search words from a line: letters, digits, and the signs of amounts, sections and placeholders, `[NAME-1]`; at most 24 words. */
function searchWords(line: string): string {
  return line
    .replace(/[^\p{L}\p{N}§$€£%(),.\-[\]\s]/gu, ' ')
    .replace(/,(?!\d)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 24)
    .join(' ');
}

/** A search that a model proposes. */
export interface Search {
  readonly words: string;
  /** The part of the question that it is for; empty without a plan. */
  readonly part: string;
}

export interface SearchReader {
  /** Returns the search words of lines that are complete. */
  push(text: string): string[];
  /** Returns the searches of the whole reply. A reply without any label is read as lines of search words. */
  end(): Search[];
  /** All lines that are used have come. */
  readonly isFull: boolean;
}

/** Characters of the name of a part. */
const MAX_PART = 300;
/** Words of a line without a label that may be search words. */
const MAX_BARE_WORDS = 15;

/** Reads `SEARCH:` and `PART:` lines while they arrive, each once. */
export function createSearchReader(limit: number): SearchReader {
  /** Parts by their search words. */
  const found = new Map<string, string>();
  const bare = new Map<string, string>();
  let complete: string[] = [];
  const replyLines = createReplyLines(read, () => {
    found.clear();
    bare.clear();
  });

  function read(raw: string): void {
    if (found.size >= limit) return;
    const line = plainSentence(raw);
    const [, label, content = ''] = SEARCH_LINE.exec(line) ?? [];
    const [part, written] = label?.toUpperCase() === 'PART' ? content.split('|') : ['', content];
    const searched = searchWords(label === undefined ? line.replace(/^[-*•–\d.)\s]+/, '') : written || part || '');
    if (searched === '' || line.length > MAX_LINE || found.has(searched)) return;
    if (label === undefined) {
      const count = searched.split(' ').length;
      if (bare.size < limit && count > 1 && count <= MAX_BARE_WORDS && !/[.:!?]$/.test(line)) bare.set(searched, '');
      return;
    }
    found.set(searched, (part ?? '').trim().slice(0, MAX_PART));
    complete.push(searched);
  }

  return {
    push(text) {
      complete = [];
      replyLines.push(text);
      return complete;
    },
    end() {
      replyLines.end();
      return Array.from(found.size > 0 ? found : bare, ([words, part]) => ({ words, part }));
    },
    get isFull() {
      return found.size >= limit;
    },
  };
}

/** `SEARCH: words` or `PART: name | words`, also with a bullet, a number, a blank before the colon, code or bold marks, and in other words for the label. */
const SEARCH_LINE =
  /^[-*•–>\s`"'#\d.)]{0,10}(SEARCH|Search|search|QUERY|Query|query|PART|Part|part)(?:[ _-]?(?:words|terms|line|query|queries))?[ _]?\d{0,2}[\s*`"']{0,4}[:=–-]\s*(.*)$/;
