/** What a document says of itself in its front matter or in its `meta` elements. */
import type { DocumentMeta } from './document.ts';

export function toMeta(values: ReadonlyMap<string, string>): DocumentMeta {
  const first = (...names: string[]) => names.map((name) => values.get(name)).find((value) => value !== undefined);
  const title = first('title');
  const date = first('date', 'as-of', 'as_of', 'asof', 'effective', 'updated', 'speaks-to');
  const kind = first('kind', 'type', 'category');
  const abbreviation = first('abbreviation', 'abbr', 'jurabk', 'short_title', 'short-title');
  const url = first('url', 'source', 'link');
  return {
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    ...(kind === undefined ? {} : { kind: kind.toLowerCase() }),
    ...(abbreviation === undefined ? {} : { abbreviation }),
    ...(url !== undefined && /^https?:\/\//i.test(url) ? { url } : {}),
  };
}
