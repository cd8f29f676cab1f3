/** The lines of quotations in answers that Fiscal inserted as comments of a program. What they cite belongs to their words. */
import { COMMENT_MARKS } from '../../protocol/exportMark.ts';
import type { Span } from './comments.ts';

/** The plain text of an answer indents its quotations by this. */
const INDENT = '    ';

export function insertedQuotations(text: string): Span[] {
  const spans: Span[] = [];
  /** What is before the text of each line of the comment; null outside of one. */
  let before: string | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const mark = COMMENT_MARKS.map((each) => line.indexOf(each)).find((at) => at !== -1);
    if (mark !== undefined) before = line.slice(0, mark);
    else if (before !== null) {
      if (!line.startsWith(before.trimEnd()) || /(?:\*\/|-->)\s*$/.test(line)) before = null;
      else if (line.startsWith(before + INDENT)) spans.push([start, start + line.length]);
    }
    start += line.length + 1;
  }
  return spans;
}
