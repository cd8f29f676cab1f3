/** Where and how an answer goes into a document: as blocks of Markdown, as plain text, or as a comment of a source file. */
import { markdownMark } from '../../protocol/exportMark.ts';
import { citation } from '../citation.ts';
import type { StoredSource } from '../conversation.ts';
import { asBold, belowLevel } from '../document/adapt.ts';
import { type Block, citationsIn, mapSpans, type Span } from '../document/block.ts';
import { escapeText, writeMarkdown } from '../document/writeMarkdown.ts';
import { writePlain } from '../document/writePlain.ts';
import { type DocumentLanguage, ENGLISH } from '../documentLanguage.ts';
import { isWebAddress } from '../webAddress.ts';
import { commentPlace } from './commentPlace.ts';
import { commentLines, isCommentLine } from './commentStyle.ts';
import { insertMarks } from './insertMarks.ts';
import { FOOTNOTE, lastFootnote, outlineOf } from './markdownOutline.ts';

export interface InsertTarget {
  readonly languageId: string;
  readonly text: string;
  /** The first and the last line of the selection, from 0. */
  readonly startLine: number;
  readonly endLine: number;
}

export interface Insertion {
  /** Before this line, from 0. Line `n` of a document with n lines is its end. */
  readonly line: number;
  /** Lines, each with its line end. */
  readonly text: string;
}

const MARKDOWN: ReadonlySet<string> = new Set(['markdown', 'mdx', 'quarto', 'rmd', 'prompt', 'instructions']);

