import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createPassageFinder } from '../../../src/service/research/passageFinder.ts';
import { IRC, open, temporaryFolder } from '../temporary.ts';
import { ask, quotationsOf, researcher } from './asking.ts';

const EM = '\u2003';

it('a quoted statute has the levels of its enumeration, from the outermost quoted line', async () => {
  const made = researcher({ folders: [IRC] });
  const answer = await ask(made, 'What is the carryover of the disallowed deduction under § 179(b)(3)(B)?');
  const { snippet = '' } = answer.sources[0] ?? {};
  expect(quotationsOf(answer.text)[0]?.quoted).toBe(snippet);
  const starting = (label: string) => snippet.split('\n').find((line) => line.trim().startsWith(label));
  const indent = (label: string) => starting(label)?.split(label)[0];
  expect(indent('(3)')).toBe('');
  expect(indent('(B)')).toBe(EM);
  expect(indent('The amount allowable')).toBe(EM);
  expect(indent('(i)')).toBe(EM + EM);
  expect(indent('(ii)')).toBe(EM + EM);
  expect(indent('(I)')).toBe(EM + EM + EM);
});

it('items in lines without a blank line between them become paragraphs, so that each shows its level', async () => {
  const folder = temporaryFolder();
  const law = [
    '# § 9001. Tax on toy yachts',
    '',
    '(a) Imposition. A tax is imposed on toy yachts that',
    '(1) float, or',
  ]
    .concat(['(2) sink, if they', '(A) sink slowly, or', '(B) sink at once.'])
    .join('\n');
  writeFileSync(join(folder, 'law.md'), law);
  const answer = await ask(researcher({ folders: [folder] }), 'On which toy yachts is a tax imposed under § 9001(a)?');
  expect(answer.text).toContain(
    `> (a) Imposition. A tax is imposed on toy yachts that\n>\n> ${EM}(1) float, or\n>\n> ${EM}(2) sink, if they\n>\n> ${EM}${EM}(A) sink slowly, or`,
  );
});

it('a memo of the user with an enumeration is quoted as it is written', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'memo.md'),
    '# Memo on toy yachts\n\nThe client asks:\n\n(a) whether a yacht floats\n\n(b) how\n\n(1) slowly\n',
  );
  const answer = await ask(researcher({ folders: [folder] }), 'Does the toy yacht of the client float?');
  expect(answer.sources).not.toEqual([]);
  expect(answer.text).not.toContain(EM);
});

it('a quotation of an authority with the cells of a table keeps its lines together', async () => {
  const folder = temporaryFolder();
  const rows = '(1)\t2024\t5 percent\n(2)\t2025\t6 percent';
  writeFileSync(join(folder, 'law.md'), `# § 9001. Tax on toy yachts\n\n(a) Rate. The tax on toy yachts is\n${rows}\n`);
  const answer = await ask(researcher({ folders: [folder] }), 'What is the rate of tax on toy yachts under § 9001(a)?');
  expect(answer.sources[0]?.snippet).toContain(rows);
});

it('the sources of a written answer have the levels of a statute, and those of a memo are as they are written', async () => {
  const folder = temporaryFolder();
  const items = [
    '(a) Imposition. A tax is imposed on toy yachts that',
    '(1) float, or',
    '(2) sink, if they',
    '(A) sink slowly.',
  ];
  writeFileSync(join(folder, 'law.md'), `# § 9001. Tax on toy yachts\n\n${items.join('\n\n')}\n`);
  writeFileSync(join(folder, 'memo.md'), `# Memo on toy yachts\n\n${items.join('\n\n')}\n`);
  const library = open({ folders: [folder] });
  await library.ready();
  const finder = createPassageFinder(library, new AbortController().signal);
  const found = await finder.search(plainQuestion('On which toy yachts is a tax imposed?'), 8);
  const [law] = found.filter(({ authority }) => authority);
  expect(law?.source.snippet).toContain(`${EM}(1) float, or\n\n${EM}(2) sink, if they\n\n${EM}${EM}(A) sink slowly.`);
  expect(law?.text).not.toContain(EM);
  expect(
    found
      .filter(({ authority }) => !authority)
      .map(({ source }) => source.snippet)
      .join(),
  ).not.toContain(EM);
});
