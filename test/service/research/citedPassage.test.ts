import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IRC, open, searchIn, temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

const MORE =
  'The agency that makes the award may ask for further papers, which the recipient hands over within thirty days. ';
const PART = `# Chapter IX

**Authority:** 5 U.S.C. 301; 38 U.S.C. 501

**Source:** 70 FR 17560, Apr. 6, 2005, unless otherwise noted.

## § 900.10 Purpose

This part states which costs of travel a recipient may charge. ${MORE.repeat(4)}

## § 900.21 Records of travel

(a) Each recipient keeps the records of travel with the award. ${MORE.repeat(4)}

(1) The ticket and the invoice of each journey are kept. ${MORE.repeat(4)}

(2) The report of a journey names its purpose. ${MORE.repeat(4)}

(b) An officer signs the list of journeys. ${MORE.repeat(4)}

## § 900.30 Meals

Meals on a journey are charged at the daily rate. ${MORE.repeat(4)}
`;

it('a short section that is cited is quoted with all its paragraphs, also in a law in one file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'chapter-IX.md'), PART);
  const { sources } = await ask(researcher({ folders: [folder] }), '2 CFR 900.21 records of travel');
  const quoted = sources.map(({ snippet }) => snippet).join('\n');
  for (const words of ['the ticket and the invoice', 'names its purpose', 'signs the list']) {
    expect(quoted.toLowerCase()).toContain(words);
  }
});

it('of two sections of a law in one file that a question cites, both are taken for cited', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'chapter-IX.md'), PART);
  const library = open({ folders: [folder] });
  await library.ready();
  const { documents } = await searchIn(library, 'Compare 2 CFR 900.30 with 2 CFR 900.10: records of travel');
  const cited = documents[0]?.passages.filter(({ id }) => documents[0]?.citedPassages.includes(id)) ?? [];
  const titles = new Set(cited.map(({ sectionTitle }) => sectionTitle));
  expect([...titles].toSorted()).toEqual([expect.stringContaining('900.10'), expect.stringContaining('900.30')]);
});

it('both subsections that a question cites are quoted, also if the section is named once', async () => {
  const library = researcher({ folders: [IRC] });
  await library.ready();
  const { sources } = await ask(library, '§ 179(b)(1) and (b)(2)', 'tax_research_fast_research');
  const titles = sources.map(({ title }) => title);
  expect(titles[0]).toContain('§ 179(b)(1).');
  expect(titles).toContainEqual(expect.stringContaining('§ 179(b)(2).'));
});
