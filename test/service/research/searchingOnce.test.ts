import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { searchingOnce } from '../../../src/service/research/searchingOnce.ts';
import { search } from '../../../src/service/search/search.ts';
import { open, readerOf, temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

const QUESTION = plainQuestion('What is the mileage rate?');

it('a second search for the same words is answered from the first one, with the dates that the documents have by then', async () => {
  const folder = temporaryFolder();
  const write = (name: string, date: string) =>
    writeFileSync(
      join(folder, name),
      `---\ndate: ${date}\n---\n\n# Mileage ${name}\n\nThe mileage rate of ${name} is 65 cents.\n`,
    );
  write('a.md', '2025-01-01');
  write('b.md', '2025-01-01');
  const library = open({ folders: [folder] });
  await library.ready();
  const inner = await readerOf(library);
  let searches = 0;
  const reader = searchingOnce({
    ...inner,
    best(terms, originals) {
      searches += 1;
      return inner.best(terms, originals);
    },
  });
  const datesOf = async () => {
    const { documents } = await search(reader, QUESTION);
    return documents.map(({ name, date }) => `${name} ${date}`).sort();
  };
  expect(await datesOf()).toEqual(['a.md 2025-01-01', 'b.md 2025-01-01']);
  const once = searches;
  write('a.md', '2026-01-01');
  await library.refresh();
  expect(await datesOf()).toEqual(['a.md 2026-01-01', 'b.md 2025-01-01']);
  expect(searches).toBe(once);
  rmSync(join(folder, 'b.md'));
  await library.refresh();
  expect(await datesOf()).toEqual(['a.md 2026-01-01']);
  expect(searches).toBe(once + 1);
});

it('files of which only the date has changed have the same passages when they are read again, and others have not', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.md');
  const write = (date: string, rate: number) =>
    writeFileSync(path, `---\ndate: ${date}\n---\n\n# Mileage policy\n\nThe mileage rate is ${rate} cents.\n`);
  write('2025-01-01', 65);
  const library = open({ folders: [folder] });
  await library.ready();
  write('2025-12-31', 65);
  expect(await library.readAgain([path])).toBe(true);
  write('2025-12-31', 675);
  expect(await library.readAgain([path])).toBe(false);
  write('2025-12-31', 70);
  const updated = library.refresh();
  expect(await library.readAgain([path])).toBe(false);
  await updated;
  rmSync(path);
  expect(await library.readAgain([path])).toBe(false);
  const made = researcher({ folders: [folder] });
  write('2025-01-01', 65);
  await made.ready();
  write('2026-01-01', 65);
  const { sources } = await ask(made, QUESTION);
  expect(sources.map(({ date }) => date)).toEqual(['2026-01-01']);
});
