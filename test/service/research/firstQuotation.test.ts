import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAuthorityStore } from '../../../src/publishers/authorityStore.ts';
import { findWork } from '../../../src/publishers/publishers.ts';
import { importLaw } from '../../../src/publishers/takeLaw.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it('the paragraph of a section that fits the question best is quoted first, and the short answer names it', async () => {
  const library = researcher({ folders: [IRC] });
  const cases: [string, RegExp][] = [
    ['How much of the cost of meals can be deducted?', /^§ 274\b.*\(n\)/],
    ['What is the gross asset limit of a qualified small business?', /^§ 1202\b.*\(d\)/],
  ];
  for (const [question, paragraph] of cases) {
    const { sources, text } = await ask(library, question, 'tax_research_fast_research');
    expect(sources[0]?.title, question).toMatch(paragraph);
    const pin = /\((?:n|d)\)/.exec(sources[0]?.title ?? '')?.[0] ?? 'no pinpoint';
    expect(text.split('\n')[0], question).toContain(pin);
  }
});

it('of a law in one file, the section with the kind of value that the question asks for is quoted first', async () => {
  const store = createAuthorityStore(temporaryFolder());
  const chosen = findWork('solzg_1995');
  if (!chosen) throw new Error('solzg_1995');
  await importLaw(chosen, join(FIXTURES, 'BJNR097500993@20250102221509.xml'), {
    store,
    signal: new AbortController().signal,
    now: () => new Date(),
    onProgress: () => {},
  });
  const { sources } = await ask(researcher({ folders: [store.lawFolder] }), 'Wie hoch ist der Solidaritätszuschlag?');
  expect(sources[0]?.snippet).toContain('beträgt 5,5 Prozent der Bemessungsgrundlage');
});

it('of a section, the paragraph is quoted first that states how many there are of what the question counts', async () => {
  const library = researcher({ folders: [IRC] });
  const { sources } = await ask(library, 'How many owners may an S corporation have?', 'tax_research_fast_research');
  expect(sources[0]?.snippet).toContain('have more than 100 shareholders');
});

it('a paragraph that has ended is quoted first for a question that cites it', async () => {
  const folder = temporaryFolder();
  const filler = 'Interest on indebtedness is allowed under rules of the Secretary for each taxable year. '.repeat(12);
  const text = [
    '# § 163. Interest',
    `## (a) General rule\n\n${filler}`,
    `## (h) Disallowance of deduction for personal interest\n\n(1) In general\n\n${filler}`,
    `(3) Qualified residence interest\n\n(A) In general\n\n${filler}`,
    '(E) Mortgage insurance premiums\n\n(i) In general\n\nPremiums for mortgage insurance are interest.',
    '(iv) Termination\n\nClause (i) shall not apply to amounts paid after December 31, 2021.',
  ].join('\n\n');
  writeFileSync(join(folder, '163-interest.md'), text);
  const { sources } = await ask(researcher({ folders: [folder] }), 'What does § 163(h)(3)(E) say?');
  expect(sources[0]?.snippet).toContain('Premiums for mortgage insurance are interest.');
});
