/** The user's own memo: text with `{{title}}`, `{{date}}`, and a line such as `{{law}}` for each section. */
import { HOST_AND_PATH, REST_OF_HOST } from '../../text/bareHost.ts';
import { fencedLines } from '../../text/codeFences.ts';
import { withoutInvisible } from '../../text/invisible.ts';
import { belowLevel } from '../document/adapt.ts';
import { type Block, mapSpans, wordsOf } from '../document/block.ts';
import { parseBlocks } from '../document/parse.ts';
import { escapeText, writeMarkdown } from '../document/writeMarkdown.ts';
import { MEMO_SECTION_IDS, type Memo, type MemoSection } from './memo.ts';

const NAMES = MEMO_SECTION_IDS.join('|');
const SECTION_LINE = new RegExp(`^[ \\t]*\\{\\{[ \\t]*(${NAMES})[ \\t]*\\}\\}[ \\t]*$`);
const VALUE = /\{\{[ \t]*(title|date)[ \t]*\}\}/g;
const ANY = /\{\{[ \t]*([\w-]{1,40})[ \t]*\}\}/g;

/** What can be a part of an address or of an attribute of HTML, also with entities and escapes that hide it. */
const ADDRESS = /\]\(|\]:|<(?=[A-Za-z!?/])|:\/\/|www\.|mailto:|@|&#?\w{1,32};|\\/i;
/** HTML that ends at its own mark and not at the next empty line. */
const LONG_HTML = /<(?:script|style|textarea|pre|iframe|svg|!|\?)/i;

/**
 * Whether a line can have a value of the memo. In a paragraph with an address or HTML it cannot: a template of a folder could send the value
 * with an image.
 */
function safeLines(lines: readonly string[]): boolean[] {
  const safe: boolean[] = [];
  let isLong = false;
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && (lines[to] ?? '').trim() !== '') to += 1;
    const paragraph = lines
      .slice(from, to + 1)
      .join('\n')
      .replace(/<!--[^<>{}]*-->/g, '');
    const plain = withoutInvisible(paragraph).replace(/[*_~`]/g, '');
    const hasHost =
      HOST_AND_PATH.test(plain) ||
      plain
        .split('}}')
        .slice(1)
        .some((rest) => REST_OF_HOST.test(rest));
    isLong ||= LONG_HTML.test(paragraph);
    const isSafe = !isLong && !hasHost && !ADDRESS.test(paragraph);
    for (; from <= to; from += 1) safe.push(isSafe);
  }
  return safe;
}

/** The memo as Markdown. All other text of the template is unchanged. */
export function fillMarkdown(template: string, memo: Memo): string {
  let level = 1;
  const lines = template.split(/\r\n|\r|\n/);
  const safe = safeLines(lines);
  const isCode = fencedLines(lines);
  return lines
    .map((line, at) => {
      if (isCode[at]) return line;
      level = /^ {0,3}(#{1,6})\s/.exec(line)?.[1]?.length ?? level;
      if (!safe[at]) return line;
      const section = sectionOf(line);
      if (section) return writeMarkdown(belowLevel(memo.sections[section], level));
      return line.replace(VALUE, (_all, name: 'title' | 'date') => escapeText(memo[name]));
    })
    .join('\n');
}

/** The memo as blocks, for a web page or a Word document. */
export function fillBlocks(template: string, memo: Memo): Block[] {
  let level = 1;
  return parseBlocks(withoutFrontMatter(template), 0).flatMap((block): Block[] => {
    if (block.kind === 'heading') level = block.level;
    const section = block.kind === 'paragraph' ? sectionOf(wordsOf(block.content)) : null;
    if (section) return belowLevel(memo.sections[section], level);
    return mapSpans([block], (span) =>
      span.kind === 'text'
        ? { ...span, text: span.text.replace(VALUE, (_all, name: 'title' | 'date') => memo[name]) }
        : span,
    );
  });
}

/** Placeholders that are no part of a memo, those of sections that are not alone in their line, and those next to an address. */
export function unusedPlaceholders(template: string): string[] {
  const lines = template.split(/\r\n|\r|\n/);
  const safe = safeLines(lines);
  const names = lines.flatMap((line, at) => {
    if (safe[at] && sectionOf(line) !== null) return [];
    const all = Array.from(line.matchAll(ANY), ([, name = '']) => name);
    return safe[at] ? all.filter((name) => name !== 'title' && name !== 'date') : all;
  });
  return [...new Set(names)];
}

function sectionOf(line: string): MemoSection | null {
  const name = SECTION_LINE.exec(line)?.[1];
  return MEMO_SECTION_IDS.find((id) => id === name) ?? null;
}

function withoutFrontMatter(template: string): string {
  return template.replace(/^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
}
