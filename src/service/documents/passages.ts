/** Blocks -> passages: cut at headings and at about 1,200 characters, with the pinpoints that each one covers. */

import { type Block, type DocumentMeta, type Place, type ReadDocument, titleOf } from './document.ts';
import { createPinpointTracker } from './pinpointTracker.ts';
import { isElsewhere } from './place.ts';

/** Characters at which a passage is closed at the next end of a block. */
const TARGET = 1200;
/** A single block longer than this is cut at the end of a sentence or line. */
const LONGEST = 1800;

export interface Passage {
  /** Headings above it, outermost first, without the document's title. */
  readonly headings: readonly string[];
  /** Verbatim text of lines `line` to `endLine` of the document. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  /** Places of its first and its last block, for documents that have pages, paragraphs or cells. */
  readonly place?: Place;
  readonly endPlace?: Place;
  /** Pinpoints that begin in it, `b`, `b.2`, `b.2.B`; the first one says where it starts. */
  readonly pins: readonly string[];
}

/** A document as the index stores it. */
export interface PassageDocument {
  readonly title: string;
  readonly meta: DocumentMeta;
  readonly passages: readonly Passage[];
}

export function toPassageDocument(document: ReadDocument, path: string): PassageDocument {
  const title = titleOf(document, path);
  return { title, meta: document.meta, passages: toPassages(document.blocks, title) };
}

export function toPassages(blocks: readonly Block[], title: string): Passage[] {
  const passages: Passage[] = [];
  const headings: { level: number; text: string }[] = [];
  const tracker = createPinpointTracker();
  let parts: Part[] = [];
  let pins: string[] = [];
  let size = 0;

  const flush = () => {
    const first = parts[0];
    const last = parts.at(-1);
    if (first && last) {
      passages.push({
        headings: headings.map((heading) => heading.text).filter((text) => text !== title),
        text: joinParts(parts),
        line: first.line,
        endLine: last.endLine,
        ...(first.place ? { place: first.place } : {}),
        ...(last.place ? { endPlace: last.place } : {}),
        pins,
      });
    }
    parts = [];
    size = 0;
    pins = tracker.current() === '' ? [] : [tracker.current()];
  };

  for (const block of blocks) {
    if (block.type === 'margin') continue;
    if (block.type === 'heading') {
      flush();
      while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
      headings.push({ level: block.level, text: block.text });
      const pin = tracker.heading(block.text);
      pins = pin === '' ? [] : [pin];
      continue;
    }
    for (const piece of cutLong(block)) {
      if (size > 0 && (size + piece.text.length > TARGET || isElsewhere(parts.at(-1)?.place, piece.place))) flush();
      for (const line of piece.text.split('\n')) {
        const pin = tracker.line(line);
        if (pin !== '' && pins.at(-1) !== pin) pins.push(pin);
      }
      parts.push(piece);
      size += piece.text.length;
    }
  }
  flush();
  return passages;
}

interface Part {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  readonly place?: Place;
}

/** Blank lines between the parts are put back, so that the text is what the lines of the file hold. */
function joinParts(parts: readonly Part[]): string {
  let text = '';
  let end = 0;
  for (const part of parts) {
    if (text !== '') text += part.line > end ? '\n'.repeat(part.line - end) : ' ';
    text += part.text;
    end = part.endLine;
  }
  return text;
}

function* cutLong(block: Extract<Block, { type: 'text' }>): Generator<Part> {
  if (block.text.length <= LONGEST) {
    yield block;
    return;
  }
  let line = block.line;
  let rest = block.text;
  while (rest !== '') {
    const piece = rest.length <= LONGEST ? rest : rest.slice(0, cutAt(rest));
    const trimmed = piece.trimEnd();
    const endLine = line + count(trimmed);
    if (trimmed !== '') yield { text: trimmed, line, endLine, ...(block.place ? { place: block.place } : {}) };
    line += count(piece);
    rest = rest.slice(piece.length);
  }
}

/** Where to cut: after the last line end, else sentence end, else blank before the target; else at the target itself. */
function cutAt(text: string): number {
  const head = text.slice(0, TARGET);
  for (const end of [/\n/g, /[.;:](?=\s)/g, /\s/g]) {
    let at = -1;
    for (const match of head.matchAll(end)) at = match.index + match[0].length;
    if (at > TARGET / 3) return at;
  }
  const code = text.charCodeAt(TARGET - 1);
  return code >= 0xd800 && code < 0xdc00 ? TARGET + 1 : TARGET;
}

function count(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
