/** What a Markdown document has around a place: its section, the block that the place is in, and its footnotes. */

export interface Heading {
  readonly line: number;
  readonly level: number;
}

export interface MarkdownOutline {
  readonly headings: readonly Heading[];
  /** For each line, whether a block goes on after it: code, front matter, a comment, a paragraph, a list item or a footnote. */
  readonly continues: readonly boolean[];
  /** The line after the last footnote, 0 if there is none. */
  readonly footnotesEnd: number;
}

export const FOOTNOTE = /^\[\^[^\]]+\]:/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/;

export function outlineOf(lines: readonly string[]): MarkdownOutline {
  const headings: Heading[] = [];
  const continues: boolean[] = [];
  const indents = indentsBelow(lines);
  let closing = frontMatterEnd(lines);
  /** Least indentation of the further lines of an item or a footnote, 0 outside of both. */
  let inner = 0;
  let lastFootnote = -1;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? '';
    let isText = false;
    if (closing !== null) {
      if (at > 0 && closing.test(line)) closing = null;
    } else if (line.trim() !== '') {
      closing = closingOf(line);
      const indent = indentOf(line);
      if (indent < inner) inner = 0;
      if (closing === null) {
        const level = headingLevel(line, next);
        if (level !== null) headings.push({ line: at, level });
        isText = !/^ {0,3}#{1,6}\s/.test(line);
        if (FOOTNOTE.test(line)) lastFootnote = at;
        if (inner === 0 && (lastFootnote === at || LIST_ITEM.test(line))) inner = indent + 2;
      }
    }
    continues.push(
      closing !== null
        ? at + 1 < lines.length
        : (inner > 0 && (indents[at] ?? 0) >= inner) ||
            (isText && next.trim() !== '' && !/^ {0,3}(?:#{1,6}\s|`{3,}|~{3,})/.test(next)),
    );
  }
  let end = lastFootnote;
  while (continues[end] === true) end += 1;
  return { headings, continues, footnotesEnd: end + 1 };
}

/** For each line, the indentation of the next line below it that is not blank. */
function indentsBelow(lines: readonly string[]): number[] {
  let indent = 0;
  return lines
    .map((_, at) => {
      const below = indent;
      const line = lines[lines.length - 1 - at] ?? '';
      if (line.trim() !== '') indent = indentOf(line);
      return below;
    })
    .reverse();
}

/** In columns. */
function indentOf(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length;
}

function frontMatterEnd([first = '', ...rest]: readonly string[]): RegExp | null {
  const mark = first.trim();
  const end = mark === '---' ? /^---\s*$/ : /^\+{3}\s*$/;
  return end.test(mark) && rest.some((line) => end.test(line)) ? end : null;
}

/** What the last line of the code or the comment that begins in the line looks like; null if none begins. */
function closingOf(line: string): RegExp | null {
  if (/^ {0,3}<!--(?!.*-->)/.test(line)) return /-->/;
  const [, fence] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
  return fence === undefined ? null : new RegExp(`^ {0,3}${fence}[\`~]*\\s*$`);
}

function headingLevel(line: string, next: string | undefined): number | null {
  const marks = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1];
  if (marks !== undefined) return marks.length;
  if (line.trim() === '' || /^ {0,3}(?:[-*+>|]|\d+[.)])/.test(line)) return null;
  if (/^ {0,3}=+\s*$/.test(next ?? '')) return 1;
  return /^ {0,3}-{2,}\s*$/.test(next ?? '') ? 2 : null;
}

/** The highest number of a footnote in the text, 0 if there is none. */
export function lastFootnote(text: string): number {
  let last = 0;
  for (const [, number] of text.matchAll(/\[\^(\d{1,6})\]/g)) last = Math.max(last, Number(number));
  return last;
}
