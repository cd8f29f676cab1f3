import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { about, ask, researcher } from './asking.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');

async function askAbout(file: string, beginning: string, question: string) {
  const lines = readFileSync(join(SAMPLES, file), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(beginning));
  const end = lines.indexOf('', at);
  const made = researcher({ folders: [SAMPLES] });
  await made.ready();
  const asked = about(question, file, at + 1, lines.slice(at, end).join('\n'));
  return (await ask(made, asked, 'tax_research_fast_research')).sources.map(({ path }) => path.split('/').at(-1));
}

it('a short question about a long paragraph on a machine finds § 179 first, and not the costs that the paragraph mentions', async () => {
  const sources = await askAbout('memo-press-line.md', 'Harbor & Finch makes', 'Can this be expensed at once?');
  expect(sources[0]).toBe('irc-179-election-to-expense.md');
});

it('a question about a paragraph of a memo finds the rule that has more of its words than any of the own documents', async () => {
  const question = 'What does the safe harbor require?';
  const sources = await askAbout('memo-capitalization-policy.md', 'The tax department', question);
  expect(sources[0]).toBe('irc-263a-capital-expenditures.md');
});
