/** A library in OpenSearch as a reader of some of its collections. All that is wanted of one kind is one request. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type DocumentRow,
  type Heading,
  type LibraryReader,
  MAX_HEADINGS,
  MAX_SECTIONS,
  type PassageRow,
} from '../../service/store/libraryReader.ts';
import { bestPassages } from './best.ts';
import { type CountedScope, countStems, meanLength, type Size } from './counts.ts';
import { IDS } from './layout.ts';
import { type EngineHit, kindsSchema, toDocument, toPassage, toSection } from './rows.ts';
import type { Clause, Search, Searches } from './searches.ts';

/** Ids of one search, and clauses that have parts. */
const MAX_IDS = 5000;
const MAX_CLAUSES = 250;
/** Rows that one search returns at most. */
const MAX_ROWS = 10_000;
/** Longer than any path of a file. */
const MAX_PATH = 5000;
/** Kinds of documents that are listed. */
const MAX_KINDS = 1000;

const DOCUMENT = [
  'id',
  'path',
  'name',
  'title',
  'isAuthority',
  'language',
  'authority',
  'abbreviation',
  'kind',
  'date',
  'url',
  'digest',
  'passages',
  'topics',
];
const SECTION = [
  'id',
  'document',
  'number',
  'pin',
  'title',
  'firstPassage',
  'lastPassage',
  'authority',
  'abbreviation',
  'names',
];

const isDocument = { term: { type: 'document' } };

export interface OpenSearchReader extends LibraryReader {
  /** How many documents the collections have, and how many more the indexer has found and not read yet. */
  readonly size: number;
  readonly unread: number;
  /** The document whose name in its collection has this digest. */
  withDigest(digest: string): Promise<{ readonly path: string; readonly title: string } | null>;
}

