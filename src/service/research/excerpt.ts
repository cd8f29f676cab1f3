/** The text of a quotation: whole lines, with dots wherever something is left out. Only the indent of a line can differ from the document. */
import { indentOf, levelOf } from '../../text/indent.ts';
import { CUT, goesOnAt } from '../../text/omission.ts';
import { readMarks } from '../nodeMarks.ts';
import { linesOf, type NodeText } from '../search/documentNodes.ts';
import { LONGEST, type Quotable } from '../search/quotable.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundPassage } from '../search/searchResult.ts';
import { firstLines, headerRows } from '../search/tableHeader.ts';
import type { Language } from '../search/words.ts';
import { t } from '../translate.ts';

export interface Excerpt {
  /** Verbatim, apart from indents, the dots and what follows them in brackets. */
  readonly text: string;
  /** First and last line of the node in the document, 1-based. */
  readonly line: number;
  readonly endLine: number;
}

/** `signs` is false for records and code, which are no sentences. With `levels`, the lines are indented by their nodes. */
export function excerpt(
  cut: Quotable,
  scorer: PassageScorer,
  language: Language,
  { signs = true, levels = false } = {},
): Excerpt {
  const { lines, leadIn, leadInApart, header, goesOn, continues } = levels ? withLevels(cut) : cut;
  const first = lines[0];
  const last = lines.at(-1);
  const single = lines.length === 1 && (first?.text.length ?? 0) > LONGEST;
  const shortened = single && first ? shorten(first, scorer, language) : null;
  const body = shortened?.text ?? joinLines(lines);
  const before = leadIn.map(joinLines).join(`\n\n${CUT}\n\n`);
  const after =
    continues.length > 0
      ? `\n\n${goesOnAt(t('continues: {0}', continues.join('; ')))}`
      : goesOn && signs
        ? `\n\n${CUT}`
        : '';
  const table = header && first ? withHeader(header, first, body) : body;
  const between = leadInApart ? `\n\n${CUT}\n\n` : gap(leadIn.at(-1)?.at(-1), first);
  return {
    text: `${before === '' ? '' : before + between}${table}${after}`,
    line: shortened?.line ?? (leadInApart ? first : (leadIn.at(-1)?.[0] ?? first))?.line ?? 1,
    endLine: shortened?.endLine ?? last?.endLine ?? 1,
  };
}

/** A row of a table, an item of a Markdown list, or code. */
const MARKUP = /\t|^ *(?:\||[-*+] |>|#|```|~~~)/m;

/** The lines indented by their level below the outermost one. A quotation with lists, tables or code keeps the layout of its Markdown. */
function withLevels(quotable: Quotable): Quotable {
  const all = [...quotable.leadIn.flat(), ...quotable.lines];
  if (quotable.header || !canIndent(all)) return quotable;
  const indented = indenting(all);
  return {
    ...quotable,
    leadIn: quotable.leadIn.map((group) => group.map(indented)),
    lines: quotable.lines.map(indented),
  };
}

/** A passage of an authority, whole, with its lines indented by their level. */
export function passageWithLevels(passage: FoundPassage): string {
  const lines = linesOf(passage, readMarks(passage.marks));
  return canIndent(lines) ? joinLines(lines.map(indenting(lines))) : passage.text;
}

function canIndent(lines: readonly NodeText[]): boolean {
  return !lines.some(({ text }) => MARKUP.test(text));
}

/** Indents a line by its level below the outermost of all lines. */
function indenting(all: readonly NodeText[]): (line: NodeText) => NodeText {
  const outermost = Math.min(...all.map(depthOf));
  return (line) => ({ ...line, text: indentOf(depthOf(line) - outermost) + line.text.trimStart() });
}

function depthOf({ path }: NodeText): number {
  return path === '' ? 0 : path.split('.').length;
}

/** The comments and constants of a program, with the sign of omission for the code between them, which the library leaves out. */
export function withoutCode(comments: Excerpt): Excerpt {
  return { ...comments, text: comments.text.replace(/\n(?:[ \t]*\n){2,}/g, `\n${CUT}\n`) };
}

/** The rows below the header of their table. In Markdown the sign of omission is a row, so that the table stays one. */
function withHeader(header: NodeText, first: NodeText, rows: string): string {
  const markdown = header.text.includes('\n');
  const shortened = rows.startsWith(CUT);
  const adjacent = first.line === header.endLine + 1 && !shortened;
  const below = shortened ? rows.slice(CUT.length).trimStart() : rows;
  return `${header.text}\n${adjacent ? '' : `${markdown ? `| ${CUT} |` : CUT}\n`}${below}`;
}

/** The lines with the blank lines that the document has between them. */
function joinLines(lines: readonly NodeText[]): string {
  return lines.map((line, at) => (at === 0 ? '' : gap(lines[at - 1], line)) + line.text).join('');
}

function gap(before: NodeText | undefined, next: NodeText | undefined): string {
  // Only a paragraph of its own shows its level.
  const isIndented = levelOf(before?.text ?? '') + levelOf(next?.text ?? '') > 0;
  return '\n'.repeat(Math.max(isIndented ? 2 : 1, (next?.line ?? 0) - (before?.endLine ?? 0)));
}

/** The best lines or sentences of a very long paragraph with their neighbors. */
function shorten(long: NodeText, scorer: PassageScorer, language: Language): Excerpt {
  const byLine = long.text.includes('\n');
  const parts = byLine
    ? (long.text.match(/[^\n]*(?:\n|$)/g) ?? [])
    : (long.text.match(/[\s\S]*?[.;:](?:["”’)]*\s+|$)|[\s\S]+$/g) ?? []);
  const scores = parts.map((part) => scorer.score(scorer.words({ heading: '', text: part, language })));
  const best = Math.max(0, scores.indexOf(Math.max(...scores)));
  let from = best;
  let to = best + 1;
  const fits = (at: number) => parts.slice(from, to).join('').length + (parts[at] ?? '').length <= LONGEST;
  while ((from > 0 && fits(from - 1)) || (to < parts.length && fits(to))) {
    if (from > 0 && fits(from - 1)) from -= 1;
    if (to < parts.length && fits(to)) to += 1;
  }
  const rows = byLine ? headerRows(long.text) : 0;
  if (rows > 0 && from > 0) from = best < rows ? 0 : Math.max(from, rows);
  const whole = parts.slice(from, to).join('').trim();
  const text = whole.length <= LONGEST * 1.5 ? whole : whole.slice(0, whole.lastIndexOf(' ', LONGEST));
  const exact = byLine && long.text.split('\n').length === long.endLine - long.line + 1;
  const cut = from === 0 ? text : `${CUT} ${text}`;
  const header = { ...long, text: firstLines(long.text, rows), endLine: long.line + rows - 1 };
  const table = rows > 0 && from >= rows ? withHeader(header, { ...long, line: long.line + from }, text) : cut;
  return {
    text: `${indentOf(levelOf(long.text))}${table}${to < parts.length || text !== whole ? ` ${CUT}` : ''}`,
    line: exact ? long.line + from : long.line,
    endLine: exact
      ? long.line + Math.max(from, parts.slice(0, to).filter((part) => part !== '').length - 1)
      : long.endLine,
  };
}
