/**
 * Markdown of an answer or a question, made safe for a file that other programs show. A preview must load nothing and run nothing,
 * so images become text with their host, and HTML outside of code becomes text.
 */

const IMAGE = /!\[([^[\]\n]{0,500})\]\(\s{0,9}<?([^\s()<>]{1,2000})>?(?:\s{1,9}"[^"\n]{0,500}")?\s{0,9}\)/g;
/** What a preview reads as the start of HTML. Web and mail addresses in angle brackets stay. */
const HTML = /<(?=[A-Za-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]{0,2000}>)/g;
/** A `|` in its info string could make the line the head of a table. */
const FENCE = /^[ \t]*(`{3,}[^`|]*|~{3,}[^|]*)$/;
/** A fence inside a list item or a quotation, or with a `|`. */
const UNCERTAIN_FENCE = /^((?:[ \t]*(?:[-+*>]|\d{1,9}[.)]))*[ \t]*)(`{3,}|~{3,})/;

/**
 * A code block is only kept where its beginning and its end are certain: its fences begin their lines. Indented fences are moved
 * there. Fences inside list items and quotations become text. The text ends inside of no code block.
 */
export function outgoingMarkdown(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const start: string | undefined = fence === null ? FENCE.exec(line)?.[1] : undefined;
    if (fence !== null) {
      const end = isEnd(line, fence);
      lines.push(end ? line.trim() : line);
      if (end) fence = null;
    } else if (start !== undefined) {
      fence = /^(?:`+|~+)/.exec(start)?.[0] ?? null;
      lines.push(start);
    } else if (index === 0 && line.startsWith('---')) {
      // VS Code hides front matter, which could hide a fence.
      lines.push(/^-+\s*$/.test(line) ? '***' : safeLine(`&#45;${line.slice(1)}`));
    } else {
      const nested = line.replace(UNCERTAIN_FENCE, (_all, before: string, marks: string) => before + entities(marks));
      // VS Code reads `$$` as a formula, which could hide a fence.
      lines.push(safeLine(nested).replaceAll('$$', '&#36;$'));
    }
  }
  if (fence !== null) lines.push(fence);
  return lines.join('\n');
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
