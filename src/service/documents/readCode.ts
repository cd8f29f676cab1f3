import { COMMENT_MARK } from '../../protocol/exportMark.ts';
import type { DocumentBlock, ReadDocument } from './document.ts';

const HASH = new Set(['.py', '.rb', '.r', '.sh', '.ps1']);
const DASH = new Set(['.sql', '.lua']);
const APOSTROPHE = new Set(['.vb', '.bas']);

/**
 * The comments of a program, which is where it says what rule it follows. Line by line and without a grammar: a comment mark
 * inside a string is taken for a comment, which costs a stray passage and nothing else. The declaration below a comment goes along.
 */
export function readCode(text: string, extension: string): ReadDocument {
  const lines = text.split('\n');
  const comment = lineComment(extension);
  const blocks: DocumentBlock[] = [];
  let start = -1;
  let inside: RegExp | null = null;
  const close = (end: number) => {
    if (start === -1) return;
    // The line after a comment is mostly the declaration that it explains.
    const upto = (lines[end] ?? '').trim() === '' ? end : end + 1;
    blocks.push({ type: 'text', text: lines.slice(start, upto).join('\n'), line: start + 1, endLine: upto });
    start = -1;
  };
  /** What begins each line of a comment that Fiscal inserted. */
  let mark: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (mark === null && inside === null) {
      mark = insertedCommentMark(line);
      if (mark !== null && start !== -1) {
        blocks.push({ type: 'text', text: lines.slice(start, at).join('\n'), line: start + 1, endLine: at });
        start = -1;
      }
    }
    if (mark !== null) {
      if (line.trimStart().startsWith(mark)) continue;
      mark = null;
    }
    if (inside) {
      if (inside.test(line)) inside = null;
      continue;
    }
    inside = opening(line, extension);
    if (inside || comment.test(line)) {
      if (start === -1) start = at;
    } else close(at);
  }
  close(lines.length);
  return { meta: {}, blocks };
}

/** The comment mark of the first line of a comment that Fiscal inserted. Null for any other line. */
export function insertedCommentMark(line: string): string | null {
  const at = line.indexOf(COMMENT_MARK);
  return at === -1 ? null : line.slice(0, at).trim() || null;
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
