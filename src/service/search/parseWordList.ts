/** The formats of the word lists. Lines that begin with `#` are comments. A malformed line throws; a test reads all lists. */

export interface Subject {
  /** The key of the authority: `179`, `asc 606`. */
  readonly key: string;
  /** What the subject is called, and everyday words of people who ask about it. */
  readonly words: string;
}

export interface Synonym {
  /** Everyday words or phrases. */
  readonly phrases: readonly string[];
  /** The words of statutes and standards for them. */
  readonly words: string;
}

/** The words of each line, separated by blanks. */
export function parseLinesOfWords(text: string): string[][] {
  return parseLines(text, /^(?:[\p{Ll}\d][\p{Ll}\d'-]*(?:\s+|$))+$/u, ([line]) => line.split(/\s+/));
}

/** Words separated by blanks. */
export const parseWords = (text: string): string[] => parseLinesOfWords(text).flat();

/** `key: words`, `key: words / everyday words` or `key: / everyday words`. */
export function parseSubjects(text: string): Subject[] {
  return parseLines(text, /^((?:[a-z][a-z-]* )?\d[\w.-]*): ([^:>]+)$/, ([, key = '', words = '']) => ({
    key,
    words: words.replace(/(?:^| )\/ /, ' ').trim(),
  }));
}

/** `phrase, phrase > words`. */
export function parseSynonyms(text: string): Synonym[] {
  return parseLines(text, /^([^,>]+(?:, *[^,>]+)*) > ([^>]+)$/, ([, left = '', words = '']) => ({
    phrases: left.split(',').map((phrase) => phrase.trim()),
    words,
  }));
}

function parseLines<Entry>(text: string, pattern: RegExp, entryOf: (match: RegExpExecArray) => Entry): Entry[] {
  return text.split('\n').flatMap((raw, at) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return [];
    const match = pattern.exec(line);
    if (!match) throw new Error(`Line ${at + 1} of a word list is malformed: ${line}`);
    return [entryOf(match)];
  });
}