export function createOpenSearchReader(
  searches: Searches,
  countedScope: CountedScope,
  { documents: size, unread }: Pick<Size, 'documents' | 'unread'>,
): OpenSearchReader {
  const { run, all } = searches;
  const { scope, counts } = countedScope;

  /** The rows with one of these values, in the order of their ids. */
  async function withOne<Row extends { readonly id: number }>(
    index: Search['index'],
    field: string,
    values: readonly (number | string)[],
    {
      columns,
      toRow,
      filter = [],
    }: { columns: readonly string[] | 'all'; toRow: (hit: EngineHit) => Row; filter?: readonly Clause[] },
  ): Promise<Row[]> {
    const found: Row[] = [];
    for (const part of inParts([...new Set(values)], MAX_IDS)) {
      const hits = await all({ index, filter: [{ terms: { [field]: part } }, ...filter] }, 'id', columns);
      found.push(...hits.map(toRow));
    }
    return found.sort((one, other) => one.id - other.id);
  }

  const inOrder = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
    rows.toSorted((one, other) => one.id - other.id);
  // A document gets another number for each state, so that its rows do not change while the question is answered.
  const knownDocuments = new Map<number, DocumentRow>();
  const knownWholes = new Map<number, readonly PassageRow[]>();

  async function documentsById(ids: readonly number[]): Promise<DocumentRow[]> {
    const unknown = ids.filter((id) => !knownDocuments.has(id));
    const options = { columns: DOCUMENT, toRow: toDocument, filter: [isDocument] };
    for (const row of await withOne('documents', 'id', unknown, options)) knownDocuments.set(row.id, row);
    return inOrder([...new Set(ids)].flatMap((id) => knownDocuments.get(id) ?? []));
  }

  const readPassages = (field: 'id' | 'document', values: readonly number[]) =>
    withOne('passages', field, values, { columns: 'all', toRow: toPassage });

  async function passagesById(ids: readonly number[]): Promise<PassageRow[]> {
    const wanted = new Set(ids);
    const whole = [...new Set(ids.map(documentOf))].flatMap((id) => knownWholes.get(id) ?? []);
    const others = await readPassages(
      'id',
      ids.filter((id) => !knownWholes.has(documentOf(id))),
    );
    return inOrder([...whole.filter(({ id }) => wanted.has(id)), ...others]);
  }

  async function passagesOf(documents: readonly number[]): Promise<PassageRow[]> {
    const unknown = documents.filter((id) => !knownWholes.has(id));
    const read = Map.groupBy(await readPassages('document', unknown), ({ document }) => document);
    for (const id of unknown) knownWholes.set(id, read.get(id) ?? []);
    return inOrder([...new Set(documents)].flatMap((id) => knownWholes.get(id) ?? []));
  }

  async function readHeadings(documents: readonly number[]): Promise<Heading[]> {
    const results = await run(
      documents.map((document) => ({
        index: 'passages',
        filter: [{ term: { document } }, { term: { opens: true } }],
        body: { size: MAX_HEADINGS, sort: [{ id: 'asc' }], _source: HEADING, track_total_hits: false },
      })),
    );
    return results.flatMap((result) => (result.hits?.hits ?? []).map(toHeading));
  }

  return {
    scope,
    size,
    unread,
    async withDigest(digest) {
      const [result] = await run([
        {
          index: 'documents',
          filter: [isDocument, { term: { nameDigest: digest } }],
          body: { size: 1, _source: ['path', 'title', 'collection'], track_total_hits: false },
        },
      ]);
      const [hit] = result?.hits?.hits ?? [];
      return hit ? titledSchema.parse(hit._source) : null;
    },
    async counts(stems) {
      const counted = await countStems(searches, counts, stems);
      return new Map([...counted].map(([each, { own, law, any }]) => [each, { own, law, any }]));
    },
    async best(terms, originals) {
      const stems = terms.flatMap((term) => term.stems);
      const [counted, mean] = await Promise.all([
        countStems(searches, counts, stems),
        meanLength(searches, countedScope),
      ]);
      return bestPassages(searches, scope, { counts: counted, meanLength: mean }, terms, originals);
    },
    async byAuthority(keys, subtopics = false) {
      const wanted = [...new Set(keys)].filter((key) => key !== '');
      const found = new Map<string, DocumentRow[]>(keys.map((key) => [key, []]));
      const topics = subtopics ? wanted.filter((key) => key.includes(' ')) : [];
      const fields = [['authority', wanted] as const, ['topics', topics] as const];
      const results = await run(
        fields
          .filter(([, values]) => values.length > 0)
          .map(([field, values]) => ({
            index: 'documents',
            filter: [isDocument, { terms: { [field]: values } }],
            body: {
              size: MAX_ROWS,
              _source: [...DOCUMENT, 'collection'],
              // The first document of each content.
              collapse: { field: 'content' },
              sort: [{ id: 'asc' }],
              track_total_hits: false,
            },
          })),
      );
      for (const hit of results.flatMap((result) => result.hits?.hits ?? [])) {
        const row = toDocument(hit);
        for (const key of [row.authority, ...topicsOf(hit)]) {
          const rows = found.get(key);
          const isWanted = key === row.authority || topics.includes(key);
          if (isWanted && rows?.every(({ digest }) => digest !== row.digest)) rows.push(row);
        }
      }
      for (const [key, rows] of found) {
        const isSubtopic = ({ authority }: DocumentRow) => Number(authority !== key);
        rows.sort((one, other) => isSubtopic(one) - isSubtopic(other) || compareBytes(one.path, other.path));
      }
      return found;
    },
    documents: async (ids) => new Map((await documentsById(ids)).map((row) => [row.id, row])),
    passages: passagesById,
    passagesOf,
    firstPassages: async (documents) =>
      new Map((await documentsById(documents)).filter(({ passages }) => passages > 0).map(({ id }) => [id, id * IDS])),
    async pinned(wanted) {
      const found = new Map<number, { id: number; document: number; pins: string[] }>();
      for (const part of inParts(wanted, MAX_CLAUSES)) {
        const should = part.map(({ document, path, first = 0, last = Number.MAX_SAFE_INTEGER }) => ({
          bool: {
            filter: [{ term: { document } }, { term: { nodes: path } }, { range: { id: { gte: first, lte: last } } }],
          },
        }));
        const hits = await all(anyOf('passages', should), 'id', ['id', 'document', 'row.pins']);
        for (const { _source: source } of hits) {
          const { id, document, row } = pinnedSchema.parse(source);
          found.set(id, { id, document, pins: row.pins });
        }
      }
      return [...found.values()].sort((one, other) => one.id - other.id);
    },
    async sections(numbers) {
      const results = await run(
        [...new Set(numbers)].map((number) => ({
          index: 'documents',
          filter: [{ term: { type: 'section' } }, { term: { number } }],
          body: {
            size: MAX_SECTIONS,
            sort: [{ isAuthority: 'desc' }, { path: 'asc' }, { id: 'asc' }],
            _source: [...SECTION, 'collection'],
            track_total_hits: false,
          },
        })),
      );
      return results.flatMap((result) => (result.hits?.hits ?? []).map(toSection));
    },
    async headings(documents) {
      const wanted = [...new Set(documents)];
      const known = wanted.flatMap((id) => headingsIn(knownWholes.get(id) ?? []));
      return inOrder([...known, ...(await readHeadings(wanted.filter((id) => !knownWholes.has(id))))]);
    },
    async firstBelow(wanted) {
      const found: Heading[] = [];
      for (const part of inParts(wanted, MAX_CLAUSES)) {
        const should = part.map(({ document, heading }) => ({
          bool: { filter: [{ term: { document } }, { term: { headingDigest: digestOfHeading(heading) } }] },
        }));
        const opening = { term: { opens: true } };
        found.push(...(await all(anyOf('passages', should, opening), 'id', HEADING)).map(toHeading));
      }
      return found;
    },
    async named(labels) {
      const wanted = new Set(labels);
      const columns = ['id', 'digest', 'tails'];
      const hits: EngineHit[] = [];
      for (const part of inParts([...wanted], MAX_IDS))
        hits.push(
          ...(await all({ index: 'documents', filter: [isDocument, { terms: { tails: part } }] }, 'id', columns)),
        );
      return hits.flatMap(({ _source: source }) => {
        const { id, digest, tails } = namedSchema.parse(source);
        return tails.filter((tail) => wanted.has(tail)).map((label) => ({ label, id, digest }));
      });
    },
    async pathsEndingWith(ending) {
      if (ending.length > MAX_PATH) return [];
      const prefix = { prefix: { reversedPath: reversed(ending) } };
      const hits = await all({ index: 'documents', filter: [isDocument, prefix] }, 'path', ['path']);
      return hits.map(({ _source: source }) => pathSchema.parse(source).path);
    },
    async list(from, limit, containing) {
      if (containing.length > MAX_PATH) return [];
      const contains = { wildcard: { lowerPath: { value: `*${lowerAscii(containing).replace(/[\\*?]/g, '\\$&')}*` } } };
      const filter = [isDocument, { range: { path: { gte: from } } }, ...(containing === '' ? [] : [contains])];
      const [result] = await run([
        {
          index: 'documents',
          filter,
          body: {
            size: Math.min(limit, MAX_ROWS),
            sort: [{ path: 'asc' }],
            _source: ['path', 'title', 'kind', 'date', 'size', 'mtime', 'collection'],
            track_total_hits: false,
          },
        },
      ]);
      return (result?.hits?.hits ?? []).map(({ _source: source }) => listedSchema.parse(source));
    },
    async kinds() {
      const [result] = await run([
        {
          index: 'documents',
          filter: [isDocument],
          body: { size: 0, aggs: { kinds: { terms: { field: 'kind', size: MAX_KINDS, order: { _key: 'asc' } } } } },
        },
      ]);
      return kindsSchema.parse(result?.aggregations?.kinds).buckets.map(({ key }) => key);
    },
  };
}

