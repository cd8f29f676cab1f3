/** One part of a Word document (main text, notes, header) -> paragraphs and table rows, in reading order. */
import { type Attributes, attribute, readXml } from './xml.ts';

export interface WordParagraph {
  readonly type: 'paragraph';
  readonly text: string;
  /** Number in the part, from 1. Empty paragraphs count. */
  readonly number: number;
  readonly style: string;
  /** Outline level that the paragraph gives to itself, from 0; -1 for none. */
  readonly outline: number;
  /** Id of the note or comment that contains it; empty in the main text. */
  readonly note: string;
  readonly author: string;
}

export interface WordRow {
  readonly type: 'row';
  /** Cells are separated by tabs. */
  readonly text: string;
  readonly number: number;
  readonly note: string;
  readonly author: string;
}

export type WordItem = WordParagraph | WordRow;

export interface WordPart {
  readonly items: readonly WordItem[];
  /** Ids of the notes to which the part refers, in order: `footnote 2`, `endnote 1`. */
  readonly references: readonly string[];
}

/** Rows longer than this are layout, not data: their cells are read as paragraphs. */
const LONGEST_ROW = 1000;
/** Elements whose text does not count: deleted, moved away, or shown by another element. */
const SKIPPED = new Set(['del', 'moveFrom', 'rt', 'instrText', 'delText', 'pPrChange', 'rPrChange']);
const NOTES = new Set(['footnote', 'endnote', 'comment']);

interface OpenParagraph {
  text: string;
  readonly number: number;
  style: string;
  outline: number;
  /** What its text boxes contain. It follows the paragraph. */
  readonly inside: WordItem[];
  /** Parts of formulas that are open and may need brackets. */
  readonly groups: Group[];
}

interface Group {
  readonly start: number;
  open: string;
  close: string;
  /** Brackets are written even around a single letter. */
  readonly always: boolean;
}

export async function readWordPart(source: AsyncIterable<string> | string | null): Promise<WordPart> {
  const reader = createPartReader();
  await readXml(source, reader);
  return reader.part();
}

