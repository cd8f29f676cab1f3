/**
 * The tree of a document: section, subsection, paragraph and so on, each with its path, its heading and its lines. It is stored as a
 * list of marks in the order of the text, one for each line at which a node begins or its text continues.
 */
import { enumerate } from '../../text/enumeration.ts';
import type { Pinpoint } from '../../text/pinpoints.ts';
import { isWithin, type NodeMark } from '../nodeMarks.ts';
import type { DocumentBlock } from './document.ts';
import { labelsOf } from './labels.ts';
import { hasNumberedParagraphs, numberedLabelsOf, withoutNumber } from './numberedParagraphs.ts';

interface BlockMarks {
  readonly marks: readonly NodeMark[];
  /** The path that a heading of the document begins; empty for other blocks. */
  readonly headingPath: string;
}

/** Characters of a heading, at most. */
const MAX_HEADING = 220;

/** `stated` are the nodes that the publisher of a law gives. Without them they are read from the labels. */
export function markBlocks(blocks: readonly DocumentBlock[], stated?: ReadonlyMap<number, Pinpoint>): BlockMarks[] {
  if (stated) return blocks.map((block) => statedMarks(block, stated));
  const all = blocks.flatMap((block, at) => {
    if (block.type === 'heading') return [{ block: at, offset: 0, text: block.text, heading: true }];
    if (block.type === 'margin') return [];
    return block.text
      .split('\n')
      .map((text, offset) => ({ block: at, offset, text, heading: false, inside: offset > 0 }));
  });
  const isNumbered = hasNumberedParagraphs(all);
  // The headings of numbered laws have numbers of their own.
  const read = (line: (typeof all)[number]) =>
    isNumbered ? (line.heading ? [] : numberedLabelsOf(line.text)) : labelsOf(line.text);
  const lines = all
    .map((line) => ({ ...line, labels: read(line) }))
    .filter(({ offset, labels }) => offset === 0 || labels.length > 0);
  const paths = enumerate(lines);
  const result: { marks: NodeMark[]; headingPath: string }[] = blocks.map(() => ({ marks: [], headingPath: '' }));
  /** Nodes from the outermost to the one that was read last. */
  let open: { path: string; listItem: boolean }[] = [];
  for (const [at, line] of lines.entries()) {
    const own = paths[at];
    const target = result[line.block];
    if (!target) continue;
    if (line.heading) {
      const path = own?.join('.') ?? '';
      target.headingPath = path;
      open = path === '' ? [] : [{ path, listItem: false }];
      continue;
    }
    if (own === null || own === undefined) {
      if (line.offset > 0) continue;
      const after = paths[at + 1];
      if (after && isCaption(line.text) && lines[at + 1]?.heading === false) {
        target.marks.push({ offset: 0, kind: 'text', path: after.join('.') });
        continue;
      }
      open = openAt(open, line.text);
      target.marks.push({ offset: 0, kind: 'text', path: open.at(-1)?.path ?? '' });
      continue;
    }
    const path = own.join('.');
    const body = isNumbered ? withoutNumber(line.text) : textOf(line.text);
    // A heading is followed by text or by a list, not by the next item.
    const next = paths[at + 1];
    const after = lines[at + 1];
    const beginsList = next?.join('.').startsWith(`${path}.`) === true;
    // The items of a sentence begin in lower case.
    const isSentence =
      beginsList &&
      /^[^\p{Lu}]*\p{Ll}/u.test(isNumbered ? withoutNumber(after?.text ?? '') : textOf(after?.text ?? ''));
    const followed = after?.heading === false && (!next || (beginsList && !isSentence));
    const kind = followed && isHeading(body) ? 'heading' : 'item';
    open = [
      ...open.filter((node) => isWithin(path, node.path) && path !== node.path),
      { path, listItem: kind === 'item' && /^[^\p{Lu}“"]/u.test(body) },
    ];
    target.marks.push({ offset: line.offset, kind, path });
  }
  return result;
}

function statedMarks(block: DocumentBlock, stated: ReadonlyMap<number, Pinpoint>): BlockMarks {
  if (block.type === 'heading') return { marks: [], headingPath: stated.get(block.line)?.path ?? '' };
  if (block.type === 'margin') return { marks: [], headingPath: '' };
  const marks = block.text.split('\n').flatMap((_line, offset): NodeMark[] => {
    const node = stated.get(block.line + offset);
    if (node) return [{ offset, ...node }];
    return offset === 0 ? [{ offset, kind: 'text', path: '' }] : [];
  });
  return { marks, headingPath: '' };
}

/** "**Exceptions**" in a line of its own is the caption of the item below it. */
function isCaption(text: string): boolean {
  return /^\s*(?:\*\*[^*\n]{2,200}\*\*|__[^_\n]{2,200}__)\s*$/.test(text);
}

/** A paragraph without a label after the items of a list continues the sentence that introduced the list. */
function openAt(
  open: readonly { path: string; listItem: boolean }[],
  text: string,
): typeof open & { path: string; listItem: boolean }[] {
  const left = [...open];
  // A sentence that begins in lower case goes on, and formulas and amounts stay with their item.
  if (!/^\s*[\p{L}]/u.test(text)) return left;
  while (left.length > 1 && left.at(-1)?.listItem) left.pop();
  return left;
}

/** The text after the labels of a line. */
function textOf(line: string): string {
  return line.replace(/^\s*\[?(?:\([A-Za-z0-9]{1,6}\))+\s*/, '').trim();
}

const SENTENCE =
  /^(?:For purposes|In the case|The term|If\b|Any\b|Except\b|Notwithstanding|Under\b|With respect|Subject to|Such\b|There (?:is|shall|are))/;

/** "Dollar limitation" is a heading, "the lesser of" and "For purposes of this paragraph" begin a sentence. */
function isHeading(text: string): boolean {
  return (
    /^[\p{Lu}\d$“"]/u.test(text) &&
    text.length <= MAX_HEADING &&
    !/[,;:—]$|[a-z)]\.$/.test(text.replace(/\s\.$/, '')) &&
    !SENTENCE.test(text)
  );
}