const HEADING = ['id', 'document', 'row.heading', 'collection'];
const headingSchema = z.object({ id: z.int(), document: z.int(), row: z.object({ heading: z.string() }) });
const pinnedSchema = z.object({ id: z.int(), document: z.int(), row: z.object({ pins: z.array(z.string()) }) });
const namedSchema = z.object({ id: z.int(), digest: z.string(), tails: z.array(z.string()) });
const pathSchema = z.object({ path: z.string() });
const titledSchema = z.object({ path: z.string(), title: z.string() });
const topicsSchema = z.object({ topics: z.array(z.string()) });
const listedSchema = z.object({
  path: z.string(),
  title: z.string(),
  kind: z.nullable(z.string()),
  date: z.nullable(z.string()),
  size: z.number(),
  mtime: z.number(),
});

function toHeading({ _source: source }: EngineHit): Heading {
  const { id, document, row } = headingSchema.parse(source);
  return { document, heading: row.heading, id };
}

/** The headings of a whole document. */
function headingsIn(passages: readonly PassageRow[]): Heading[] {
  const first = new Map<string, Heading>();
  for (const { document, heading, id } of passages)
    if (!first.has(heading)) first.set(heading, { document, heading, id });
  return [...first.values()].slice(0, MAX_HEADINGS);
}

const documentOf = (passage: number): number => Math.floor(passage / IDS);

function topicsOf({ _source: source }: EngineHit): string[] {
  return topicsSchema.parse(source).topics;
}

function anyOf(index: Search['index'], should: readonly Clause[], ...others: Clause[]) {
  return { index, filter: [{ bool: { should, minimum_should_match: 1 } }, ...others] };
}

function inParts<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/** The order of the bytes of UTF-8, as SQLite and the engine sort. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** A heading as a value of fixed length: a term of the engine is limited. */
export function digestOfHeading(heading: string): string {
  return createHash('sha1').update(heading).digest('base64');
}

/** The letters of ASCII in lower case, as SQLite compares paths. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function reversed(text: string): string {
  return [...text].reverse().join('');
}
