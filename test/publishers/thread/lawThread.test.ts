import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lawReader } from '../../../src/publishers/lawReader.ts';
import { findWork } from '../../../src/publishers/publishers.ts';
import { createLawThread } from '../../../src/publishers/thread/lawThread.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { FIXTURES } from '../support/readLaw.ts';

const ENTRY = join(import.meta.dirname, '../../../src/publishers/thread/main.ts');
const HEAD =
  '<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0"><meta><docNumber>26</docNumber></meta><main><title><num value="26">Title 26</num><heading>CODE</heading>';
const TAIL = '</title></main></uscDoc>';
const section = (number: number, text: string) =>
  `<section identifier="/us/usc/t26/s${number}"><num value="${number}">§ ${number}.</num><heading>Rule</heading>${text}</section>`;

function setUp() {
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('The title is not known.');
  const folder = temporaryFolder();
  const source = join(folder, 'source');
  const target = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  const offer = { url: 'https://example.org/usc26.zip', state: '119-100', asOf: '2026-06-26', label: '' };
  const read = (into: string, reader = createLawThread(ENTRY), { signal } = new AbortController()) =>
    reader.convert(chosen, offer, source, into, signal);
  return { source, target, read };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'utf8')])
    .toSorted();

it('a file that is read in a thread becomes the same files as one that is read in the thread of the caller', async () => {
  const { source, target, read } = setUp();
  writeFileSync(source, readFileSync(join(FIXTURES, 'usc26@119-100.two.xml')));
  const [own, other] = [target('own'), target('other')];
  expect(await read(other)).toEqual(await read(own, lawReader));
  expect(filesIn(other)).toEqual(filesIn(own));
  expect(filesIn(other)).toHaveLength(5);
});

it('the reason why a file is refused, and the code of an error of the file system, reach the caller', async () => {
  const { source, target, read } = setUp();
  writeFileSync(source, HEAD + section(1, '<content>cut off'));
  await expect(read(target('law'))).rejects.toMatchObject({ name: 'PublisherError', problem: 'damaged' });
  await expect(read(join(source, 'law'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('a section of a million elements is refused as too large instead of taking the memory of the process', async () => {
  const { source, target, read } = setUp();
  writeFileSync(source, HEAD + section(1, '<p>x</p>'.repeat(1_200_000)) + TAIL);
  await expect(read(target('law'))).rejects.toMatchObject({ problem: 'tooLarge' });
});

it('reading that is stopped rejects with the reason, and the next one completes it', async () => {
  const { source, target, read } = setUp();
  const law = (count: number) =>
    HEAD +
    Array.from({ length: count }, (_, at) => section(at + 1, '<content><p>Text of the rule.</p></content>')).join('') +
    TAIL;
  // Takes the thread many seconds, so that it is stopped in the middle on a busy machine too.
  writeFileSync(source, law(30_000));
  const folder = target('law');
  const stop = new AbortController();
  const reason = new Error('stopped');
  const written = () => filesIn(folder).length;
  const reading = expect(read(folder, createLawThread(ENTRY), stop)).rejects.toBe(reason);
  await expect.poll(written, { interval: 5 }).toBeGreaterThan(100);
  stop.abort(reason);
  await reading;
  expect(written()).toBeLessThan(30_000);
  writeFileSync(source, law(1000));
  await expect(read(folder)).resolves.toMatchObject({ sections: 1000 });
});

it('versions that are compared in a thread have the same changes, and a damaged list of sections is not compared', async () => {
  const { target } = setUp();
  const folder = target('lists');
  const list = (name: string, texts: readonly string[]) => {
    const path = join(folder, name);
    const records = texts.map((text, at) => {
      const shared = { title: `§ ${at}. Rule`, status: '', file: `${at}.md`, plain: text, notes: '' };
      return `${JSON.stringify({ id: `/us/usc/t26/s${at}`, text, ...shared })}\n`;
    });
    writeFileSync(path, records.join(''));
    return path;
  };
  const [older, newer] = [list('older', ['a', 'b', 'c']), list('newer', ['a', 'x', 'c', 'd'])];
  for (const reader of [lawReader, createLawThread(ENTRY)]) {
    const changes = await reader.compare(older, 3, newer);
    expect(changes?.map(({ kind, file }) => [kind, file])).toEqual([
      ['text', '1.md'],
      ['added', '3.md'],
    ]);
    expect(await reader.compare(older, 4, newer)).toBeNull();
    await expect(reader.compare(older, 3, folder)).rejects.toMatchObject({ code: 'EISDIR' });
  }
});
