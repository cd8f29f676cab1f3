import { isMarkLine } from '../../protocol/exportMark.ts';
import { readFrontMatter } from '../../text/frontMatter.ts';
import { readPinpoints } from '../../text/pinpoints.ts';
import type { DocumentBlock, ReadDocument } from './document.ts';
import { toMeta } from './frontMatter.ts';

/** Markdown, and any text whose headings are written with # or underlined. Blocks are paragraphs; fenced code is one block. */
export function readMarkdown(text: string): ReadDocument {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const stated = readPinpoints(lines[last] ?? '');
  if (stated) lines.length = last;
  const front = readFrontMatter(lines);
  const blocks: DocumentBlock[] = [];
  const fiscal = fiscalTexts(lines);
  let start = -1;
  let fence = '';
  const close = (end: number) => {
    if (start !== -1)
      blocks.push({ type: 'text', text: lines.slice(start, end).join('\n'), line: start + 1, endLine: end });
    start = -1;
  };
  for (let at = front?.lines ?? 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const end = fence === '' ? fiscal.get(at) : undefined;
    if (end !== undefined) {
      close(at);
      at = end;
      continue;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    if (mark !== undefined) {
      if (start === -1) start = at;
      fence = mark;
      continue;
    }
    if (line.trim() === '') {
      close(at);
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    if (heading?.[1] && heading[2]) {
      close(at);
      blocks.push({ type: 'heading', level: heading[1].length, text: plain(heading[2]), line: at + 1 });
      continue;
    }
    if (start === at - 1 && start !== -1 && /^ {0,3}(=+|-{2,})\s*$/.test(line)) {
      const title = (lines[start] ?? '').trim();
      start = -1;
      blocks.push({ type: 'heading', level: line.trim().startsWith('=') ? 1 : 2, text: plain(title), line: at });
      continue;
    }
    if (start === -1) start = at;
  }
  close(lines.length);
  return { meta: front ? toMeta(front.values) : {}, blocks, ...(stated ? { stated } : {}) };
}

/** For the line of each start mark, the line of its end mark. What was inserted into text by Fiscal has marks of its own. */
function fiscalTexts(lines: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (isMarkLine(line, 'start')) open.push(at);
    const start = isMarkLine(line, 'end') ? open.pop() : undefined;
    if (start !== undefined) ends.set(start, at);
  }
  return ends;
}

/** Characters of a heading. Bounds the time that its brackets and marks can take. */
const LONGEST_HEADING = 1000;

/** A heading without its Markdown. */
function plain(text: string): string {
  return text
    .slice(0, LONGEST_HEADING)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim();
}
