/** Documents that are found by the words of their head. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

async function library(documents: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  const made = researcher({ folders: [folder] });
  await made.ready();
  return made;
}

const MAIL = [
  'From: Piotr Lang <p.lang@finch.example>',
  'To: Tomas Reyl <t.reyl@pell.example>',
  'Cc: Adaeze Marsh <a.marsh@finch.example>',
  'Subject: Covenant at September 30',
  'Date: Thu, 09 Oct 2025 17:42:10 -0400',
  'Content-Type: text/plain; charset="utf-8"',
  '',
  'Tomas,',
  '',
  'we land at 3.41 on my sheet. She wants the waiver through her committee on October 23.',
].join('\r\n');

const MEMO =
  '# Warranty reserve of the strip machines\n\nHenrike Brockmann, February 3, 2026; reviewed by Nora Quist, February 5, 2026.\n\n## Result\n\nThe reserve amounts to $565,000.\n';

const OTHER = '# Office\n\nThe next retreat is in May.\n';

it('a mail that is found by its subject is quoted with its text, and not with its header', async () => {
  const made = await library({ 'covenant.eml': MAIL, 'office.md': OTHER });
  const { sources } = await ask(made, 'What is the covenant at September 30?', 'tax_research_fast_research');
  expect(sources.map(({ snippet }) => snippet)).toEqual([expect.stringContaining('3.41')]);
});

it.each([
  [
    'How high is the warranty reserve of the strip machines?',
    '# Warranty reserve',
    'February 3, 2026',
    'The reserve amounts to $565,000.',
  ],
  [
    'Wie hoch ist die Gewährleistungsrückstellung?',
    '# Gewährleistungsrückstellung',
    '3. Februar 2026',
    'Sie beträgt 565.000 Euro.',
  ],
])(
  'a memo that is found by its title is quoted with its result, and not with its byline: %s',
  async (question, title, date, result) => {
    const memo = `${title}\n\nHenrike Brockmann, ${date}\n\n## ${title.slice(2)}: 2025\n\n${result}\n`;
    const { sources } = await ask(await library({ 'memo.md': memo, 'office.md': OTHER }), question);
    expect(sources[0]?.snippet).toBe(result);
  },
);

it('a letter that is found by its name is quoted with its text, and not with the address above it', async () => {
  const letter =
    '# First Ridge Bank\n\nFirst Ridge Bank, 1 Ridge Plaza\n\nTo Finch Metals\n\n## Loan agreement\n\nThe breach at September 30 is excused for $10,000.\n';
  const made = await library({ 'Waiver letter First Ridge Bank.md': letter, 'office.md': OTHER });
  const { sources } = await ask(made, 'What does the waiver letter of First Ridge Bank say?');
  expect(sources[0]?.snippet).toContain('$10,000');
  expect(sources.map(({ snippet }) => snippet).join('\n')).not.toContain('Plaza');
});

it.each([
  ['Who reviewed the memo on the warranty reserve?', 'Nora Quist'],
  ['When was the memo on the warranty reserve reviewed by Nora Quist?', 'February 5, 2026'],
  ['When did Piotr Lang send the mail on the covenant?', '2025'],
  ['Who was in Cc of the mail on the covenant?', 'Cc: Adaeze Marsh'],
])('the head is quoted if it is asked for: %s', async (question, quoted) => {
  const { sources } = await ask(await library({ 'covenant.eml': MAIL, 'warranty.md': MEMO }), question);
  expect(sources.map(({ snippet }) => snippet).join('\n')).toContain(quoted);
});

it('a mail without text is quoted with its header', async () => {
  const made = await library({ 'covenant.eml': MAIL.split('Tomas,')[0] ?? '', 'office.md': OTHER });
  const { sources } = await ask(made, 'covenant at September 30');
  expect(sources[0]?.snippet).toContain('Subject: Covenant');
});

it('the place of a passage of a mail names who wrote it to whom, without addresses and time', async () => {
  const made = await library({ 'covenant.eml': MAIL, 'office.md': OTHER });
  const { sources } = await ask(made, 'What is the covenant at September 30?');
  expect(sources[0]?.section).toMatch(/^From Piotr Lang to Tomas Reyl(?: ·|$)/);
  expect(sources[0]?.date).toBe('2025-10-09');
});
