/** What every store of the library does, as tests. A store passes a function that makes a reader of a folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { lookUpAuthority } from '../../../src/service/search/lookUpAuthority.ts';
import { search } from '../../../src/service/search/search.ts';
import { stem } from '../../../src/service/search/stem.ts';
import type { LibraryReader, WantedTerm } from '../../../src/service/store/libraryReader.ts';
import { type Comparable, comparable } from './comparable.ts';

/** Reads the folder, and makes a reader of what is in it now. */
export type OpenReader = (folder: string, signal?: AbortSignal) => Promise<LibraryReader>;

const STANDARD = readFileSync(join(import.meta.dirname, '../../../samples/reference/asc-360-property.md'), 'utf8');
const CODE = `# § 179. Election to expense

## (a) Treatment as expenses

A taxpayer may elect to treat the cost of any section 179 property as an expense.

## (b) Limitations

(1) Dollar limitation. The aggregate cost shall not exceed $2,500,000.

(2) Reduction. The limitation is reduced by the cost above $4,000,000.
`;
const LAW = `# Einkommensteuergesetz (EStG)

## § 15 Einkünfte aus Gewerbebetrieb

(1) Einkünfte aus Gewerbebetrieb sind Einkünfte aus gewerblichen Unternehmen.

## §§ 18 bis 20 Selbständige Arbeit

(1) Einkünfte aus selbständiger Arbeit sind Einkünfte aus freiberuflicher Tätigkeit.
`;
const LEASE =
  '# Lease of ships\n\nThe rent of the ship is due in April.\n\n## Deposit\n\nThe deposit of the herons is 300.\n';

const FILES = {
  'law/179.md': CODE,
  'law/copy/179.md': CODE,
  'law/estg.md': LAW,
  ...Object.fromEntries(
    ['360', '360-10', '360-20', '3601'].map((number) => [
      `law/asc/${number}.md`,
      STANDARD.replaceAll('360-10', number),
    ]),
  ),
  'a/lease.md': LEASE,
  'b/lease.md': LEASE,
  'b/Sub Lease_1.md': LEASE.replace('April', 'March'),
  'c/100% * done?.md': '# Done\n\nThe herons stand here and herons stand there.\n',
  'c/empty.md': '',
};

const wanted = (...words: string[]): WantedTerm[] =>
  words.map((word) => ({ forms: [word], stems: [stem(word)], weight: 1 }));

/** Texts that mean something in a language of queries. */
const HOSTILE = [
  '"',
  "' OR 1=1 --",
  '* OR *:*',
  'title:(lease)',
  '{"match_all":{}}',
  '\\',
  '%',
  '?',
  'NEAR(a b)',
  '\u0000',
  '}\n{"index":"x"}',
  'x'.repeat(40_000),
];

