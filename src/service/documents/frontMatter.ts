/** The few lines of `key: value` between two `---` at the top of a Markdown or text file. */
import type { DocumentMeta } from './document.ts';

/** Front matter longer than this is taken for text. */
const MAX_LINES = 60;

/** Returns what the front matter says and the number of lines that it takes, 0 if there is none. Values are plain text only. */
export function readFrontMatter(lines: readonly string[]): { meta: DocumentMeta; lines: number } {
  if (lines[0]?.trim() !== '---') return { meta: {}, lines: 0 };
  const end = lines.slice(1, MAX_LINES).findIndex((line) => /^(---|\.\.\.)\s*$/.test(line));
  if (end === -1) return { meta: {}, lines: 0 };
  const values = new Map<string, string>();
  for (const line of lines.slice(1, end + 1)) {
    const match = /^([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(line);
    if (!match?.[1]) continue;
    const value = (match[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
    if (value !== '') values.set(match[1].toLowerCase(), value.slice(0, 300));
  }
  return { meta: toMeta(values), lines: end + 2 };
}

export function toMeta(values: ReadonlyMap<string, string>): DocumentMeta {
  const first = (...names: string[]) => names.map((name) => values.get(name)).find((value) => value !== undefined);
  const title = first('title');
  const date = first('date', 'as-of', 'as_of', 'asof', 'effective', 'updated', 'speaks-to');
  const kind = first('kind', 'type', 'category');
  const jurisdiction = first('jurisdiction');
  const abbreviation = first('abbreviation', 'abbr', 'jurabk', 'short_title', 'short-title');
  const url = first('url', 'source', 'link');
  return {
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    ...(kind === undefined ? {} : { kind: kind.toLowerCase() }),
    ...(jurisdiction === undefined ? {} : { jurisdiction }),
    ...(abbreviation === undefined ? {} : { abbreviation }),
    ...(url !== undefined && /^https?:\/\//i.test(url) ? { url } : {}),
  };
}
