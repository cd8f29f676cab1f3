/** Blocks -> passages: cut at headings and at about 1,200 characters, with the pinpoints that each one covers. */
import type { Pinpoint } from '../../text/pinpoints.ts';
import { begins, type NodeMark } from '../nodeMarks.ts';
import { t } from '../translate.ts';
import {
  beginningOf,
  type DocumentBlock,
  type DocumentMeta,
  type DocumentPlace,
  type ReadDocument,
  UnreadableDocument,
} from './document.ts';
import { formatOf } from './formats.ts';
import type { ItemRange } from './itemRange.ts';
import { type LabelledValue, readLabelledValues } from './labelledValues.ts';
import { hasOpinionForm } from './opinionForm.ts';
import { withOpinionHeadings } from './opinionHeadings.ts';
import { isElsewhere } from './place.ts';
import { sectionLabelOf } from './sectionLabel.ts';
import { type Authority, type DocumentSection, findAuthority } from './sections.ts';
import { titleOf } from './title.ts';
import { markBlocks } from './tree.ts';

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
  readonly place?: DocumentPlace;
  readonly endPlace?: DocumentPlace;
  /** The place of each line of `text` that begins a block; null for other lines. Absent if all lines have one place. */
  readonly linePlaces?: readonly (DocumentPlace | null)[];
  /** Of a PDF: the text items of its page that its lines were read from, one entry for each line. */
  readonly items?: readonly (ItemRange | null)[];
  /** Pinpoints that begin in it, `b`, `b.2`, `b.2.B`; the first one says where it starts. */
  readonly pins: readonly string[];
  /** The nodes of its lines; offsets count the lines of `text`. */
  readonly marks: readonly NodeMark[];
  /** The section of the document that it belongs to, from 0. -1 outside of sections. */
  readonly section: number;
}

/** A document as the index stores it. */
export interface PassageDocument {
  readonly title: string;
  readonly meta: DocumentMeta;
  readonly authority: Authority;
  readonly passages: readonly Passage[];
  /** None of laws, code and data. */
  readonly values: readonly LabelledValue[];
}

const NO_LABELS: ReadonlySet<string | null> = new Set(['code', 'data']);

/** Throws UnreadableDocument for a document that Fiscal wrote, because an answer must not cite itself. */
export function toPassageDocument(document: ReadDocument, path: string): PassageDocument {
  if (document.meta.isFromFiscal) throw new UnreadableDocument(t('Fiscal wrote it, so the library does not index it.'));
  const title = titleOf(document, path);
  const isOpinion = document.stated === undefined && hasOpinionForm(beginningOf(document));
  const structured = isOpinion ? withOpinionHeadings(document.blocks) : document.blocks;
  const blocks = withCaptions(structured.map(withoutLongHeading));
  const authority = findAuthority({ ...document, blocks }, title, path);
  return {
    title,
    meta: document.meta,
    authority,
    passages: toPassages(blocks, title, authority.sections, document.stated),
    values: authority.isAuthority || NO_LABELS.has(formatOf(path)) ? [] : readLabelledValues(document.blocks),
  };
}

/** UTF-16 units. Each passage below a heading contains it. */
const LONGEST_HEADING = 1000;

/** A longer heading is text, so that each of its words is found. */
function withoutLongHeading(block: DocumentBlock): DocumentBlock {
  if (block.type !== 'heading' || block.text.length <= LONGEST_HEADING) return block;
  const { level: _level, ...rest } = block;
  return { ...rest, type: 'text', endLine: block.line };
}

export function toPassages(
  blocks: readonly DocumentBlock[],
  title: string,
  sections: readonly DocumentSection[] = [],
  stated?: ReadonlyMap<number, Pinpoint>,
): Passage[] {
  const passages: Passage[] = [];
  const headings: { level: number; text: string }[] = [];
  const marked = markBlocks(blocks, stated);
  const starts = new Map(sections.map(({ block }, at) => [block, at]));
  /** The section that is open, and the level of its heading. */
  let section = -1;
  let sectionLevel = 0;
  const empty = findEmptyHeadings(blocks, title);
  let parts: Part[] = [];
  let current = '';
  let afterHeading = false;
  let afterEmpty = false;
  let size = 0;

  const flush = () => {
    const first = parts[0];
    const last = parts.at(-1);
    if (first && last) {
      const { text, marks, items, places } = joinParts(parts);
      const started = current;
      for (const mark of marks) if (begins(mark)) current = mark.path;
      passages.push({
        headings: headings.map((heading) => heading.text).filter((text) => text !== title),
        text,
        line: first.line,
        endLine: last.endLine,
        ...(first.place ? { place: first.place } : {}),
        ...(last.place ? { endPlace: last.place } : {}),
        ...(places.filter((place) => place !== null).length > 1 ? { linePlaces: places } : {}),
        ...(items.some((range) => range !== null) ? { items } : {}),
        pins: pinsOf(started, afterHeading, marks),
        marks,
        section,
      });
      afterHeading = false;
    }
    parts = [];
    size = 0;
  };

  for (const [at, block] of blocks.entries()) {
    if (block.type === 'margin') continue;
    if (block.type === 'heading') {
      const path = marked[at]?.headingPath ?? '';
      const start = starts.get(at);
      const closes = (headings.at(-1)?.level ?? 0) >= block.level;
      // Lines of a title page stay together.
      if (!empty.has(block) || !afterEmpty || closes || path !== '' || start !== undefined) flush();
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
      if (start !== undefined) sectionLevel = block.level;
      if (start !== undefined || block.level <= sectionLevel) section = start ?? -1;
      current = path;
      afterHeading = true;
      afterEmpty = empty.has(block) && path === '';
      if (!empty.has(block)) {
        headings.push({ level: block.level, text: block.text });
        continue;
      }
    }
    const text = block.type === 'heading' ? { ...block, type: 'text' as const, endLine: block.line } : block;
    for (const piece of cutLong(text, marked[at]?.marks ?? [])) {
      if (size > 0 && (size + piece.text.length > TARGET || isElsewhere(parts.at(-1)?.place, piece.place))) flush();
      parts.push(piece);
      size += piece.text.length;
    }
  }
  flush();
  return passages;
}

