/**
 * Reads the XML of a publisher piece by piece. Containers are passed through, everything else becomes a tree that is handed over when it
 * is complete, so the memory depends on the largest section and not on the file. The parser is strict: a file that was cut is an error.
 * Document types are ignored, and entities other than the five of XML are errors.
 */
import { SaxesParser } from 'saxes';
import { PublisherError } from '../publisherError.ts';

export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
export type XmlNode = XmlElement | string;

export interface XmlHandler {
  /** Throws PublisherError for a root of another format. */
  root(name: string, namespace: string, attributes: Readonly<Record<string, string>>): void;
  /** Whether the element only groups others. `parents` are the names of the containers around it. */
  isContainer(name: string, attributes: Readonly<Record<string, string>>): boolean;
  open?(container: XmlElement): void;
  close?(container: XmlElement): void;
  /** An element whose parent is a container. */
  element(element: XmlElement, parent: string): void;
}

/** Elements inside each other. */
const MAX_DEPTH = 128;
/** Characters of a file. */
const MAX_FILE = 1024 * 1024 * 1024;
/** Characters of one element that is handed over, with its attributes, and of one comment, document type or tag. */
const MAX_ELEMENT = 64 * 1024 * 1024;
/** Characters that an element without text counts for. */
const TAG_SIZE = 50;

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/** Throws PublisherError for a file that is damaged, of another format or beyond the limits. */
export async function readXml(
  pieces: AsyncIterable<string> | Iterable<string>,
  handler: XmlHandler,
  { maxElement = MAX_ELEMENT, maxFile = MAX_FILE } = {},
): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const containers: XmlElement[] = [];
  const open: OpenElement[] = [];
  let size = 0;
  let began = false;
  /** Characters that the parser holds, because what they belong to has not ended. */
  let held = 0;
  const grow = (by: number) => {
    held = 0;
    size += by;
    if (size > maxElement) throw new PublisherError('tooLarge');
  };

  parser.on('error', (error) => {
    throw new PublisherError('damaged', '', { cause: error });
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ local, value }): [string, string] => [local, value]),
    );
    if (!began) handler.root(tag.local, tag.uri, attributes);
    began = true;
    if (containers.length + open.length > MAX_DEPTH) throw new PublisherError('damaged');
    const element: OpenElement = { name: tag.local, attributes, children: [] };
    if (open.length === 0 && handler.isContainer(tag.local, attributes)) {
      containers.push(element);
      handler.open?.(element);
    } else {
      if (open.length === 0) size = 0;
      grow(Object.entries(attributes).reduce((sum, [name, value]) => sum + name.length + value.length, TAG_SIZE));
      open.at(-1)?.children.push(element);
      open.push(element);
    }
  });
  const addText = (text: string) => {
    grow(text.length);
    open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined) {
      const container = containers.pop();
      if (container) handler.close?.(container);
    } else if (open.length === 0) handler.element(element, containers.at(-1)?.name ?? '');
  });

  let total = 0;
  for await (const piece of pieces) {
    total += piece.length;
    held += piece.length;
    if (total > maxFile || held > maxElement) throw new PublisherError('tooLarge');
    parser.write(piece);
  }
  if (total === 0) throw new PublisherError('damaged');
  parser.close();
  if (!began) throw new PublisherError('damaged');
}

/** All text of an element as it stands. */
export function textOf(node: XmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

const SUPERSCRIPT_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Digits as superscript characters: m² is not m2, and the mark of a footnote is not a digit of an amount. */
export function superscript(text: string): string {
  return /^\s*\d+\s*$/.test(text) ? text.replace(/\d/g, (digit) => SUPERSCRIPT_DIGITS.charAt(Number(digit))) : text;
}

/** White space of any kind as one blank. A superscript before a slash is the numerator of a fraction, and a number of its own: 33 1/3. */
export function squeeze(text: string): string {
  return text
    .replace(/(\d?)([⁰¹²³⁴-⁹]{1,9})(?=\s?[/⁄])/g, (_all, before: string, numerator: string) => {
      const digits = numerator.replace(/./g, (digit) => String(SUPERSCRIPT_DIGITS.indexOf(digit)));
      return before === '' ? digits : `${before} ${digits}`;
    })
    .replace(/[\s\u00a0\u2000-\u200a\u202f]+/g, ' ')
    .trim();
}

export interface TableCell {
  readonly text: string;
  /** How many of them it spans. */
  readonly rows: number;
  readonly columns: number;
}

/** More columns or rows than a table of a law has. */
const MAX_SPAN = 100;

/** A number of rows or columns as an attribute states it, one without it. */
export function spanOf(attribute: string | undefined): number {
  const span = Number(attribute);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

/**
 * Writes the rows of one table, in their order. A cell that spans several rows is repeated in each of them. A cell that spans several
 * columns is followed by empty cells, so that each cell is in its column.
 */
export function rowWriter(): (cells: readonly TableCell[]) => string {
  /** By column: the cell from a row above, and the number of rows that it still spans. */
  const open: (TableCell | undefined)[] = [];
  return (cells) => {
    const texts: string[] = [];
    const rest = [...cells];
    for (let column = 0; rest.length > 0 || column < open.length; ) {
      const above = open[column];
      const cell = above && above.rows > 0 ? above : rest.shift();
      if (cell) {
        texts.push(cell.text, ...Array<string>(cell.columns - 1).fill(''));
        open[column] = { ...cell, rows: cell.rows - 1 };
      }
      column += cell?.columns ?? 1;
    }
    return squeeze(texts.join(' | '));
  };
}

export function elements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

export function child(element: XmlElement, name: string): XmlElement | undefined {
  return elements(element).find((one) => one.name === name);
}
