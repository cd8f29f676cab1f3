/** Readers of two stores give different ids to the same rows. Here the rows have names instead: paths, and the places of passages. */
import type { LibraryReader } from '../../../src/service/store/libraryReader.ts';

/** Documents of a library of the tests. */
const MAX_DOCUMENTS = 100_000;

export interface Comparable {
  readonly paths: readonly string[];
  /** The document with this path. */
  document(path: string): number;
  /** The ids of the passages of a document, in its order. */
  passages(path: string): readonly number[];
  /** A value in which each id of a document, a passage or a section is the name of its row. */
  named(value: unknown): unknown;
}

export async function comparable(reader: LibraryReader, folder: string): Promise<Comparable> {
  const inside = (path: string) => path.slice(folder.length + 1).replaceAll('\\', '/');
  const listed = await reader.list('', MAX_DOCUMENTS, '');
  const rows = await reader.named(listed.map(({ path }) => path.replaceAll('\\', '/')));
  const ids = new Map(rows.map(({ label, id }) => [label.slice(folder.length + 1), id]));
  const names = new Map<number, string>();
  const passages = new Map<string, number[]>();
  for (const [path, document] of ids) {
    const own = await reader.passagesOf([document]);
    passages.set(
      path,
      own.map(({ id }) => id),
    );
    for (const [at, { id }] of own.entries()) names.set(id, `${path} ${at}`);
  }
  const documents = new Map([...ids].map(([path, id]) => [id, path]));

  const named = (value: unknown, key = ''): unknown => {
    if (value instanceof Map)
      return [...value].map(([each, own]) => [
        typeof each === 'number' ? (documents.get(each) ?? each) : each,
        named(own),
      ]);
    if (Array.isArray(value)) return value.map((each) => named(each));
    if (typeof value === 'object' && value !== null) return ofObject(value);
    if (typeof value === 'string') return value.startsWith(folder) ? inside(value) : value;
    if (typeof value !== 'number') return value;
    if (['firstPassage', 'lastPassage'].includes(key)) return names.get(value) ?? value;
    return key === 'document' ? (documents.get(value) ?? value) : value;
  };
  const ofObject = (value: object): unknown =>
    Object.fromEntries(
      Object.entries(value).map(([key, own]) => {
        if (key === 'section') return [key, own === null ? null : 'a section'];
        // A row of a document has no other document.
        if (key === 'id' && 'firstPassage' in value) return [key, 'a section'];
        if (key === 'id') return [key, ('document' in value ? names : documents).get(Number(own)) ?? own];
        return [key, named(own, key)];
      }),
    );
  return {
    paths: [...ids.keys()].toSorted(),
    document: (path) => ids.get(path) ?? -1,
    passages: (path) => passages.get(path) ?? [],
    named: (value) => named(value),
  };
}