/**
 * Headings without anything below them, because one of their level or above follows: labels of an invoice, lines of a title page,
 * repealed sections. They are text, since no passage would contain them otherwise.
 */
function findEmptyHeadings(blocks: readonly DocumentBlock[], title: string): Set<DocumentBlock> {
  const empty = new Set<DocumentBlock>();
  /** Level of the heading that follows; 0 at the end of the document, and infinite before text. */
  let next = 0;
  for (const block of blocks.toReversed()) {
    if (block.type === 'margin') continue;
    if (block.type === 'heading' && next <= block.level && block.text !== title) empty.add(block);
    next = block.type === 'heading' ? block.level : Number.POSITIVE_INFINITY;
  }
  return empty;
}

/** Puts the words of a caption ("§ 200.501 Audit requirements.") into the heading below it that has only the number. */
function withCaptions(blocks: readonly DocumentBlock[]): readonly DocumentBlock[] {
  const result: DocumentBlock[] = [];
  for (const block of blocks) {
    const before = result.at(-1);
    const label = block.type === 'heading' && before?.type === 'text' ? sectionLabelOf(block.text) : null;
    const lines = before?.type === 'text' ? before.text.split('\n') : [];
    const caption = label?.title === '' ? sectionLabelOf(lines.at(-1) ?? '') : null;
    if (block.type !== 'heading' || before?.type !== 'text' || caption?.number !== label?.number || !caption?.title) {
      result.push(block);
      continue;
    }
    result.pop();
    const text = lines.slice(0, -1).join('\n');
    if (text.trim() !== '') result.push({ ...before, text, endLine: before.endLine - 1 });
    // The mark says that the number is that of a section.
    const mark = caption.mark === '' && label ? label.mark : '';
    result.push({ ...block, text: `${mark} ${lines.at(-1) ?? ''}`.replace(/\s+/g, ' ').trim(), line: before.endLine });
  }
  return result;
}

/** The node in which a passage begins, and those that begin in it. */
function pinsOf(started: string, afterHeading: boolean, marks: readonly NodeMark[]): string[] {
  const begun = marks.filter(begins).map((mark) => mark.path);
  const first = marks[0];
  const opening = afterHeading || first === undefined || !begins(first) || first.offset > 0 ? [started] : [];
  return [...new Set([...opening, ...begun])].filter((pin) => pin !== '');
}

interface Part {
  /** Offsets count its own lines. */
  readonly marks: readonly NodeMark[];
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  readonly place?: DocumentPlace;
  readonly items?: readonly (ItemRange | null)[];
}

/** Blank lines between the parts are put back, so that the text is what the lines of the file hold. */
function joinParts(parts: readonly Part[]) {
  const places: (DocumentPlace | null)[] = [];
  const items: (ItemRange | null)[] = [];
  let text = '';
  let end = 0;
  let lines = 0;
  const marks: NodeMark[] = [];
  for (const part of parts) {
    // Rows of an HTML table have lines of their own, also if the file has them in one line.
    const blank = text === '' ? 0 : Math.max(part.text.includes('\t') ? 1 : 0, part.line - end);
    if (text !== '') text += blank > 0 ? '\n'.repeat(blank) : ' ';
    lines += blank;
    for (const mark of part.marks) marks.push({ ...mark, offset: mark.offset + lines });
    text += part.text;
    if (part.place) places[lines] = part.place;
    for (const [at, range] of (part.items ?? []).entries()) items[lines + at] = range;
    lines += count(part.text);
    end = part.endLine;
  }
  const perLine = <Value>(values: readonly (Value | null)[]) =>
    Array.from({ length: lines + 1 }, (_, at) => values[at] ?? null);
  return { text, marks, items: perLine(items), places: perLine(places) };
}

function* cutLong(block: Extract<DocumentBlock, { type: 'text' }>, marks: readonly NodeMark[]): Generator<Part> {
  if (block.text.length <= LONGEST) {
    yield { ...block, marks };
    return;
  }
  let offset = 0;
  let rest = block.text;
  while (rest !== '') {
    const piece = rest.length <= LONGEST ? rest : rest.slice(0, cutAt(rest));
    const trimmed = piece.trimEnd();
    const last = offset + count(trimmed);
    if (trimmed !== '') {
      yield {
        text: trimmed,
        line: block.line + offset,
        endLine: block.line + last,
        ...(block.place ? { place: block.place } : {}),
        ...(block.items ? { items: block.items.slice(offset, last + 1) } : {}),
        marks: marksBetween(marks, offset, last),
      };
    }
    offset += count(piece);
    rest = rest.slice(piece.length);
  }
}

/** The marks of some lines of a block. If none is at the first of them, the node before continues there. */
function marksBetween(marks: readonly NodeMark[], first: number, last: number): NodeMark[] {
  const inside = marks.filter((mark) => mark.offset >= first && mark.offset <= last);
  const before = marks.findLast((mark) => mark.offset < first);
  const continued: NodeMark[] =
    before && inside[0]?.offset !== first ? [{ offset: first, kind: 'text', path: before.path }] : [];
  return [...continued, ...inside].map((mark) => ({ ...mark, offset: mark.offset - first }));
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
