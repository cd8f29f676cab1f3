import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { findPassages } from '../../../src/service/search/findPassages.ts';
import { analyse } from '../../../src/service/search/query.ts';
import { search } from '../../../src/service/search/search.ts';
import type { TermStatistics } from '../../../src/service/search/termStatistics.ts';
import { open, temporaryFolder } from '../temporary.ts';

async function libraryOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const library = open({ folders: [folder] });
  await library.ready();
  return library.database();
}

/** The statistics of a library with this many passages, all of which contain the common word. */
function statisticsOf(passages: number): TermStatistics {
  const count = (stems: readonly string[]) => (stems.includes('common') ? passages : 10);
  return { passages, inLane: { own: passages, law: 0 }, count, ownUse: () => 1, rarity: (stems) => 1 / count(stems) };
}

it('in a large library the passages with a rare word are scored by all words, and those with common words alone are not', async () => {
  const database = await libraryOf({
    'a.md': '# A\n\nA rare word stands here.\n',
    'b.md': '# B\n\nA rare word and a common one.\n',
    'c.md': '# C\n\nOnly a common word stands here.\n',
  });
  const { terms } = analyse(plainQuestion('rare common'), []);
  const titleOf = database.prepare('SELECT title FROM documents WHERE id = ?');
  const titles = (passages: number) =>
    findPassages(database, statisticsOf(passages), terms, new Map()).map(
      ({ document }) => titleOf.get(document)?.title,
    );
  expect(new Set(titles(1000))).toEqual(new Set(['A', 'B', 'C']));
  expect(titles(1_000_000)).toEqual(['B', 'A']);
});

it('a document that is in several folders is found once, and its copies leave room for other documents', async () => {
  const copies = Object.fromEntries(
    Array.from({ length: 30 }, (_value, client) => [
      `client${client}/lease.md`,
      '# Lease of ships\n\nThe ship is leased for the rent of a year.\n\n## Rent\n\nThe rent of the ship is due in April.\n',
    ]),
  );
  const database = await libraryOf({ ...copies, 'rent.md': '# Rent\n\nRent is paid in advance.\n' });
  const { documents } = search(database, plainQuestion('rent of a ship'));
  expect(documents.map(({ title }) => title)).toEqual(['Lease of ships', 'Rent']);
});

it('a document that differs from another in one word is no copy', async () => {
  const database = await libraryOf({
    'a.md': '# Lease of ships\n\nThe rent of the ship is due in April.\n',
    'b.md': '# Lease of ships\n\nThe rent of the ship is due in March.\n',
  });
  expect(search(database, plainQuestion('rent of a ship')).documents.length).toBe(2);
});

it('of several copies the attached one is found', async () => {
  const text = '# Lease of ships\n\nThe rent of the ship is due in April.\n';
  const database = await libraryOf({ 'a/lease.md': text, 'b/lease.md': text, 'c/lease.md': text });
  const attachments = [{ path: 'b/lease.md', text, whole: true }];
  const { documents } = search(database, { ...plainQuestion('When is the rent due?'), attachments });
  expect(documents.map(({ path }) => path.replaceAll('\\', '/').split('/').at(-2))).toEqual(['b']);
});
