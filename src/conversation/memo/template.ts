/** The user's own memo: text with `{{title}}`, `{{date}}`, and a line such as `{{law}}` for each section. */
import { belowLevel } from '../document/adapt.ts';
import { type Block, mapSpans, wordsOf } from '../document/block.ts';
import { parseBlocks } from '../document/parse.ts';
import { escapeText, writeMarkdown } from '../document/writeMarkdown.ts';
import { MEMO_SECTION_IDS, type Memo, type MemoSection } from './memo.ts';

const NAMES = MEMO_SECTION_IDS.join('|');
const SECTION_LINE = new RegExp(`^[ \\t]*\\{\\{[ \\t]*(${NAMES})[ \\t]*\\}\\}[ \\t]*$`);
const VALUE = /\{\{[ \t]*(title|date)[ \t]*\}\}/g;
const ANY = /\{\{[ \t]*([\w-]{1,40})[ \t]*\}\}/g;

/** The memo as Markdown. All other text of the template is unchanged. */
export function fillMarkdown(template: string, memo: Memo): string {
  let level = 1;
  let fence = '';
  return template
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence !== '') {
        if (mark.startsWith(fence) && line.trim() === mark) fence = '';
        return line;
      }
      fence = mark;
      level = /^ {0,3}(#{1,6})\s/.exec(line)?.[1]?.length ?? level;
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

/** Placeholders that are no part of a memo, and those of sections that are not alone in their line. */
export function unusedPlaceholders(template: string): string[] {
  const names = template
    .split(/\r\n|\r|\n/)
    .filter((line) => sectionOf(line) === null)
    .flatMap((line) => Array.from(line.matchAll(ANY), ([, name = '']) => name));
  return [...new Set(names)].filter((name) => name !== 'title' && name !== 'date');
}

function sectionOf(line: string): MemoSection | null {
  const name = SECTION_LINE.exec(line)?.[1];
  return MEMO_SECTION_IDS.find((id) => id === name) ?? null;
}

function withoutFrontMatter(template: string): string {
  return template.replace(/^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
}