/** In the order of their lines. The content goes after the selection, in source code before it. */
export function insertionsFor(
  target: InsertTarget,
  blocks: readonly Block[],
  sources: readonly StoredSource[],
  l10n: DocumentLanguage = ENGLISH,
): Insertion[] {
  const lines = target.text.split(/\r\n|\r|\n/);
  if (MARKDOWN.has(target.languageId)) return markdownInsertions(target, lines, blocks, sources, l10n);
  const notes = citationsIn(blocks).flatMap((n) => {
    const source = sources[n - 1];
    return source ? [`[${n}] ${citation(source, l10n, sources)}`] : [];
  });
  const withNotes = (text: string) => [text, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
  const { line, indent, blankBefore } = commentPlace(lines, target.startLine, target.languageId);
  const marks = insertMarks(l10n);
  const commented = `${marks.comment}\n${withNotes(writePlain(unwrapped(blocks)))}`;
  const comment = commentLines(commented, target.languageId, indent);
  if (comment) {
    // A comment of the user below would be taken for the end of this one.
    const after = isCommentLine(lines[line] ?? '', target.languageId) ? [''] : [];
    return [{ line, text: withEnds(lines, line, [...(blankBefore ? [''] : []), ...comment, ...after]) }];
  }
  const plain = withNotes(writePlain(blocks));
  const isLatex = target.languageId === 'latex' || target.languageId === 'tex';
  const content = (isLatex ? escapeLatex(plain) : plain).split('\n');
  const start = isLatex ? '% ' : target.languageId === 'restructuredtext' ? '.. ' : '';
  const marked = [`${start}${marks.start}`, '', ...content, '', `${start}${marks.end}`];
  return [between(lines, endOfParagraph(lines, target.endLine), marked)];
}

/** A percent sign would begin a comment, and a dollar sign a formula. */
function escapeLatex(text: string): string {
  const commands = new Map([
    ['\\', '\\textbackslash{}'],
    ['^', '\\textasciicircum{}'],
    ['~', '\\textasciitilde{}'],
  ]);
  return text.replace(/[\\^~{}$&#_%]/g, (character) => commands.get(character) ?? `\\${character}`);
}

/** A comment has lines of its own width, so the line ends of the source are blanks. */
function unwrapped(blocks: readonly Block[]): Block[] {
  return mapSpans(blocks, (span) =>
    span.kind === 'text' ? { ...span, text: span.text.replace(/[ \t]*\n[ \t]*/g, ' ') } : span,
  );
}

function markdownInsertions(
  { text, endLine }: InsertTarget,
  lines: readonly string[],
  blocks: readonly Block[],
  sources: readonly StoredSource[],
  l10n: DocumentLanguage,
): Insertion[] {
  const { headings, continues, footnotesEnd } = outlineOf(lines);
  let line = endLine;
  while (continues[line] === true) line += 1;
  const place = line + 1;
  const level = headings.findLast((heading) => heading.line < place)?.level ?? 1;
  const sectionEnd = headings.find((heading) => heading.line >= place)?.line ?? lines.length;
  // Headings would take over the rest of the section.
  const hasMore = lines.slice(place, sectionEnd).some((each) => each.trim() !== '' && !FOOTNOTE.test(each));
  const outlined = hasMore ? blocks.map(asBold) : belowLevel(blocks, level);

  const first = lastFootnote(text);
  const labels = new Map(citationsIn(outlined).map((n, at) => [n, first + at + 1]));
  const body = writeMarkdown(attached(outlined), (n) => `[^${labels.get(n) ?? n}]`).split('\n');
  const notes = [...labels].flatMap(([n, label]) => {
    const source = sources[n - 1];
    return source ? [`[^${label}]: ${sourceMarkdown(source, l10n, sources)}`] : [];
  });
  const { start, end } = insertMarks(l10n);
  const marked = (content: readonly string[]) => [markdownMark(start), '', ...content, '', markdownMark(end)];
  if (notes.length === 0 || footnotesEnd <= place) {
    return [between(lines, place, marked(notes.length === 0 ? body : [...body, '', ...notes]))];
  }
  return [between(lines, place, marked(body)), { line: footnotesEnd, text: withEnds(lines, footnotesEnd, notes) }];
}

/** One source of several as a line of Markdown, with its address. */
export function sourceMarkdown(source: StoredSource, l10n: DocumentLanguage, among: readonly StoredSource[]): string {
  const named = escapeText(citation({ ...source, url: source.location ? source.url : null }, l10n, among));
  return isWebAddress(source.url) ? `${named} ${writeMarkdown([linkTo(source.url)])}`.trim() : named;
}

function linkTo(url: string): Block {
  return { kind: 'paragraph', content: [{ kind: 'link', url, children: [] }] };
}

/** The mark of a footnote follows its word without a blank. */
function attached(blocks: readonly Block[]): Block[] {
  const trim = (spans: readonly Span[]): Span[] =>
    spans.map((span, at) =>
      span.kind === 'text' && spans[at + 1]?.kind === 'citation' ? { ...span, text: span.text.trimEnd() } : span,
    );
  return blocks.map((block): Block => {
    if (block.kind === 'paragraph' || block.kind === 'heading') return { ...block, content: trim(block.content) };
    if (block.kind === 'quote') return { ...block, children: attached(block.children) };
    if (block.kind !== 'list') return block;
    return { ...block, items: block.items.map((item) => ({ ...item, children: attached(item.children) })) };
  });
}

function endOfParagraph(lines: readonly string[], line: number): number {
  let end = line;
  while (lines[end]?.trim() !== '' && (lines[end + 1] ?? '').trim() !== '') end += 1;
  return end + 1;
}

/** Blank lines around the content, where there are none yet. */
function between(lines: readonly string[], line: number, content: readonly string[]): Insertion {
  // Blank lines at the end of a document are used.
  let at = line;
  while (at > 0 && (lines[at - 1] ?? '').trim() === '') at -= 1;
  const isStart = at === 0;
  const before = isStart ? [] : [''];
  const after = (lines[at] ?? '').trim() === '' ? [] : [''];
  // The first blank line before the content is kept, and the others come after it.
  return { line: at, text: withEnds(lines, at, [...before, ...content, ...after]) };
}

/** A last line without a line end gets one. */
function withEnds(lines: readonly string[], line: number, content: readonly string[]): string {
  return `${line >= lines.length ? '\n' : ''}${content.join('\n')}${line >= lines.length ? '' : '\n'}`;
}
