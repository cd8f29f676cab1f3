/** The texts over several lines in YAML: block scalars, quoted ones, and plain ones, which a comment would end. */

/** The end of a line after which the deeper lines are one text: `run: |`, `- >-`, `text: |2+`. */
const BLOCK_SCALAR = /(?:^|[:\-?]\s+(?:[!&]\S+\s+)*)[|>][-+\d]{0,2}\s*(?:\s#.*)?$/;
/** The marks of items, the key, and the properties before a value. */
const ITEMS = /^\s*(?:[-?]\s+)*/;
const KEY = /^(?:"[^"]*"|'[^']*'|[^"'#[{][^#]*?)\s*:(?=\s|$)/;
const PROPERTIES = /^\s*(?:[!&]\S*\s+)*/;
/** A value that begins with none of the marks of other values. */
const PLAIN = /^[^\s"'#[\]{}|>*&!%@`]/;

/** For each line inside of a text, the line on which the text begins. */
export function yamlTexts(lines: readonly string[]): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  let at = 0;
  while (at < lines.length) {
    const end = textEnd(lines, at);
    for (let inside = at + 1; inside < end; inside += 1) starts.set(inside, at);
    at = Math.max(end, at + 1);
  }
  return starts;
}

/** The line after the text that begins in the line. */
function textEnd(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (line.trim() === '' || line.trimStart().startsWith('#')) return at;
  if (BLOCK_SCALAR.test(line)) {
    const first = lines.findIndex((each, number) => number > at && each.trim() !== '');
    const indent = indentOf(lines[first]);
    if (first === -1 || indent <= indentOf(line)) return at;
    return endOf(lines, at, (each) => indentOf(each) >= indent);
  }
  const items = ITEMS.exec(line)?.[0] ?? '';
  const key = KEY.exec(line.slice(items.length))?.[0] ?? '';
  const beforeValue = line.slice(0, items.length + key.length);
  const value = line.slice(beforeValue.length).replace(PROPERTIES, '');
  const quote = value.charAt(0);
  if (quote === '"' || quote === "'") return quotedEnd(lines, at, line.length - value.length);
  if (!PLAIN.test(value)) return at;
  const column = key !== '' ? items.length : items.trimEnd().length - 1;
  // A text of its own, or one between the brackets of a list.
  if (column < 0 || (key === '' && items.trim() === '')) return at;
  return endOf(lines, at, (each) => indentOf(each) > column && !each.trimStart().startsWith('#'));
}

/** The line after the last line that belongs to the text. Blank lines belong to it if a line below does. */
function endOf(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line.trim() === '') continue;
    if (!belongs(line)) break;
    end = next + 1;
  }
  return end;
}

function quotedEnd(lines: readonly string[], at: number, from: number): number {
  const quote = lines[at]?.charAt(from);
  for (let line = at, column = from + 1; line < lines.length; line += 1, column = 0) {
    const text = lines[line] ?? '';
    for (; column < text.length; column += 1) {
      const character = text.charAt(column);
      if ((character === '\\' && quote === '"') || (quote === "'" && text.startsWith("''", column))) column += 1;
      else if (character === quote) return line + 1;
    }
  }
  // It never ends, so it is none.
  return at;
}

function indentOf(line = ''): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}
