/** What a Markdown document has around a place: its section, the block that the place is in, and its footnotes. */

export interface Heading {
  readonly line: number;
  readonly level: number;
}

export interface MarkdownOutline {
  readonly headings: readonly Heading[];
  /** For each line, whether a block goes on after it: code, front matter or a paragraph. */
  readonly continues: readonly boolean[];
}

export function outlineOf(lines: readonly string[]): MarkdownOutline {
  const headings: Heading[] = [];
  const continues: boolean[] = [];
  let fence = '';
  let inFront = lines[0]?.trim() === '---' && lines.indexOf('---', 1) > 0;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (inFront) {
      inFront = at === 0 || line.trim() !== '---';
      continues.push(inFront);
    } else if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      continues.push(fence !== '' && next !== undefined);
    } else if (mark !== '') {
      fence = mark;
      continues.push(next !== undefined);
    } else {
      const level = headingLevel(line, next);
      if (level !== null) headings.push({ line: at, level });
      const isText = line.trim() !== '' && next !== undefined && next.trim() !== '';
      continues.push(isText && !/^ {0,3}#{1,6}\s/.test(line) && !/^ {0,3}(?:#{1,6}\s|`{3,}|~{3,})/.test(next ?? ''));
    }
  }
  return { headings, continues };
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
