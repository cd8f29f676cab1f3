import { COMMENT_MARKS } from '../../protocol/exportMark.ts';
import type { DocumentBlock, ReadDocument } from './document.ts';

const HASH = new Set(['.py', '.rb', '.r', '.sh', '.ps1']);
const DASH = new Set(['.sql', '.lua']);
const APOSTROPHE = new Set(['.vb', '.bas']);
const DOCSTRING = /^\s*[rbu]?(?:"""|''')/;
const DECLARATION = /^\s*(?:async\s+)?(?:def|class)\s/;
/** Lines of a declaration with one parameter a line. */
const MAX_DECLARATION = 20;
/** `LIMIT_179 = {` and `public static final int WAGE_BASE =`, also within a class. */
const CAPITALS = /^\s*(?:[\w<>[\],.]+\s+){0,5}[A-Z][A-Z\d_]{2,}\s*(?::[^=]{0,100})?=(?![=>])/;
/** `const likeKindDays = 45`, outside of functions. */
const CONSTANT = /^(?:(?:export|pub|public|internal|static)\s+)*(?:const|constexpr|val|#define)\s/;
const COMPUTED = /=>|\b(?:await|function|require)\b/;
/** Lines of a constant that is a table. */
const MAX_CONSTANT = 60;

/**
 * The comments of a program, which say what rule it follows, and its constants that contain a number. A passage has the comment and the
 * declaration below it; that of a docstring has the declaration above it. The text is read by lines, without a grammar: a comment mark
 * inside a string is taken for a comment, which only adds a passage.
 */
export function readCode(text: string, extension: string): ReadDocument {
  const lines = text.split('\n');
  const comment = lineComment(extension);
  const blocks: DocumentBlock[] = [];
  let start = -1;
  /** Lines before this one are in a block, or in none. */
  let free = 0;
  let inside: RegExp | null = null;
  const add = (upto: number) => {
    // A quotation would have an empty line in place of one line of code.
    const between = lines[free] ?? '';
    if (blocks.length > 0 && start === free + 1 && between.trim() !== '') start = free;
    blocks.push({ type: 'text', text: lines.slice(start, upto).join('\n'), line: start + 1, endLine: upto });
    start = -1;
    free = upto;
  };
  const close = (end: number) => {
    if (start === -1) return;
    // The line after a comment is mostly the declaration that it explains.
    add((lines[end] ?? '').trim() === '' ? end : end + 1);
  };
  /** What begins each line of a comment that Fiscal inserted. */
  let mark: string | null = null;
  /** The constant that was read last goes up to this line. */
  let constant = 0;
  for (const [at, line] of lines.entries()) {
    if (mark === null && inside === null) {
      mark = insertedCommentMark(line);
      if (mark !== null && start !== -1) add(at);
    }
    if (mark !== null) {
      if (line.trimStart().startsWith(mark)) {
        free = at + 1;
        continue;
      }
      mark = null;
    }
    if (inside) {
      if (inside.test(line)) inside = null;
      continue;
    }
    if (at < constant) continue;
    const end = constantTo(lines, at);
    if (end > at) {
      if (start === -1) start = at;
      constant = end;
      continue;
    }
    inside = opening(line, extension);
    if (inside || comment.test(line)) {
      if (start === -1) start = extension === '.py' ? Math.max(documentedFrom(lines, at), free) : at;
    } else if (start !== -1 && at === constant) add(at);
    else close(at);
  }
  close(lines.length);
  return { meta: {}, blocks };
}

/** The line after the constant that begins here. The same line if none begins, or none with a number. */
function constantTo(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  if (!CAPITALS.test(first) && !(CONSTANT.test(first) && !COMPUTED.test(first))) return at;
  let open = 0;
  for (let end = at; end < Math.min(lines.length, at + MAX_CONSTANT); end += 1) {
    const line = lines[end] ?? '';
    if (insertedCommentMark(line) !== null) break;
    open += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
    if (open > 0) continue;
    const value = lines
      .slice(at, end + 1)
      .join('\n')
      .replace(/^[^=(\n]*[=(]|^#define\s+\w+/, '');
    return /\d/.test(value) ? end + 1 : at;
  }
  return at;
}

/** The comment mark of the first line of a comment that Fiscal inserted. Null for any other line. */
export function insertedCommentMark(line: string): string | null {
  const [at] = COMMENT_MARKS.map((mark) => line.indexOf(mark)).filter((place) => place !== -1);
  return at === undefined ? null : line.slice(0, at).trim() || null;
}

/** The line where the declaration begins whose first line below is this docstring, else the line itself. */
function documentedFrom(lines: readonly string[], at: number): number {
  if (!DOCSTRING.test(lines[at] ?? '') || !/:\s*$/.test(lines[at - 1] ?? '')) return at;
  for (let line = at - 1; line >= Math.max(0, at - MAX_DECLARATION); line -= 1) {
    if (DECLARATION.test(lines[line] ?? '')) return line;
  }
  return at;
}

/** A line that holds a comment; the // of an address is none. */
function lineComment(extension: string): RegExp {
  if (extension === '.py') return /(?:^|\s)#|^\s*[rbu]?(?:"""|''')/;
  if (HASH.has(extension)) return /(?:^|\s)#/;
  if (DASH.has(extension)) return /--|\/\*/;
  if (APOSTROPHE.has(extension)) return /'/;
  return /(?<!:)\/\/|\/\*/;
}

/** The pattern that ends the block comment that this line leaves open; null if it leaves none open. */
function opening(line: string, extension: string): RegExp | null {
  if (extension === '.py') {
    const quote = /^\s*[rbu]?("""|''')/.exec(line)?.[1];
    return quote && line.split(quote).length === 2 ? new RegExp(quote) : null;
  }
  if (HASH.has(extension)) return null;
  const open = line.lastIndexOf('/*');
  return open !== -1 && !line.includes('*/', open) ? /\*\// : null;
}
