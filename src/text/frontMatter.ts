/** The few lines of `key: value` between two lines `---` at the top of a Markdown or text file. */

export interface FrontMatter {
  /** By name in lower case, without quotation marks around a value. Empty values are left out. */
  readonly values: ReadonlyMap<string, string>;
  /** The number of lines that it takes. */
  readonly lines: number;
}

/** Front matter longer than this is taken for text. */
const MAX_LINES = 60;
/** Characters of a value. */
const MAX_VALUE = 300;

/** Null if the text does not begin with front matter. Values are plain text only. */
export function readFrontMatter(lines: readonly string[]): FrontMatter | null {
  if (lines[0]?.trim() !== '---') return null;
  const end = lines.slice(1, MAX_LINES).findIndex((line) => /^(---|\.\.\.)\s*$/.test(line));
  if (end === -1) return null;
  const values = new Map<string, string>();
  for (const line of lines.slice(1, end + 1)) {
    const [, name = '', written = ''] = /^([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(line) ?? [];
    const value = written.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (value !== '') values.set(name.toLowerCase(), value.slice(0, MAX_VALUE));
  }
  return { values, lines: end + 2 };
}

/** A value of the front matter of a text; empty if it has none of this name. */
export function frontMatterValue(text: string, name: string): string {
  return readFrontMatter(text.split(/\r?\n/, MAX_LINES + 1))?.values.get(name) ?? '';
}
