import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

it('if the question cites a section, no other section that only shares words with it is quoted', async () => {
  const store = createAuthorityStore(temporaryFolder());
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('usc26');
  await importLaw(chosen, join(FIXTURES, 'usc26@119-100.two.xml'), {
    store,
    signal: new AbortController().signal,
    now: () => new Date(),
    onProgress: () => {},
  });
  const library = researcher({ folders: [store.lawFolder] });
  const titles = async (question: string) =>
    (await ask(library, question, 'tax_research_fast_research')).sources.map(({ title }) => title).join('\n');
  expect(await titles('What is the dollar limitation of section 179?')).not.toContain('§ 6055');
  expect(await titles('What do sections 179 and 6055 say?')).toContain('§ 6055');
});

it('of a section, the paragraph is quoted first that states how many there are of what the question counts', async () => {
  const library = researcher({ folders: [IRC] });
  const { sources } = await ask(library, 'How many owners may an S corporation have?', 'tax_research_fast_research');
  expect(sources[0]?.snippet).toContain('have more than 100 shareholders');
});

it('a subsection is quoted before another one that only says what its words mean, unless the question asks for that', async () => {
  const folder = temporaryFolder();
  const filler = 'The Secretary may prescribe rules for the taxable year. '.repeat(40);
  const text = [
    '# § 9001. Credit for orchards',
    '## (a) Allowance of credit\n\nThe owner of land is allowed a credit of $900 for each orchard tree.',
    `## (b) Carryover\n\n${filler}`,
    '## (c) Orchard tree\n\nFor purposes of subsection (a), the term “orchard tree” means an apple, pear or cherry tree of a farmer.',
  ].join('\n\n');
  writeFileSync(join(folder, '9001-orchards.md'), text);
  const library = researcher({ folders: [folder] });
  const first = async (question: string) => (await ask(library, question)).sources[0]?.snippet;
  expect(await first('credit for the apple, pear and cherry trees of farmers')).toContain('a credit of $900');
  expect(await first('What does the credit for apple, pear and cherry trees of farmers mean by a tree?')).toContain(
    'the term “orchard tree” means',
  );
});

it('a word that only other sections have does not keep its synonyms from telling the paragraphs of a section apart', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '9001-fleets.md'), '# § 9001. Fleets\n\nAll SUVs of a fleet are numbered.\n');
  const library = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(library, ['What is the dollar limit of section 179?', 'And what about SUVs?']);
  expect(sources[0]?.snippet).toContain('sport utility vehicle');
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

it.each(['What does section 9002(k) say?', 'What does section 9002 say?'])(
  'repealed paragraphs do not make the subsection or section in which they were a rule that is not in force: %s',
  async (question) => {
    const folder = temporaryFolder();
    const filler = 'The allowance is computed under rules of the Secretary for each taxable year. '.repeat(20);
    const text = [
      '# § 9002. Allowances',
      `## (a) General rule\n\n${filler}`,
      `## (k) Special allowance\n\n(1) Additional allowance\n\nThe allowance includes 100 percent of the basis. ${filler}`,
      '[(3) Repealed. Pub. L. 115–97, title I, § 13204(a)(4)]\n\n[(4) Repealed. Pub. L. 115–97, title I, § 12001(b)(13)]',
      `(5) Special rule for plants\n\n${filler}`,
      '[(l) Repealed. Pub. L. 115–97]\n\n[(m) Repealed. Pub. L. 115–97]',
    ].join('\n\n');
    writeFileSync(join(folder, '9002-allowances.md'), text);
    const { text: answer, sources } = await ask(researcher({ folders: [folder] }), question);
    expect(answer).not.toContain('not in force');
    expect(sources[0]?.snippet).toMatch(/The allowance (?:is|includes)/);
  },
);

it('of two laws with a section of the cited number, one that is not in force is not quoted', async () => {
  const folder = temporaryFolder();
  const law =
    '# Handelsgesetzbuch (HGB)\n\n## § 177 Tod\n\nDer Tod.\n\n## §§ 178 bis 229 (weggefallen)\n\n(XXXX) §§ 178 bis 229 (weggefallen)\n\n## § 230 Stille\n\nWer sich beteiligt.\n';
  writeFileSync(join(folder, 'hgb.md'), law);
  const library = researcher({ folders: [folder, IRC] });
  const titles = async (question: string) =>
    (await ask(library, question)).sources.map(({ title }) => title).join('\n');
  const both = await titles('What can be expensed under section 179?');
  expect(both).toContain('§ 179');
  expect(both).not.toContain('weggefallen');
  expect(await titles('Was gilt nach § 200 HGB?')).toContain('weggefallen');
});

it('a question for an amount under a section begins with the first paragraph that states one', async () => {
  const made = researcher({ folders: [IRC] });
  await made.ready();
  const first = async (question: string) => (await ask(made, question, 'tax_research_fast_research')).sources[0]?.title;
  expect(await first('How much can be expensed under section 179?')).toMatch(/^§ 179\(b\)\(1\)/);
  expect(await first('What does section 179 say?')).toMatch(/^§ 179\(a\)/);
});

it('a section that an English question cites is none of a German law, if another law has it', async () => {
  const folder = temporaryFolder();
  const sections = Array.from(
    { length: 12 },
    (_, at) =>
      `## § ${171 + at} Feststellung\n\n(1) Die Grundlagen werden nach diesem Gesetz festgestellt, soweit § 171 Absatz 1 dieses Gesetzes nichts anderes bestimmt.`,
  );
  const law = `---\ntitle: Abgabenordnung (AO)\nkind: law\n---\n\n# Abgabenordnung (AO)\n\n${sections.join('\n\n')}\n`;
  writeFileSync(join(folder, 'ao.md'), law);
  const made = researcher({ folders: [folder, IRC] });
  await made.ready();
  const laws = async (question: string) =>
    new Set((await ask(made, question, 'tax_research_fast_research')).sources.map(({ path }) => basename(path)));
  for (const question of ['What does section 179 say?', 'What does § 179 say?', 'Was sagt Section 179?'])
    expect(await laws(question), question).not.toContain('ao.md');
  for (const question of ['Was sagt § 179?', 'What does § 179 AO say?', 'What does section 177 say?'])
    expect(await laws(question), question).toContain('ao.md');
});

it('no law is quoted below a fact about a client that only the documents of the user name', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'count.md'),
    '# Inventory count\n\nThe inventory of Finch is counted on January 3 with the cost of each part.\n',
  );
  const made = researcher({ folders: [folder, IRC] });
  await made.ready();
  const lawsIn = async (question: string) =>
    (await ask(made, question)).sources.filter(({ title }) => title.startsWith('§')).length;
  expect(await lawsIn('When is the inventory counted at cost?')).toBeGreaterThan(0);
  expect(await lawsIn('When is the inventory counted at cost for Finch?')).toBe(0);
  expect(await lawsIn('Must the inventory of Finch be counted at cost?')).toBeGreaterThan(0);
});
