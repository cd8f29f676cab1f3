/** The line format in which the model writes -> sentences with keys, gaps, calculations and the conclusion. */
import { THINK_CLOSE } from '../../model/thinkFilter.ts';
import { plainSentence } from './cleanText.ts';

/** Section headings that the model may use. A line under any other heading belongs to the section before it. */
export const SECTIONS = ['RULE', 'APPLICATION', 'EXCEPTIONS', 'AMOUNTS AND DATES', 'CONFLICTS', 'CONCLUSION'] as const;
export type Section = (typeof SECTIONS)[number];

export interface WrittenLine {
  readonly section: Section;
  readonly text: string;
  /** Keys of passages that were given; others are dropped. */
  readonly keys: readonly string[];
  /** True for a `CALC:` line. */
  readonly calculation: boolean;
  /** The number in front of the line, which says which sentence a repaired one replaces; null without one. */
  readonly number: number | null;
}

export interface WrittenAnswer {
  readonly lines: readonly WrittenLine[];
  /** What the question needs and the passages do not say. */
  readonly gaps: readonly string[];
  /** Whether the closing `END` line arrived. */
  readonly ended: boolean;
  /** The same line came again and again: the reply is of no use. */
  readonly repeats: boolean;
}

export interface LineReader {
  push(text: string): void;
  end(): void;
  /** Whether what has come ends with a sentence or its keys. */
  readonly endsWhole: boolean;
  readonly answer: WrittenAnswer;
}

