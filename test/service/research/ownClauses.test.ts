import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLibraryResearcher, type LibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import { findOwnClauses } from '../../../src/service/search/ownClauses.ts';
import { analyse } from '../../../src/service/search/query.ts';
import { IRC } from '../temporary.ts';
import { about, ask, SURE } from './asking.ts';

const LOAN = `# Loan agreement

## Article 6 Reporting

6.1 The borrower sends audited statements within 120 days.

## Article 7 Covenants

7.1 The leverage ratio is at most 3.25.

7.2 The bank may ask for a certificate.
`;
const LEASE = `# Mietvertrag

Der Mietvertrag gilt für die Lagerhalle.

## § 5 Kaution

Die Mieterin stellt eine Bürgschaft über 41.040 Euro.

## § 6 Rückgabe

Einbauten sind zu entfernen.
`;
const SECTION_5 = `# § 5. Cross references relating to tax on individuals

Title 26— INTERNAL REVENUE CODE › Subtitle A— Income Taxes

For other rates of tax on individuals, see section 871.
`;

const folder = mkdtempSync(join(tmpdir(), 'fiscal-clauses-'));
const own = join(folder, 'own');
const law = join(folder, 'law');
let made: LibraryResearcher;

beforeAll(async () => {
  for (const path of [own, law]) mkdirSync(path);
  writeFileSync(join(own, 'Loan agreement Northbank.md'), LOAN);
  writeFileSync(join(own, 'Lager.md'), LEASE);
  writeFileSync(join(own, 'Code of conduct.md'), '# Code of conduct\n\n## 5 Gifts\n\nWe accept small gifts only.\n');
  writeFileSync(join(law, '5-cross-references.md'), SECTION_5);
  made = createLibraryResearcher({ folders: [own, law, IRC], indexDir: null });
  await made.ready();
});
afterAll(async () => {
  await made.close();
  rmSync(folder, { recursive: true });
});

const fast = 'tax_research_fast_research';

it.each([
  ['What does section 6.1 of the loan agreement say?', '120 days'],
  ['What does section 7.1(a) of the loan agreement say?', '3.25'],
  ['What does clause 7.2 of the loan agreement allow?', 'certificate'],
  ['What is in article 7 of the loan agreement?', '3.25'],
  ['Was steht in § 5 des Mietvertrags?', '41.040'],
  ['Was steht in § 5 Abs. 2 des Mietvertrags?', '41.040'],
  ['What does § 5 of the Mietvertrag say?', '41.040'],
  ['What does section 5 of the code of conduct say?', 'small gifts'],
])(
  'a clause that a question cites by the name of its document is quoted first, and surely: %s',
  async (question, words) => {
    const { text, sources } = await ask(made, question, fast);
    expect(text).toMatch(SURE);
    expect(sources[0]?.snippet).toContain(words);
  },
);

it('a clause without a name is one of the documents that the question before led to', async () => {
  const loan = await ask(made, ['What does the loan agreement say about statements?', 'And section 7.2?'], fast);
  expect(loan.text).toMatch(SURE);
  expect(loan.sources[0]?.snippet).toContain('certificate');
  const item = await ask(made, ['What does the loan agreement say about statements?', 'And section 7.1(a)?'], fast);
  expect(item.sources[0]?.snippet).toContain('3.25');
  const lease = await ask(made, ['Was steht in § 5 des Mietvertrags?', 'Und in § 6?'], fast);
  expect(lease.sources[0]?.snippet).toContain('Einbauten');
});

it('a section of the law is not looked for in a document of the user', async () => {
  const after = await ask(made, ['What does the loan agreement say about statements?', 'And section 179?'], fast);
  expect(after.sources[0]?.title).toContain('§ 179');
  for (const question of ['What does § 5 say?', 'What does section 5 of the Internal Revenue Code say?']) {
    const { sources } = await ask(made, question, fast);
    expect(sources[0]?.title, question).toContain('§ 5.');
  }
});

it('the answer says that a document with clauses does not have the cited one', async () => {
  const { text, sources } = await ask(made, 'What does section 12 of the loan agreement say?', fast);
  expect(text).toMatch(/^Not in the library: section 12 of the loan agreement\./);
  expect(sources[0]?.path).toMatch(/Northbank/);
});

it('a question that names the document that a selected text cites is answered from it', async () => {
  const question = about(
    'What does the agreement say?',
    'memo.md',
    3,
    'See section 6.1 of the loan agreement for this.',
  );
  const { sources } = await ask(made, question, fast);
  expect(sources[0]?.snippet).toContain('120 days');
});

it('of the clauses of a selected text, only a few are looked for', async () => {
  const text = Array.from({ length: 300 }, (_, at) => `See section ${at % 99}.${at % 7} of the lease.`).join(' ');
  let searches = 0;
  const reader = {
    async best() {
      searches += 1;
      return [];
    },
    documents: async () => new Map(),
    passagesOf: async () => [],
  };
  const query = analyse(about('What does the lease say?', 'memo.md', 3, text), []);
  expect(await findOwnClauses(reader, query, [])).toEqual([]);
  expect(searches).toBeGreaterThan(0);
  expect(searches).toBeLessThan(10);
});
