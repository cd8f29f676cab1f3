/** Where a comment goes in source code: above the line that it explains, apart from the code before it. */
import { isCommentLine } from './commentStyle.ts';
import { multilineTextAt } from './multilineText.ts';

interface CommentPlace {
  /** Before this line, from 0. */
  readonly line: number;
  readonly indent: string;
  readonly blankBefore: boolean;
}

/** Lines that are only valid at the start of a file: the program of a script, the version of XML, an encoding, a directive of Docker. */
const FILE_START = /^(?:#!|<\?|<!doctype|@charset|#\s*(?:syntax|escape|check)\s*=|#.*coding[:=])/i;
/** A line that ends an enclosing block. */
const CLOSING = /^\s*(?:[}\])]|<\/|end\b)/i;
/** A line whose statement continues, or that belongs to the line below: an operator, an annotation. */
const CONTINUES = /[{([,:=+\-*/%&|<>\\?.]\s*$|^\s*(?:@|#\[|\[.*\]\s*$)/;

/** `target`: the line of the cursor, from 0. */
export function commentPlace(lines: readonly string[], target: number, languageId: string): CommentPlace {
  let line = multilineTextAt(lines, target, languageId) ?? target;
  while (line < 2 && lines.slice(line, 2).some((each) => FILE_START.test(each))) line += 1;
  // PHP prints what stands before its first mark.
  if (languageId === 'php') line = Math.max(line, lines.findIndex((each) => /<\?php\s*$/.test(each)) + 1);
  // A comment on a blank line explains the code below it.
  const code = lines.findIndex((each, at) => at >= line && !isBlank(each));
  const closes = CLOSING.test(lines[code] ?? '');
  if (code !== -1 && !closes) line = code;
  let indent = indentOf(lines[line]);
  // Behind the tab of a recipe, make expands the variables and the commands of a comment.
  if (languageId === 'makefile') indent = '';
  if (closes && languageId !== 'makefile') {
    const inner = indentOf(lines.slice(0, line).findLast((each) => !isBlank(each)));
    if (inner.length > indent.length) indent = inner;
  }
  return { line, indent, blankBefore: needsBlank(lines[line - 1], indent, languageId) };
}

function needsBlank(previous: string | undefined, indent: string, languageId: string): boolean {
  if (previous === undefined || isBlank(previous)) return false;
  if (isCommentLine(previous, languageId) && !FILE_START.test(previous)) return false;
  // The first line of a block follows its opening line.
  return indentOf(previous).length >= indent.length && !CONTINUES.test(previous);
}

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}

function indentOf(line = ''): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}
