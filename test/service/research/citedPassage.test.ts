import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
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