export function storeContract(open: OpenReader): void {
  function folderOf(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-contract-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  async function library(): Promise<Comparable & { readonly reader: LibraryReader; readonly folder: string }> {
    const folder = folderOf(FILES);
    const reader = await open(folder);
    return { reader, folder, ...(await comparable(reader, folder)) };
  }

  it('the scope has the passages of each lane, and a stem is counted in each', async () => {
    const { reader, paths, passages } = await library();
    // A text of a law in the user's folder, without a note of its publisher, is a document of the user.
    const isOfLaw = (path: string) => path.startsWith('law') && path !== 'law/estg.md';
    const count = (isLaw: boolean) =>
      paths.filter((path) => isOfLaw(path) === isLaw).reduce((sum, path) => sum + passages(path).length, 0);
    expect(reader.scope.passages).toEqual({ own: count(false), law: count(true) });
    const counts = await reader.counts(['heron', 'expens', stem('expense'), 'unknown', ...HOSTILE]);
    expect(counts.get('heron')).toEqual({ own: 4, law: 0, any: 4 });
    expect(counts.get('unknown')).toEqual({ own: 0, law: 0, any: 0 });
    expect(counts.get(stem('expense'))?.law).toBeGreaterThan(0);
    for (const text of HOSTILE) expect(counts.get(text)?.any).toBe(0);
  });

  it('the passages with the rarest words come first, those of a copy are left out, and a named original is the one that is found', async () => {
    const { reader, document, named } = await library();
    const found = async (original: string) => {
      const [first] = await reader.best(wanted('deposit'), new Map());
      const originals = new Map([[first?.digest ?? '', document(original)]]);
      return named(
        (await reader.best(wanted('herons', 'deposit'), originals)).map((hit) => ({ document: hit.document })),
      );
    };
    const others = [{ document: 'b/Sub Lease_1.md' }, { document: 'c/100% * done?.md' }];
    for (const path of ['a/lease.md', 'b/lease.md']) {
      const documents = await found(path);
      expect(documents).toHaveLength(3);
      expect(documents).toEqual(expect.arrayContaining([{ document: path }, ...others]));
    }
    const unnamed = named(
      (await reader.best(wanted('herons', 'deposit'), new Map())).map((hit) => ({ document: hit.document })),
    );
    expect(unnamed).toHaveLength(3);
    const [first] = await reader.best(wanted('deposit'), new Map());
    const originals = new Map([[first?.digest ?? '', document('b/lease.md')]]);
    const hits = await reader.best(wanted('herons', 'deposit'), originals);
    const rows = await reader.passages(hits.map(({ id }) => id));
    for (const { id, document: of } of hits) expect(rows.find((row) => row.id === id)?.document).toBe(of);
    expect(hits.map(({ score }) => score)).toEqual(
      hits.map(({ score }) => score).toSorted((one, other) => other - one),
    );
  });

  it('a hit says whether its document is one authority, and not a law with many sections or a document of the user', async () => {
    const { reader, document } = await library();
    const hits = await reader.best(wanted('limitation', 'herons', '18'), new Map());
    const found = new Map(hits.map((hit) => [hit.document, hit.isOneAuthority]));
    expect(['law/179.md', 'law/estg.md', 'b/Sub Lease_1.md'].map((path) => found.get(document(path)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('words that are written in a language of queries find nothing, and no words find nothing', async () => {
    const { reader } = await library();
    expect(await reader.best([], new Map())).toEqual([]);
    expect(await reader.best(wanted('unknownword'), new Map())).toEqual([]);
    for (const text of HOSTILE) {
      expect(await reader.named([text])).toEqual([]);
      expect((await reader.byAuthority([text], true)).get(text)).toEqual([]);
      expect(await reader.sections([text])).toEqual([]);
      expect(await reader.pathsEndingWith(`${text}.pdf`)).toEqual([]);
    }
    const { documents } = await search(reader, plainQuestion(`${HOSTILE.join(' ')} herons`));
    expect(documents.length).toBeGreaterThan(0);
  });

  it('an authority has one document for each content in the order of paths, and then those of its subtopics if they are wanted', async () => {
    const { reader, named } = await library();
    const pathsOf = async (key: string, subtopics: boolean) =>
      (await reader.byAuthority([key, key, 'asc 999'], subtopics)).get(key)?.map(({ path }) => named(path));
    expect(await pathsOf('179', false)).toEqual(['law/179.md']);
    expect(await pathsOf('asc 360', false)).toEqual(['law/asc/360.md']);
    expect(await pathsOf('asc 360', true)).toEqual(['law/asc/360.md', 'law/asc/360-10.md', 'law/asc/360-20.md']);
    expect((await reader.byAuthority(['asc 999'])).get('asc 999')).toEqual([]);
  });

  it('documents and passages are returned by their ids, and an id of no row is left out', async () => {
    const { reader, document, passages, named } = await library();
    const id = document('a/lease.md');
    const rows = await reader.documents([id, id, 123_456_789]);
    expect([...rows.keys()]).toEqual([id]);
    expect(named(rows.get(id))).toMatchObject({
      path: 'a/lease.md',
      title: 'Lease of ships',
      isAuthority: false,
      passages: 2,
    });
    const ids = passages('a/lease.md');
    const found = await reader.passages([...ids].reverse().concat(ids, 123_456_789));
    expect(found.map((row) => row.id)).toEqual(ids);
    expect(found[1]).toMatchObject({ heading: 'Deposit', text: 'The deposit of the herons is 300.', document: id });
    expect(await reader.passagesOf([id])).toEqual(found);
    expect(await reader.firstPassages([id, 123_456_789])).toEqual(new Map([[id, ids[0]]]));
    expect(ids).toEqual(ids.map((_, at) => (ids[0] ?? 0) + at));
  });

  it('a node is found where it begins and where one inside of it begins, in the wanted passages only', async () => {
    const { reader, document, passages, named } = await library();
    const path = 'law/179.md';
    const pinned = async (node: string, range = {}) =>
      named(await reader.pinned([{ document: document(path), path: node, ...range }]));
    const inside = [{ id: `${path} 1`, document: path, pins: expect.arrayContaining(['b', 'b.1', 'b.2']) }];
    expect(await pinned('b')).toEqual(inside);
    expect(await pinned('b.1')).toEqual(inside);
    expect(await pinned('b.11')).toEqual([]);
    const last = passages(path).at(-1) ?? 0;
    expect(await pinned('b', { first: last, last })).toEqual(inside);
    expect(await pinned('b', { first: last + 1 })).toEqual([]);
    expect(await pinned('b', { last: last - 1 })).toEqual([]);
  });

  it('a section is found by its number, with its passages and the names of its law', async () => {
    const { reader, named } = await library();
    const sections = await reader.sections(['15', '15', '17', '18', '20', '21']);
    expect(named(sections)).toMatchObject([
      { document: 'law/estg.md', number: '15', firstPassage: 'law/estg.md 0', lastPassage: 'law/estg.md 0' },
      { document: 'law/estg.md', number: '18', firstPassage: 'law/estg.md 1', lastPassage: 'law/estg.md 1' },
      { document: 'law/estg.md', number: '20', firstPassage: 'law/estg.md 1', lastPassage: 'law/estg.md 1' },
    ]);
    expect(sections[0]?.names).toContain('estg');
    const rows = await reader.passages([sections[1]?.firstPassage ?? 0]);
    expect(rows[0]?.section).toBe(sections[1]?.id);
  });

  it('headings are listed with the first passage below them, and found by their words in a row', async () => {
    const { reader, document, named } = await library();
    const id = document('law/179.md');
    const headings = await reader.headings([id]);
    expect(named(headings)).toEqual([
      { document: 'law/179.md', heading: '(a) Treatment as expenses', id: 'law/179.md 0' },
      { document: 'law/179.md', heading: '(b) Limitations', id: 'law/179.md 1' },
    ]);
    const below = [{ document: id, heading: '(b) Limitations' }];
    expect(await reader.firstBelow([...below, { document: id, heading: '(b)' }])).toEqual(headings.slice(1));
  });

  it('a label names files by whole parts of their paths, and a path is found by its end', async () => {
    const { reader, folder, named } = await library();
    const labels = async (...all: string[]) => (await reader.named(all)).map(({ label }) => label);
    expect(await labels('a/lease.md', 'ease.md', '1.md')).toEqual(['a/lease.md']);
    expect(await labels('lease.md')).toEqual(['lease.md', 'lease.md']);
    expect(await labels('Sub Lease%1.md', 'lease_1.md')).toEqual([]);
    expect(named(await reader.pathsEndingWith('lease_1.md'))).toEqual(['b/Sub Lease_1.md']);
    expect(named(await reader.pathsEndingWith('/lease.md'))).toEqual(['a/lease.md', 'b/lease.md']);
    expect((await reader.pathsEndingWith('.md')).every((path) => path.startsWith(folder))).toBe(true);
  });

  it('documents are listed in the order of their paths, and no character of the wanted words stands for others', async () => {
    const { reader, folder } = await library();
    const list = async (from: string, limit: number, containing: string) =>
      (await reader.list(from, limit, containing)).map(({ path }) => path.slice(folder.length + 1));
    expect(await list('', 3, '')).toEqual(['a/lease.md', 'b/Sub Lease_1.md', 'b/lease.md']);
    expect(await list(join(folder, 'b/T'), 10, 'LEASE')).toEqual(['b/lease.md']);
    expect(await list('', 10, '100% * d')).toEqual(['c/100% * done?.md']);
    for (const text of ['l*e', '?ease', 'b\\', '%']) expect(await list('', 10, `sub ${text}`)).toEqual([]);
    expect(await list('', 10, 'empty')).toEqual([]);
    expect(await reader.kinds()).toEqual([...(await reader.kinds())].toSorted());
  });

  it('an authority is looked up by its exact path', async () => {
    const { reader } = await library();
    const found = await lookUpAuthority(reader, { key: '179', pin: 'b.1', base: '179' }, 1000);
    expect(found).toMatchObject({ match: 'exact', text: expect.stringContaining('$2,500,000') });
  });

  it('after a change a new reader finds the changed text only, and the scope is the same object until then', async () => {
    const folder = folderOf({ 'a.md': '# A\n\nA heron stands here.\n', 'b.md': '# B\n\nAn egret stands here.\n' });
    const before = await open(folder);
    expect((await open(folder)).scope).toBe(before.scope);
    writeFileSync(join(folder, 'a.md'), '# A\n\nA stork stands here and there.\n');
    rmSync(join(folder, 'b.md'));
    const after = await open(folder);
    const count = async (word: string) => (await after.counts([word])).get(word)?.any;
    expect([await count('heron'), await count('stork'), await count('egret')]).toEqual([0, 1, 0]);
    expect(await after.best(wanted('heron', 'egret'), new Map())).toEqual([]);
    expect(after.scope).not.toBe(before.scope);
    expect(after.scope.passages.own).toBe(1);
  });

  it('after its signal aborts, every method of a reader rejects with the reason', async () => {
    const folder = folderOf({ 'a.md': '# A\n\nA heron stands here.\n' });
    const caller = new AbortController();
    const reader = await open(folder, caller.signal);
    caller.abort(new Error('The caller has gone.'));
    const calls = [
      () => reader.counts(['stork']),
      () => reader.best(wanted('heron'), new Map()),
      () => reader.byAuthority(['179']),
      () => reader.documents([1]),
      () => reader.passages([1]),
      () => reader.passagesOf([1]),
      () => reader.firstPassages([1]),
      () => reader.pinned([{ document: 1, path: 'a' }]),
      () => reader.sections(['1']),
      () => reader.headings([1]),
      () => reader.firstBelow([{ document: 1, heading: 'A' }]),
      () => reader.named(['a.md']),
      () => reader.pathsEndingWith('a.md'),
      () => reader.list('', 1, ''),
      () => reader.kinds(),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow('The caller has gone.');
  });
}
