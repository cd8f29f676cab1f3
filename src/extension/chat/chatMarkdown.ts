/**
 * The Markdown of an answer for VS Code's Chat, line by line while it arrives. Nothing of it loads an image, becomes HTML, a formula or an
 * icon.
 */
import { escapeDollars } from './chatText.ts';

const IMAGE = /!\[([^[\]\n]{0,500})\]\(\s{0,9}<?([^\s()<>]{1,2000})>?(?:\s{1,9}"[^"\n]{0,500}")?\s{0,9}\)/g;
/** What a preview reads as the start of HTML. Web and mail addresses in angle brackets stay. */
const HTML = /<(?=[A-Za-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]{0,2000}>)/g;
/** A `|` in its info string could make the line the head of a table. */
const FENCE = /^[ \t]*(`{3,}[^`|]*|~{3,}[^|]*)$/;
/** A fence inside a list item or a quotation, or with a `|`. */
const UNCERTAIN_FENCE = /^((?:[ \t]*(?:[-+*>]|\d{1,9}[.)]))*[ \t]*)(`{3,}|~{3,})/;

/** A text that arrives in parts. `push` returns what can be shown: whole lines. `end` returns the rest. */
export interface MarkdownFilter {
  push(text: string): string;
  end(): string;
}

/**
 * A code block is only kept where its beginning and its end are certain: its fences begin their lines. Indented fences are moved
 * there. Fences inside list items and quotations become text. The text ends inside of no code block.
 */
export function createChatMarkdown(): MarkdownFilter {
  let rest = '';
  let fence: string | null = null;
  let isFirst = true;

  function safe(line: string): string {
    const start = fence === null ? FENCE.exec(line)?.[1] : undefined;
    const atStart = isFirst;
    isFirst = false;
    if (fence !== null) {
      if (!isEnd(line, fence)) return line;
      fence = null;
      return line.trim();
    }
    if (start !== undefined) {
      fence = /^(?:`+|~+)/.exec(start)?.[0] ?? null;
      return start;
    }
    // VS Code hides front matter, which could hide a fence.
    if (atStart && line.startsWith('---')) {
      return /^-+\s*$/.test(line) ? '***' : escapeDollars(safeLine(`&#45;${line.slice(1)}`));
    }
    const nested = line.replace(UNCERTAIN_FENCE, (_all, before: string, marks: string) => before + entities(marks));
    return escapeDollars(safeLine(nested));
  }

  return {
    push(text) {
      rest += text;
      if (!/[\r\n]/.test(text)) return '';
      const lines = rest.split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      // A carriage return at the end may be the first half of a line end.
      if (text.endsWith('\r')) rest = `${lines.pop() ?? ''}\r`;
      return lines.map((line) => `${safe(line)}\n`).join('');
    },
    end() {
      const lines = rest.split(/\r\n|\r|\n/).map(safe);
      rest = '';
      if (fence !== null) lines.push(fence);
      fence = null;
      return lines.join('\n');
    },
  };
}

function isEnd(line: string, fence: string): boolean {
  const mark = /^[ \t]*(`+|~+)[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

function entities(text: string): string {
  return text.replace(/./g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Whether a part is code is decided by its backticks. Where that is wrong, the text looks different and stays safe. */
function safeLine(line: string): string {
  let out = '';
  let end = 0;
  for (const code of line.matchAll(/(?<!`)(`{1,20})(?!`)[^`]+\1(?!`)/g)) {
    out += safeText(line.slice(end, code.index)) + code[0].replace(/!(?=\[)/g, '! ').replace(HTML, '< ');
    end = code.index + code[0].length;
  }
  return out + safeText(line.slice(end));
}

function safeText(text: string): string {
  return text
    .replace(IMAGE, (_all, description: string, address: string) => {
      const host = URL.canParse(address) ? new URL(address).host : '';
      return `${description.trim() || 'Image'} (image${host === '' ? '' : `: ${host}`})`;
    })
    .replace(/!(?=\[)/g, '&#33;')
    .replace(HTML, '&lt;');
}
