import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
import { ask, researcher, SURE } from './asking.ts';

const EXCHANGE = `# Exchange of boats

Gain on an exchange of boats is deferred.

## What is received

The basis of the property received is determined by the basis of the boats given.
`;
const LIQUIDATION = `# Basis of property received in liquidations

How the basis of property received in a liquidation is determined: the basis of the property received is its value. It is determined at the
date on which the property is received.
`;

async function firstOf(files: Readonly<Record<string, string>>, conversation: readonly string[]) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { text, sources } = await ask(researcher({ folders: [folder] }), conversation, 'tax_research_fast_research');
  return { path: sources[0]?.path.split('/').at(-1), isSure: SURE.test(text) };
}

const FILES = { 'exchange.md': EXCHANGE, 'liquidation.md': LIQUIDATION };
const OPENED = 'When is gain on an exchange of boats deferred?';

it('a question with all of its words in the document of an answer before is about that document, and not surely', async () => {
  const question = 'How is the basis of the property received determined?';
  expect(await firstOf(FILES, [question])).toMatchObject({ path: 'liquidation.md' });
  expect(await firstOf(FILES, [OPENED, question])).toEqual({ path: 'exchange.md', isSure: false });
});

it('a question that leads away is followed by one about the document of the answer before it', async () => {
  const asked = [
    OPENED,
    'Who signs the charter of the harbor pilots?',
    'How is the basis of the property received determined?',
  ];
  const files = { ...FILES, 'pilots.md': '# Pilots\n\nThe harbor master signs the charter of the harbor pilots.\n' };
  expect(await firstOf(files, asked.slice(0, 2))).toMatchObject({ path: 'pilots.md' });
  expect(await firstOf(files, asked)).toMatchObject({ path: 'exchange.md' });
});

it('a question with a word that only another document has is about that document', async () => {
  const asked = [OPENED, 'How is the basis of the property received in a liquidation determined?'];
  expect(await firstOf(FILES, asked)).toMatchObject({ path: 'liquidation.md' });
});

it('a question of which no passage of the conversation has half of the words is about another document', async () => {
  const asked = [OPENED, 'Which basis has the inventory of cranes?'];
  const files = { ...FILES, 'memo.md': '# Cranes\n\nThe inventory of fish has a basis.\n' };
  expect(await firstOf(files, asked)).toMatchObject({ path: 'memo.md' });
});

it('an answer from the law does not return to a document of the user that has the same words', async () => {
  const law = `---\ntitle: § 9901. Basis of property received\nkind: law\n---\n\n# § 9901. Basis of property received\n\nThe basis of the property received is determined by its value.\n`;
  const asked = [OPENED, 'How does the law say the basis of the property received is determined?'];
  expect(await firstOf({ 'exchange.md': EXCHANGE, '9901.md': law }, asked)).toMatchObject({ path: '9901.md' });
});

it('a law in one file, which has the words of most questions, is not what a question is about because of an answer before', async () => {
  const law = (part: string, text: string) =>
    `# Part ${part}\n\n**Authority:** 5 U.S.C. 301\n\n**Source:** 70 FR 17560, Apr. 6, 2005.\n\n## § ${part}.10 ${text.slice(2)}`;
  const exchange = law('900', EXCHANGE).replace('## What', '## § 900.20 What');
  const files = { 'part-900.md': exchange, 'part-901.md': law('901', LIQUIDATION) };
  const question = 'How is the basis of the property received determined?';
  expect(await firstOf(files, [OPENED])).toMatchObject({ path: 'part-900.md' });
  expect(await firstOf(files, [OPENED, question])).toMatchObject({ path: 'part-901.md' });
});
