/**
 * Closes the open marks of the incomplete last line for display, so that `**` is not shown before the text becomes bold, and an
 * incomplete address is not a link. A wrong guess does no harm, because the line is parsed again when it is complete.
 */

const halfLink = /!?\[([^[\]]*)\](?:\([^()\s]*|\[[^[\]]*)$/;

/** The start of a fenced code block, possibly in a quote or a list item. It is not inline code. */
const fence = /^(?:[\s>*+-]|\d{1,9}[.)])*(?:`{3,}|~{3,})/;

export function closeOpenMarks(line: string): string {
  if (fence.test(line)) return line;
  const code = openCode(line);
  if (code) {
    const inside = line.slice(code.at + code.length);
    return inside.trim() === '' ? line.slice(0, code.at) : `${line.replace(/`+$/, '')}${'`'.repeat(code.length)}`;
  }
  return closeStrong(line.replace(halfLink, '$1'));
}

/** Returns the backticks that open inline code without an end. */
function openCode(line: string): { at: number; length: number } | null {
  let open: { at: number; length: number } | null = null;
  for (const { index, 0: run } of line.matchAll(/\\`|`+/g)) {
    if (run.startsWith('\\')) continue;
    if (open === null) open = { at: index, length: run.length };
    else if (open.length === run.length) open = null;
  }
  return open;
}

function closeStrong(line: string): string {
  const marks = [...line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length)).matchAll(/\\.|\*\*/g)];
  const strong = marks.filter(([mark]) => mark === '**');
  const last = strong.at(-1);
  if (!last || strong.length % 2 === 0) return line;
  const inside = line.slice(last.index + 2).replace(/\*$/, '');
  const before = line.slice(0, last.index);
  return inside.trim() === '' ? before : `${before}**${inside.trimEnd()}**`;
}
