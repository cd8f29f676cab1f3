/** The formats of the word lists. Lines that begin with `#` are comments. Malformed lines are skipped; a test reports them. */

export interface WordList<Entry> {
  readonly entries: readonly Entry[];
  readonly malformed: readonly { readonly line: number; readonly text: string }[];
}

export interface Subject {
  /** The key of the authority: `179`, `asc 606`. */
  readonly key: string;
  /** What the subject is called. May be empty. */
  readonly words: string;
  /** Everyday words of people who ask about it. May be empty. */
  readonly everyday: string;
}

export interface Synonym {
  /** Everyday words or phrases. */
  readonly phrases: readonly string[];
  /** The words of statutes and standards for them. */
  readonly words: string;
}

/** Words separated by blanks. */
export function parseWords(text: string): WordList<string> {
  const list = parseLines(text, (line) => {
    const words = line.split(/\s+/);
    return words.every((word) => /^[\p{Ll}\d][\p{Ll}\d'-]*$/u.test(word)) ? words : null;
  });
  return { ...list, entries: list.entries.flat() };
}

/** `key: words`, `key: words / everyday words` or `key: / everyday words`. */
export function parseSubjects(text: string): WordList<Subject> {
  return parseLines(text, (line) => {
    const { key, rest } = /^(?<key>(?:[a-z][a-z-]* )?\d[\w.-]*): (?<rest>\S.*)$/.exec(line)?.groups ?? {};
    if (key === undefined || rest === undefined || /[:>]/.test(rest)) return null;
    const [words = '', everyday = '', ...more] = rest.split(/(?:^| )\/(?: |$)/);
    return more.length > 0 || words + everyday === '' ? null : { key, words, everyday };
  });
}

/** `phrase, phrase > words`. */
export function parseSynonyms(text: string): WordList<Synonym> {
  return parseLines(text, (line) => {
    const [left = '', words = '', ...more] = line.split(' > ');
    const phrases = left.split(',').map((phrase) => phrase.trim());
    return words === '' || more.length > 0 || phrases.includes('') ? null : { phrases, words };
  });
}

function parseLines<Entry>(text: string, parse: (line: string) => Entry | null): WordList<Entry> {
  const entries: Entry[] = [];
  const malformed: { line: number; text: string }[] = [];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const entry = parse(line);
    if (entry === null) malformed.push({ line: at + 1, text: line });
    else entries.push(entry);
  }
  return { entries, malformed };
}
