/** The line format in which the model writes -> sentences with keys, gaps, calculations and the conclusion. */
import { plainSentence, withoutBullet } from './cleanText.ts';
import type { CopiedWords } from './evidence.ts';
import { readKeys } from './keys.ts';
import { createReplyLines } from './replyLines.ts';

/** Section headings that the model may use. A line under any other heading belongs to the section before it. */
const SECTIONS = ['RULE', 'APPLICATION', 'EXCEPTIONS', 'AMOUNTS AND DATES', 'CONFLICTS', 'CONCLUSION'] as const;
export type Section = (typeof SECTIONS)[number];

export interface WrittenLine {
  readonly section: Section;
  readonly text: string;
  /** Keys of passages that were given; others are dropped. */
  readonly keys: readonly string[];
  /** Words that the model says it copied from passages of these keys. */
  readonly copied: readonly CopiedWords[];
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
/** The beginning of a reply in JSON, which is no sentence. */
const JSON_FIELD = /^[[{\s]*"\w+"\s*:/;
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
  let seen = new Map<string, number>();
  const replyLines = createReplyLines(
    (line) => {
      for (const part of sentencesOf(line)) addSentence(part);
    },
    () => {
      lines = [];
      gaps = [];
      seen = new Map();
      section = 'RULE';
    },
  );

  function addSentence(raw: string): void {
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
    if ((!hasHeading && CHATTER.test(text)) || JSON_FIELD.test(text)) return;
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
      if (last && last.keys.length === 0) lines[lines.length - 1] = { ...last, keys: read.keys, copied: read.copied };
      return;
    }
    const number = /^(\d{1,2})[.)]\s/.exec(plain)?.[1];
    const calculated = calculation !== undefined;
    lines.push({ section, ...read, calculation: calculated, number: number === undefined ? null : Number(number) });
  }

  return {
    push: replyLines.push,
    end: replyLines.end,
    get endsWhole() {
      return /(?:^|[.!?:;)\]}】”"'’])\s*$/.test(replyLines.rest);
    },
    get answer() {
      return { lines, gaps, ended, repeats };
    },
  };
}

/** The sentences of a line, which keys divide. Copied words between braces stay together. */
function sentencesOf(line: string): string[] {
  const parts: string[] = [];
  for (const part of line.split(/(?<=[}\]】])\s+(?=["“]?\p{Lu})/u)) {
    const before = parts.at(-1);
    if (before !== undefined && before.lastIndexOf('{') > before.lastIndexOf('}')) parts.push(`${parts.pop()} ${part}`);
    else parts.push(part);
  }
  return parts;
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
