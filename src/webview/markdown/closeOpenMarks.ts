/**
 * The last, unfinished line as it will probably read once it is whole: marks that are open are closed for display, so that
 * nobody sees `**` turn into bold, and half an address is no link. Guesses are free: the line is taken back and parsed as it is when it ends.
 */

const halfLink = /!?\[([^[\]]*)\](?:\([^()\s]*|\[[^[\]]*)$/;

/** Opens a code block, perhaps in a quote or an item: not code within the line. */
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

/** The run of backticks that opens code which has not ended. */
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
