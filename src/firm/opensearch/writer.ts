/**
 * Writes the files of one collection. The row of a file names the passages that are written or deleted for it, before they are: after a
 * crash, the next writer deletes what is left over. If two write the same file, the one that read an older state of the row gives up.
 */
import * as z from 'zod/mini';
import type { PassageDocument } from '../../service/documents/passages.ts';
import type { FoundFile } from '../../service/documents/walk.ts';
import type { FileStamp, FileWriter } from '../../service/index/readFiles.ts';
import { t } from '../../service/translate.ts';
import { type BulkOperation, bulk, type Seen } from './bulk.ts';
import { accepted, type EngineClient } from './client.ts';
import { BLOCK, type Generation, IDS, type Layout } from './layout.ts';
import { fileOf, type Numbered, rowId, sectionId, stateId, toOperations, type Written } from './operations.ts';

export interface CollectionWriter extends FileWriter {
  /** Files that another writer changed meanwhile. The next scan reads them again. */
  readonly conflicts: number;
  /** How many files are left that were never read. The next `commit` lets readers know. */
  announce(unread: number): void;
  /** Removes all documents, and the row of the collection. */
  forget(): Promise<void>;
}

export interface WriterOptions {
  readonly collection: string;
  /** The name of a file inside the library. */
  readonly nameOf: (path: string) => string;
}

interface Known {
  readonly seen: Seen;
  readonly stamp: FileStamp | null;
  /** What the row contains, and what must still be deleted for it. */
  readonly current: Numbered | null;
  readonly stale: readonly Numbered[];
  /** It was announced, and nothing else was written. */
  readonly isPending?: boolean;
}

/** What happens to the row of a file. */
interface RowChange {
  readonly path: string;
  readonly token: number;
  readonly action: 'replace' | 'update' | 'delete';
  readonly source?: Readonly<Record<string, unknown>>;
}

interface Change {
  readonly path: string;
  readonly token: number;
  /** Null: the file is removed. */
  readonly row: Readonly<Record<string, unknown>> | null;
  readonly written: Written | null;
  readonly stamp: FileStamp | null;
}

/** Most characters of text, and most files, that are collected before they are sent. */
const MAX_TEXT = 4_000_000;
const MAX_FILES = 500;
/** Rows that are read at once, and milliseconds that it may take. */
const PAGE = 5000;
const PATIENCE = 120_000;

const numberedSchema = z.object({ id: z.int(), passages: z.int(), sections: z.int() });
const knownSchema = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _seq_no: z.int(),
        _primary_term: z.int(),
        _source: z.object({
          type: z.enum(['document', 'skipped', 'pending']),
          path: z.string(),
          size: z.optional(z.number()),
          mtime: z.optional(z.number()),
          id: z.optional(z.int()),
          passages: z.optional(z.int()),
          sections: z.optional(z.int()),
          stale: z.optional(z.array(numberedSchema)),
        }),
        sort: z.array(z.string()),
      }),
    ),
  }),
});
const rowSchema = z.object({
  found: z.boolean(),
  _seq_no: z.optional(z.int()),
  _primary_term: z.optional(z.int()),
  _source: z.optional(z.object({ token: z.optional(z.int()) })),
});

/** Without the text, which is not kept. */
const numbersOf = ({ id, passages, sections }: Numbered): Numbered => ({ id, passages, sections });

