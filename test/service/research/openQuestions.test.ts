/** Documents that ask the question that the library is asked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
import { ask, researcher, SURE } from './asking.ts';

function library(documents: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  return researcher({ folders: [folder] });
}

const STANDARD =
  '# Handbook\n\n## Inventory\n\nThe auditor obtains evidence on inventory by attending the count.\n\n## Litigation\n\nThe auditor asks for letters.\n';
const PLAN =
  '# Audit plan\n\n## Procedures\n\nAgree the additions to the ledger.\n\n## Questions for the team\n\n- Which inventory counts do we attend in the south?\n- Which letters do we obtain?\n';
const QUESTION = 'Which inventory counts do we attend in the south?';

it('a question in a document is quoted after what answers it', async () => {
  const { sources } = await ask(library({ 'standard.md': STANDARD, 'plan.md': PLAN }), QUESTION);
  expect(sources[0]?.snippet).toContain('attending the count');
  const asking = sources.findIndex(({ snippet }) => snippet.includes('?'));
  expect([-1, sources.length - 1]).toContain(asking);
});

it('a document that only repeats the question does not make an answer sure', async () => {
  const { text } = await ask(library({ 'plan.md': PLAN }), QUESTION);
  expect(text).not.toMatch(SURE);
});

it('a question as a heading is quoted with its answer', async () => {
  const body =
    '# Audit plan\n\n## Which inventory counts do we attend in the south?\n\nBoth warehouses, on the last day.\n';
  const { sources } = await ask(library({ 'standard.md': STANDARD, 'plan.md': body }), QUESTION);
  expect(sources[0]?.snippet).toContain('Both warehouses');
});

it('questions are quoted if the library is asked for them', async () => {
  const { sources } = await ask(
    library({ 'standard.md': STANDARD, 'plan.md': PLAN }),
    'Which questions on letters and inventory counts does the team have?',
  );
  expect(sources[0]?.snippet).toContain('Which letters do we obtain?');
});
