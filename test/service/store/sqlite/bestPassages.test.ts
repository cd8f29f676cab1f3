import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../../src/protocol/question.ts';
import { analyse } from '../../../../src/service/search/query.ts';
import { bestPassages } from '../../../../src/service/store/sqlite/bestPassages.ts';
import type { TermCounts } from '../../../../src/service/store/sqlite/termCounts.ts';
import { open, readerOf, searchIn, temporaryFolder } from '../../temporary.ts';

async function libraryOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const library = open({ folders: [folder] });
  await library.ready();
  return library;
}

/** The counts of a library with this many passages, all of which contain the common word. */
function countsOf(passages: number): TermCounts {
  const countOf = (stem: string) => {
    const own = stem === 'common' ? passages : 10;
    return { own, law: 0, any: own };
  };
  return {
    scope: { passages: { own: passages, law: 0 } },
    counts: (stems) => new Map(stems.map((stem) => [stem, countOf(stem)])),
  };
}

it('in a large library the passages with a rare word are scored by all words, and those with common words alone are not', async () => {
  const library = await libraryOf({
    'a.md': '# A\n\nA rare word stands here.\n',
    'b.md': '# B\n\nA rare word and a common one.\n',
    'c.md': '# C\n\nOnly a common word stands here.\n',
  });
  const { terms } = analyse(plainQuestion('rare common'), []);
  const titles = async (passages: number) => {
    const hits = bestPassages(library.database(), countsOf(passages), terms, new Map());
    const documents = await (await readerOf(library)).documents(hits.map(({ document }) => document));
    return hits.map(({ document }) => documents.get(document)?.title);
  };
  expect(new Set(await titles(1000))).toEqual(new Set(['A', 'B', 'C']));
  expect(await titles(1_000_000)).toEqual(['B', 'A']);
});

it('a document that is in several folders is found once, and its copies leave room for other documents', async () => {
  const copies = Object.fromEntries(
    Array.from({ length: 30 }, (_value, client) => [
      `client${client}/lease.md`,
      '# Lease of ships\n\nThe ship is leased for the rent of a year.\n\n## Rent\n\nThe rent of the ship is due in April.\n',
    ]),
  );
  const library = await libraryOf({ ...copies, 'rent.md': '# Rent\n\nRent is paid in advance.\n' });
  const { documents } = await searchIn(library, 'rent of a ship');
  expect(documents.map(({ title }) => title)).toEqual(['Lease of ships', 'Rent']);
});

it('a document that differs from another in one word is no copy', async () => {
  const library = await libraryOf({
    'a.md': '# Lease of ships\n\nThe rent of the ship is due in April.\n',
    'b.md': '# Lease of ships\n\nThe rent of the ship is due in March.\n',
  });
  expect((await searchIn(library, 'rent of a ship')).documents.length).toBe(2);
});

it('of several copies the attached one is found', async () => {
  const text = '# Lease of ships\n\nThe rent of the ship is due in April.\n';
  const library = await libraryOf({ 'a/lease.md': text, 'b/lease.md': text, 'c/lease.md': text });
  const attachments = [{ path: 'b/lease.md', text, whole: true }];
  const { documents } = await searchIn(library, { ...plainQuestion('When is the rent due?'), attachments });
  expect(documents.map(({ path }) => path.replaceAll('\\', '/').split('/').at(-2))).toEqual(['b']);
});
