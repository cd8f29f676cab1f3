/** Code between fences, "```" or "~~~", in Markdown. */

/** What makes a line part of a quotation. */
const QUOTE_MARK = /^ {0,3}> ?/;

/**
 * Whether each line is code or a fence. A fence that is never closed makes code of the rest, or of the rest of its quotation, as a renderer
 * would.
 */
export function fencedLines(lines: readonly string[]): boolean[] {
  let fence = '';
  let depth = 0;
  return lines.map((line) => {
    const most = fence === '' ? Number.POSITIVE_INFINITY : depth;
    const { text, marks } = withoutQuoteMarks(line, most);
    // The quotation has ended, and the code with it.
    if (fence !== '' && marks < depth) fence = '';
    const [, run = ''] = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(text) ?? [];
    if (fence === '') {
      fence = run;
      depth = marks;
      return run !== '';
    }
    if (run.startsWith(fence) && text.trim() === run) fence = '';
    return true;
  });
}

/** A mark beyond `most` is part of the text. */
function withoutQuoteMarks(line: string, most: number): { text: string; marks: number } {
  let text = line;
  let marks = 0;
  for (
    let [mark] = QUOTE_MARK.exec(text) ?? [];
    mark !== undefined && marks < most;
    [mark] = QUOTE_MARK.exec(text) ?? []
  ) {
    text = text.slice(mark.length);
    marks += 1;
  }
  return { text, marks };
}