function createPartReader() {
  const top: WordItem[] = [];
  const references: string[] = [];
  const sinks: WordItem[][] = [top];
  const rows: WordItem[][][] = [];
  const paragraphs: OpenParagraph[] = [];
  /** For each mc:AlternateContent that is open: whether a choice was read, so that the fallback is left out. */
  const choices: boolean[] = [];
  let number = 0;
  let skipped = 0;
  let inText = false;
  let inStops = false;
  let note = '';
  let author = '';

  const add = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph && skipped === 0) paragraph.text += text;
  };
  const emit = (...items: WordItem[]) => {
    for (const item of items) sinks.at(-1)?.push(item);
  };
  const group = (always: boolean) => {
    const paragraph = paragraphs.at(-1);
    paragraph?.groups.push({ start: paragraph.text.length, open: '(', close: ')', always });
  };
  const endGroup = () => {
    const paragraph = paragraphs.at(-1);
    const ended = paragraph?.groups.pop();
    if (!paragraph || !ended) return;
    const inner = paragraph.text.slice(ended.start);
    if (!ended.always && !/[^\p{L}\p{N}.,]/u.test(inner)) return;
    const bracketed = /^\([^()]*\)$/.test(inner) ? inner : ended.open + inner + ended.close;
    paragraph.text = paragraph.text.slice(0, ended.start) + bracketed;
  };
  const bracket = (side: 'open' | 'close') => (attributes: Attributes) => {
    const last = paragraphs.at(-1)?.groups.at(-1);
    if (last) last[side] = attribute(attributes, 'val') ?? '';
  };
  const isSkipped = (name: string) => SKIPPED.has(name) || (name === 'Fallback' && choices.at(-1) === true);

  const openers: Readonly<Record<string, (attributes: Attributes) => void>> = {
    p() {
      number += 1;
      const paragraph: OpenParagraph = { text: '', number, style: '', outline: -1, inside: [], groups: [] };
      paragraphs.push(paragraph);
      sinks.push(paragraph.inside);
    },
    pStyle(attributes) {
      const paragraph = paragraphs.at(-1);
      if (paragraph) paragraph.style = attribute(attributes, 'val') ?? '';
    },
    outlineLvl(attributes) {
      const paragraph = paragraphs.at(-1);
      if (paragraph) paragraph.outline = Number(attribute(attributes, 'val') ?? -1);
    },
    t() {
      inText = true;
    },
    tabs() {
      inStops = true;
    },
    tab: () => inStops || add('\t'),
    ptab: () => add('\t'),
    br: () => add(' '),
    cr: () => add(' '),
    noBreakHyphen: () => add('-'),
    // A character of a symbol font, by its code.
    sym: (attributes) => add(symbolOf(attribute(attributes, 'char') ?? '')),
    sup: () => add('^'),
    sub: () => add('_'),
    // Formulas: fractions, delimiters, and what is raised.
    f: () => group(false),
    num: () => group(false),
    den: () => group(false),
    d: () => group(true),
    begChr: bracket('open'),
    endChr: bracket('close'),
    AlternateContent: () => choices.push(false),
    Choice() {
      if (choices.length > 0) choices[choices.length - 1] = true;
    },
    tr: () => rows.push([]),
    tc: () => sinks.push([]),
    footnoteReference: (attributes) => references.push(`footnote ${attribute(attributes, 'id') ?? ''}`),
    endnoteReference: (attributes) => references.push(`endnote ${attribute(attributes, 'id') ?? ''}`),
  };
  const closers: Readonly<Record<string, () => void>> = {
    p() {
      const paragraph = paragraphs.pop();
      if (!paragraph) return;
      sinks.pop();
      const { text, style, outline, inside } = paragraph;
      emit({ type: 'paragraph', text: text.trim(), number: paragraph.number, style, outline, note, author }, ...inside);
    },
    t() {
      inText = false;
    },
    tabs() {
      inStops = false;
    },
    f: endGroup,
    den: endGroup,
    d: endGroup,
    num() {
      endGroup();
      add('/');
    },
    AlternateContent: () => choices.pop(),
    tc() {
      const cell = sinks.length > 1 ? sinks.pop() : undefined;
      if (cell) rows.at(-1)?.push(cell);
    },
    tr: () => emit(...rowItems(rows.pop() ?? [])),
  };

  return {
    open(name: string, attributes: Attributes) {
      if (NOTES.has(name)) {
        // Notes of these types are the lines that separate notes from the text.
        const type = attribute(attributes, 'type') ?? '';
        note = /eparator|Notice/.test(type) ? '' : `${name} ${attribute(attributes, 'id') ?? ''}`;
        author = attribute(attributes, 'author') ?? '';
      }
      if (isSkipped(name)) skipped += 1;
      if (Object.hasOwn(openers, name)) openers[name]?.(attributes);
    },
    text(text: string) {
      if (inText) add(text);
    },
    close(name: string) {
      if (isSkipped(name)) skipped -= 1;
      if (Object.hasOwn(closers, name)) closers[name]?.();
    },
    part: (): WordPart => ({ items: top, references }),
  };
}

/** Symbol fonts have their characters in the private use area. Some programs leave out the first two digits of the code. */
function symbolOf(code: string): string {
  const digits = /^(?:f0|00)([0-9a-f]{2})$/i.exec(code)?.[1];
  return digits === undefined ? '' : String.fromCharCode(0xf000 + Number.parseInt(digits, 16));
}

/** One row, or the paragraphs of its cells where they are text rather than data. */
function rowItems(cells: readonly (readonly WordItem[])[]): WordItem[] {
  const items = cells.flat();
  const texts = cells.map((cell) =>
    cell.flatMap(({ text }) => (text === '' ? [] : [text.replaceAll('\t', ' ')])).join(' '),
  );
  const filled = texts.filter((text) => text !== '').length;
  const first = items[0];
  const isText = items.some(({ type }) => type === 'row') || texts.join('').length > LONGEST_ROW;
  if (first === undefined || filled < 2 || isText) return items;
  const { number, note, author } = first;
  return [{ type: 'row', text: texts.join('\t').trim(), number, note, author }];
}
