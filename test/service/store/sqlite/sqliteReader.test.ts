import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { plainQuestion } from '../../../../src/protocol/question.ts';
import { createLibraryResearcher } from '../../../../src/service/research/libraryResearcher.ts';
import { IRC, open, readerOf, searchIn, temporaryFolder } from '../../temporary.ts';

async function libraryOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const library = open({ folders: [folder] });
  await library.ready();
  return library;
}

const CODE = '# § 179. Election to expense\n\n## (b) Limitations\n\nThe limit is adjusted for inflation.\n';

const MANY =
  'Under section 179(b)(1), § 168(k), § 263(a), § 162 and § 274(d), how are the cost of equipment, a vehicle, meals and travel deducted, limited, phased out and recaptured, and what must a taxpayer who elects to expense property keep as records?';

function countStatements() {
  const spies = (['all', 'get', 'iterate'] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}

it('a search runs a few statements, however many words, documents and citations it has', async () => {
  const library = open({ folders: [IRC] });
  await library.ready();
  const statements = countStatements();
  expect((await searchIn(library, MANY)).documents.length).toBeGreaterThan(5);
  expect(statements()).toBeLessThan(25);
});

it('an answer of deep research runs a few statements for each hop of references', async () => {
  const library = createLibraryResearcher({ folders: [IRC], indexDir: null });
  await library.ready();
  const request = {
    question: plainQuestion(MANY),
    context: [],
    askMode: 'tax_research_deep_research' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  const statements = countStatements();
  const steps: string[] = [];
  for await (const output of library.research(request, new AbortController().signal))
    if (output.type === 'step') steps.push(output.title);
  await library.close();
  expect(steps.filter((title) => title.startsWith('Following')).length).toBeGreaterThan(1);
  expect(statements()).toBeLessThan(60);
});

it('of copies of an authority one is returned, and of different documents each in the order of their paths', async () => {
  const library = await libraryOf({
    'a.md': CODE,
    'b/copy.md': CODE,
    'c.md': CODE.replace('inflation', 'the cost of living'),
  });
  const found = await (await readerOf(library)).byAuthority(['179', '179', '168']);
  expect(found.get('179')?.map(({ path }) => path.split(/[\\/]/).at(-1))).toEqual(['a.md', 'c.md']);
  expect(found.get('168')).toEqual([]);
});

it('subtopics belong to their topic, and a topic whose number begins with the same digits does not', async () => {
  const standard = readFileSync(join(import.meta.dirname, '../../../../samples/reference/asc-360-property.md'), 'utf8');
  const numbers = ['360', '360-10', '360-20', '3601'];
  const library = await libraryOf(
    Object.fromEntries(numbers.map((number) => [`${number}.md`, standard.replaceAll('360-10', number)])),
  );
  const keysOf = async (subtopics: boolean) => {
    const found = await (await readerOf(library)).byAuthority(['asc 360'], subtopics);
    return found.get('asc 360')?.map(({ authority }) => authority);
  };
  expect(await keysOf(false)).toEqual(['asc 360']);
  expect((await keysOf(true))?.toSorted()).toEqual(['asc 360', 'asc 360-10', 'asc 360-20']);
});

it('a node is found where it begins and where one inside of it begins, in the wanted passages only', async () => {
  const library = open({ folders: [IRC] });
  await library.ready();
  const reader = await readerOf(library);
  const [document] = (await reader.byAuthority(['179'])).get('179') ?? [];
  if (!document) throw new Error('§ 179 is missing.');
  const found = await reader.pinned([{ document: document.id, path: 'b' }]);
  expect(found.length).toBeGreaterThan(1);
  expect(found.every(({ pins }) => pins.some((pin) => pin === 'b' || pin.startsWith('b.')))).toBe(true);
  const last = found.at(-1)?.id ?? 0;
  const fromLast = await reader.pinned([{ document: document.id, path: 'b', first: last }]);
  expect(fromLast.map(({ id }) => id)).toEqual([last]);
  const toFirst = await reader.pinned([{ document: document.id, path: 'b', last: found[0]?.id ?? 0 }]);
  expect(toFirst).toEqual(found.slice(0, 1));
});

it('a label names files by whole parts of their paths, and no character in it stands for others', async () => {
  const library = await libraryOf({
    'q1/lease_1.md': '# One\n\nRent is due in May.\n',
    'q1/leaseX1.md': '# Two\n\nRent is due in June.\n',
    'q1/sublease_1.md': '# Three\n\nRent is due in July.\n',
  });
  const reader = await readerOf(library);
  const named = async (...labels: string[]) => (await reader.named(labels)).map(({ label }) => label);
  expect(await named('lease_1.md')).toEqual(['lease_1.md']);
  expect(await named('q1/lease_1.md', '%.md', '1.md')).toEqual(['q1/lease_1.md']);
});

it('a reader that is made after a change counts the passages and words of the changed library', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.md'), '# A\n\nA heron stands here.\n');
  const library = open({ folders: [folder] });
  await library.ready();
  const before = await readerOf(library);
  expect((await before.counts(['heron'])).get('heron')?.any).toBe(1);
  expect((await readerOf(library)).scope).toBe(before.scope);
  writeFileSync(join(folder, 'b.md'), '# B\n\nAnother heron stands there.\n');
  await library.refresh();
  const after = await readerOf(library);
  expect(after.scope.passages.own).toBe(before.scope.passages.own + 1);
  expect((await after.counts(['heron'])).get('heron')?.any).toBe(2);
});

it('a cancelled question reads nothing more, and its answer ends without an error', async () => {
  const library = createLibraryResearcher({ folders: [IRC], indexDir: null });
  onTestFinished(() => library.close());
  await library.ready();
  const request = {
    question: plainQuestion(MANY),
    context: [],
    askMode: 'tax_research_deep_research' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  const caller = new AbortController();
  const statements = countStatements();
  let read = 0;
  const after: string[] = [];
  for await (const output of library.research(request, caller.signal)) {
    if (caller.signal.aborted) after.push(output.type);
    else if (output.type === 'step' && output.title.startsWith('Following')) {
      caller.abort();
      read = statements();
    }
  }
  expect(read).toBeGreaterThan(0);
  expect(statements()).toBe(read);
  expect(after.filter((type) => type !== 'step')).toEqual([]);
});

it('a question that holds the thread for long notices its cancellation before it reads again', async () => {
  const library = await libraryOf({ 'a.md': '# A\n\nA heron stands here.\n' });
  const caller = new AbortController();
  const reader = await library.reader(caller.signal);
  const later = performance.now() + 60;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  setImmediate(() => caller.abort(new Error('Cancelled.')));
  await expect(reader.counts(['heron'])).rejects.toThrow('Cancelled.');
});