export function createCollectionWriter(
  client: EngineClient,
  layout: Pick<Layout, 'block'>,
  generation: Generation,
  { collection, nameOf }: WriterOptions,
): CollectionWriter {
  const { documents, passages } = generation;
  let rows: Map<string, Known> | null = null;
  const changes = new Map<string, Change>();
  let text = 0;
  let conflicts = 0;
  /** Whether something was written that is not searched yet. */
  let isBehind = false;
  const unread: { wanted: number | null; written: number | null } = { wanted: null, written: null };
  let next = 0;
  let end = 0;

  async function newNumber(): Promise<number> {
    if (next === end) {
      next = await layout.block();
      end = next + BLOCK;
    }
    next += 1;
    return next - 1;
  }

  const refresh = async () => {
    accepted(await client.send({ method: 'POST', path: `/${documents},${passages}/_refresh`, patience: PATIENCE }));
  };

  async function readRows(): Promise<Map<string, Known>> {
    await refresh();
    const found = new Map<string, Known>();
    let after: readonly string[] | undefined;
    for (;;) {
      const body = {
        size: PAGE,
        seq_no_primary_term: true,
        track_total_hits: false,
        query: { bool: { filter: [{ term: { collection } }], must_not: [{ terms: { type: ['section', 'state'] } }] } },
        sort: [{ path: 'asc' }],
        _source: ['type', 'path', 'size', 'mtime', 'id', 'passages', 'sections', 'stale'],
        ...(after && { search_after: after }),
      };
      const path = `/${documents}/_search?allow_partial_search_results=false`;
      const answer = accepted(await client.send({ method: 'POST', path, body, patience: PATIENCE }));
      const { hits } = knownSchema.parse(answer).hits;
      for (const { _source: source, _seq_no: seqNo, _primary_term: term } of hits) {
        const { type, path, size, mtime, id, passages: count = 0, sections = 0, stale = [] } = source;
        found.set(path, {
          seen: { seqNo, term },
          stamp: type !== 'pending' && size !== undefined && mtime !== undefined ? { size, mtime } : null,
          current: id === undefined ? null : { id, passages: count, sections },
          stale,
          isPending: type === 'pending',
        });
      }
      after = hits.at(-1)?.sort;
      if (hits.length < PAGE) return found;
    }
  }

  const known = async () => {
    if (rows === null) {
      rows = await readRows();
      await recover(rows);
    }
    return rows;
  };

  /** Changes rows, and returns the paths whose row another writer has changed. */
  async function changeRows(all: Map<string, Known>, wanted: readonly RowChange[]): Promise<Set<string>> {
    const operations = wanted.map(({ path, token, action, source }): BulkOperation => {
      const seen = all.get(path)?.seen;
      return {
        action: action === 'replace' ? (seen ? 'index' : 'create') : action,
        index: documents,
        id: rowId(collection, path),
        seen,
        source: { ...source, token },
      };
    });
    const lost = new Set<string>();
    for (const [at, result] of (await bulk(client, operations)).entries()) {
      const row = wanted[at];
      if (!row) continue;
      // A request that was sent twice conflicts with itself.
      const seen = result ?? (await ownState(row));
      if (seen === null) lost.add(row.path);
      else all.set(row.path, { stamp: null, current: null, stale: [], ...all.get(row.path), seen });
    }
    for (const path of lost) all.delete(path);
    return lost;
  }

  /** The state of the row if its last change is this one; else null. */
  async function ownState({ path, token, action }: RowChange): Promise<Seen | null> {
    const isDeleted = action === 'delete';
    const answer = await client.send({
      method: 'GET',
      path: `/${documents}/_doc/${rowId(collection, path)}?_source_includes=token`,
      patience: PATIENCE,
    });
    const row = rowSchema.parse(answer.body);
    if (!row.found) return isDeleted ? { seqNo: -1, term: -1 } : null;
    const { _seq_no: seqNo = -1, _primary_term: term = -1 } = row;
    return row._source?.token === token && !isDeleted ? { seqNo, term } : null;
  }

  function* deletesOf(stale: Iterable<Numbered>): Generator<BulkOperation, void, void> {
    for (const { id, passages: count, sections } of stale) {
      for (let at = 0; at < count; at += 1) yield { action: 'delete', index: passages, id: String(id * IDS + at) };
      for (let at = 0; at < sections; at += 1)
        yield { action: 'delete', index: documents, id: sectionId(id * IDS + at) };
    }
  }

  function* rowsOf(written: Iterable<Written>): Generator<BulkOperation, void, void> {
    for (const document of written) {
      for (const [id, source] of document.sectionRows) yield { action: 'index', index: documents, id, source };
      for (const [id, source] of document.passageRows()) yield { action: 'index', index: passages, id, source };
    }
  }

  async function flush(): Promise<void> {
    if (changes.size === 0) return;
    isBehind = true;
    const all = await known();
    const wanted = [...changes.values()];
    // What is about to be written is named first.
    const announced = wanted.flatMap(({ path, token, written }): RowChange[] => {
      if (!written) return [];
      const before = all.get(path);
      const stale = [...(before?.stale ?? []), numbersOf(written)];
      if (before) return [{ path, token, action: 'update', source: { stale } }];
      return [{ path, token, action: 'replace', source: { type: 'pending', collection, path, stale } }];
    });
    const overtaken = await changeRows(all, announced);
    const left = wanted.filter(({ path }) => !overtaken.has(path));
    await bulk(client, rowsOf(left.flatMap(({ written }) => written ?? [])));
    const replaced = new Map(
      left.map(({ path }) => {
        const { current = null, stale = [] } = all.get(path) ?? {};
        return [path, current ? [...stale, current] : stale];
      }),
    );
    const pending = (path: string) => ({ type: 'pending', collection, path });
    const lost = await changeRows(
      all,
      left.map(({ path, token, row }) => {
        const source = { ...(row ?? pending(path)), stale: replaced.get(path) ?? [] };
        return { path, token, action: 'replace', source };
      }),
    );
    await bulk(client, deletesOf(left.filter(({ path }) => lost.has(path)).flatMap(({ written }) => written ?? [])));
    await finish(
      all,
      left.filter(({ path }) => !lost.has(path)),
      replaced,
    );
    // After a failure they are written again, with the same numbers.
    changes.clear();
    text = 0;
    conflicts += overtaken.size + lost.size;
    if (overtaken.size + lost.size > 0) rows = null;
  }

  /** Deletes what was replaced, and then the note of it in the row. */
  async function finish(
    all: Map<string, Known>,
    done: readonly Change[],
    replaced: ReadonlyMap<string, readonly Numbered[]>,
  ): Promise<void> {
    await bulk(client, deletesOf(done.flatMap(({ path }) => replaced.get(path) ?? [])));
    await changeRows(
      all,
      done
        .filter(({ path, row }) => row === null || (replaced.get(path)?.length ?? 0) > 0)
        .map(({ path, token, row }) =>
          row === null ? { path, token, action: 'delete' } : { path, token, action: 'replace', source: row },
        ),
    );
    for (const { path, row, stamp, written } of done) {
      const seen = all.get(path)?.seen;
      if (row === null || !seen) all.delete(path);
      else all.set(path, { seen, stamp, current: written && numbersOf(written), stale: [] });
    }
  }

  /** Deletes what a writer that ended early has left. */
  async function recover(all: Map<string, Known>): Promise<void> {
    const left = [...all].filter(([, { stale, isPending }]) => stale.length > 0 || isPending);
    if (left.length === 0) return;
    isBehind = true;
    await bulk(client, deletesOf(left.flatMap(([, { stale }]) => stale)));
    const token = await newNumber();
    await changeRows(
      all,
      left.map(([path, { isPending }]) =>
        isPending ? { path, token, action: 'delete' } : { path, token, action: 'update', source: { stale: [] } },
      ),
    );
    for (const [path, { isPending }] of left) {
      const known = all.get(path);
      if (isPending) all.delete(path);
      else if (known) all.set(path, { ...known, stale: [] });
    }
  }

  async function change(next: Change, size: number): Promise<void> {
    // Two changes of one file are written one after the other.
    if (changes.has(next.path)) await flush();
    changes.set(next.path, next);
    text += size;
    if (text >= MAX_TEXT || changes.size >= MAX_FILES) await flush();
  }

  async function skip(file: FoundFile, reason: string): Promise<void> {
    const { path, size, mtime } = file;
    const row = { ...fileOf(collection, file), type: 'skipped', reason };
    await change({ path, token: await newNumber(), row, written: null, stamp: { size, mtime } }, 0);
  }

  /** Null: the document cannot be written. */
  function operationsOf(token: number, file: FoundFile, document: PassageDocument): Written | null {
    try {
      return toOperations(collection, token, file, nameOf(file.path), document);
    } catch {
      return null;
    }
  }

  async function remove(paths: Iterable<string>): Promise<void> {
    const all = await known();
    for (const path of paths)
      if (all.has(path) || changes.has(path))
        await change({ path, token: await newNumber(), row: null, written: null, stamp: null }, 0);
  }

  async function writeUnread(): Promise<void> {
    const { wanted, written } = unread;
    if (wanted === null || wanted === written) return;
    isBehind = true;
    const source = { type: 'state', collection, unread: wanted };
    await bulk(client, [{ action: 'index', index: documents, id: stateId(collection), source }]);
    unread.written = wanted;
  }

  return {
    get conflicts() {
      return conflicts;
    },
    announce(files) {
      unread.wanted = files;
    },
    async forget() {
      await remove([...(await known()).keys()]);
      await flush();
      await bulk(client, [{ action: 'delete', index: documents, id: stateId(collection) }]);
      await refresh();
    },
    async known() {
      const found = new Map<string, FileStamp>();
      for (const [path, { stamp }] of await known()) if (stamp) found.set(path, stamp);
      return found;
    },
    async *put(file, document) {
      yield;
      const token = await newNumber();
      const { path, size, mtime } = file;
      const written = operationsOf(token, file, document);
      if (written === null) {
        await skip(file, t('It could not be added to the index.'));
        return;
      }
      if (written.passages === 0) {
        await skip(file, t('It contains no text.'));
        return;
      }
      const length = document.passages.reduce((sum, passage) => sum + passage.text.length, 0);
      await change({ path, token, row: written.row, written, stamp: { size, mtime } }, length);
    },
    skip,
    remove,
    async commit() {
      await flush();
      await writeUnread();
      if (isBehind) await refresh();
      isBehind = false;
    },
    isStoreProblem: () => true,
  };
}