/** Characters of one line. A longer line is not a sentence. */
const MAX_LINE = 2000;
const MAX_LINES = 400;
/** The third equal line shows that the model repeats itself. */
const MAX_EQUAL = 3;
/** What models write under a heading that has nothing under it. */
const NOTHING = /^\(?(?:none|not applicable|n\/a|nothing|keine|keiner|entfällt)\)?[.!]?$/i;
/** What models write before the first heading. */
const CHATTER =
  /^(?:sure|certainly|of course|okay|ok|here(?:'s|’s| is| are)|below|gerne|natürlich|hier (?:ist|sind|folgt))\b[^{[【]*$/i;

export function createLineReader(keys: ReadonlySet<string>): LineReader {
  let section: Section = 'RULE';
  let hasHeading = false;
  let lines: WrittenLine[] = [];
  let gaps: string[] = [];
  let ended = false;
  let repeats = false;
  let rest = '';
  let seen = new Map<string, number>();

  function add(raw: string): void {
    // Several sentences of a line are read apart where keys divide them.
    for (const part of raw.split(/(?<=[}\]】])\s+(?=["“]?\p{Lu})/u)) addSentence(part);
  }

  function addSentence(raw: string): void {
    const closing = raw.lastIndexOf(THINK_CLOSE);
    if (closing !== -1) {
      // Everything before the tag was reasoning.
      lines = [];
      gaps = [];
      seen = new Map();
      section = 'RULE';
      raw = raw.slice(closing + THINK_CLOSE.length);
    }
    const plain = plainSentence(raw);
    const text = withoutBullet(plain);
    if (text === '' || ended || NOTHING.test(text)) return;
    if (/^(?:#+\s*|\*\*)?END\.?(?:\*\*)?$/.test(text)) {
      ended = true;
      return;
    }
    const heading = sectionOf(text);
    if (heading !== null) {
      section = heading;
      hasHeading = true;
      return;
    }
    if (!hasHeading && CHATTER.test(text)) return;
    if (text.length > MAX_LINE || lines.length >= MAX_LINES || /^(?:`{3,}|~{3,}|-{3,}|#+\s)/.test(text)) return;
    // Several sentences may be dropped in a repair.
    if (!/^DROP\b/.test(text)) {
      const count = (seen.get(text) ?? 0) + 1;
      seen.set(text, count);
      if (count >= MAX_EQUAL) repeats = true;
      if (count > 1) return;
    }
    const gap = /^GAPS?:\s*(.+)$/i.exec(text)?.[1];
    if (gap !== undefined) {
      gaps.push(readKeys(gap, keys).text);
      return;
    }
    const calculation = /^CALC(?:ULATION)?:\s*(.+)$/i.exec(text)?.[1];
    const read = readKeys(calculation ?? text, keys);
    const last = lines.at(-1);
    if (read.text === '') {
      // Keys on a line of their own belong to the sentence before them.
      if (last && last.keys.length === 0) lines[lines.length - 1] = { ...last, keys: read.keys };
      return;
    }
    const number = /^(\d{1,2})[.)]\s/.exec(plain)?.[1];
    lines.push({
      section,
      text: read.text,
      keys: read.keys,
      calculation: calculation !== undefined,
      number: number === undefined ? null : Number(number),
    });
  }

  return {
    push(text) {
      rest += text;
      const parts = rest.split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) add(part);
      // Without a line end, a reply must not grow without bound.
      if (rest.length > MAX_LINE * 4) {
        add(rest);
        rest = '';
      }
    },
    end() {
      add(rest);
      rest = '';
    },
    get endsWhole() {
      return /(?:^|[.!?:;)\]}】”"'’])\s*$/.test(rest);
    },
    get answer() {
      return { lines, gaps, ended, repeats };
    },
  };
}

function withoutBullet(text: string): string {
  return text.replace(/^(?:[-*•–]\s+|\d{1,2}[.)]\s+)/, '').trim();
}

/** A heading with the marks of one, or a line that consists of the words of one. */
function sectionOf(text: string): Section | null {
  const words = /^(?:#{1,6}\s*|\*\*)?(\p{L}[\p{L} ]{2,40}?)\s?:?(?:\*\*)?:?$/u.exec(text)?.[1]?.toUpperCase();
  return words === undefined ? null : (HEADING_WORDS[words] ?? null);
}

/** The names that models give to the sections, in English and German. */
const HEADING_WORDS: Readonly<Record<string, Section | undefined>> = {
  ...Object.fromEntries(SECTIONS.map((section) => [section, section])),
  RULES: 'RULE',
  'THE RULE': 'RULE',
  REGEL: 'RULE',
  RECHTSLAGE: 'RULE',
  'APPLICATION TO THE FACTS': 'APPLICATION',
  ANWENDUNG: 'APPLICATION',
  'EXCEPTIONS AND LIMITS': 'EXCEPTIONS',
  AUSNAHMEN: 'EXCEPTIONS',
  AMOUNTS: 'AMOUNTS AND DATES',
  'BETRÄGE UND DATEN': 'AMOUNTS AND DATES',
  WIDERSPRÜCHE: 'CONFLICTS',
  'SHORT ANSWER': 'CONCLUSION',
  'KURZE ANTWORT': 'CONCLUSION',
  ERGEBNIS: 'CONCLUSION',
};

/**
 * Keys at the end of a sentence or before its full stop, in the forms that models use: `{S1,S2}`, `[S1]`, `(S1)`, `【1】`,
 * `[1, 2]`, `[1-3]`. A number without `S` counts only in brackets that contain nothing but numbers.
 */
export function readKeys(text: string, known: ReadonlySet<string>): { text: string; keys: string[] } {
  const keys = new Set<string>();
  const without = text.replace(MARK, (mark: string, inside: string, at: number) => {
    // The braces of a formula: `x^{2}`, `\\frac{1}{2}`.
    if (mark.startsWith('{') && !inside.includes('S') && /[\w}^\\]/.test(text[at - 1] ?? '')) return mark;
    const list = inside.split(/[,;\s]+/).filter((part) => part !== '');
    for (const part of list) for (const key of expand(part)) if (known.has(key)) keys.add(key);
    return /^[[{【(]/.test(mark) ? '' : mark;
  });
  return {
    text: without
      .replace(/(?<!\s)\s+([.,;:!?])/g, '$1')
      .replace(/\s{2,}/g, ' ')
      .trim(),
    keys: [...keys],
  };
}

/** A bracket with up to 20 keys or ranges of keys. Round brackets need the `S`, because `(1)` is a paragraph. */
const MARK =
  /(?:[[{【]{1,2}|\((?=\s?S\d))\s?((?:S?\d{1,2}(?:\s?[-–]\s?S?\d{1,2})?)(?:\s?[,;]?\s?(?:S?\d{1,2}(?:\s?[-–]\s?S?\d{1,2})?)){0,19})\s?(?:[\]}】]{1,2}|\))/g;

function expand(part: string): string[] {
  const range = /^S?(\d{1,2})\s?[-–]\s?S?(\d{1,2})$/.exec(part);
  const first = Number(range?.[1] ?? part.replace(/^S/, ''));
  const last = Number(range?.[2] ?? first);
  if (!Number.isInteger(first) || last < first || last - first > 20) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => `S${first + at}`);
}
