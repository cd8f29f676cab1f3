/** Questions to a library whose documents belong to different fields: tax, accounting and auditing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
import { about, ask, researcher } from './asking.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'tax.md':
    '---\ntitle: § 168(k) Special allowance\nkind: tax\n---\n# § 168(k)\n\nProperty that was bought is deducted at once.\n',
  'accounting.md':
    '---\ntitle: ASC 360-10 Property\nkind: accounting\n---\n# ASC 360-10\n\nA cost that was bought is an asset at first.\n',
  'audit.md':
    '---\ntitle: AU-C 500 Evidence\nkind: audit\n---\n# AU-C 500\n\nThe auditor tests a list later if it is used as evidence of work.\n',
  'memo.md':
    '---\ntitle: Memo on additions\nkind: tax\n---\n# Memo\n\nA used crane was bought and went to work a week later.\n',
};

const SELECTION = 'A used crane was bought and went to work a week later.';

it.each([
  ['Explain the tax treatment of what is described here: which rules apply.', '§ 168(k)'],
  ['Check this text against the rules that apply.', '§ 168(k)'],
  ['Explain the accounting treatment of what is described here: which standards apply.', 'ASC 360-10'],
  [
    'Explain the audit requirements for what is described here, and what the standards require of the auditor.',
    'AU-C 500',
  ],
])('a question about selected text is answered from its field first: %s', async (question, title) => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, name), text);
  const { sources } = await ask(
    researcher({ folders: [folder] }),
    about(question, 'memo.md', 7, SELECTION),
    'tax_research_fast_research',
  );
  expect(sources[0]?.title).toMatch(title);
});

it('audit research answers from standards before rules on tax, unless the question is on tax', async () => {
  const folder = temporaryFolder();
  const texts: Readonly<Record<string, string>> = {
    'tax.md': '---\ntitle: § 274 Parts\n---\n# § 274\n\nObsolete spare parts are counted at year end.\n',
    ...Object.fromEntries(
      Array.from('abcdefgh', (name) => [`${name}.md`, `# Minutes\n\nThe board met in room ${name}.\n`]),
    ),
    'accounting.md': '---\ntitle: ASC 330-10 Inventory\n---\n# ASC 330-10\n\nObsolete spare parts are counted first.\n',
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const made = researcher({ folders: [folder] });
  const first = async (question: string) => (await ask(made, question, 'audit_research')).sources[0]?.title;
  expect(await first('How are obsolete spare parts counted at the year end?')).toMatch('ASC 330-10');
  expect(await first('How are obsolete spare parts counted at the year end for tax?')).toMatch('§ 274');
});

it('an answer from the user’s own documents has a rule as its last quotation', async () => {
  const folder = temporaryFolder();
  for (const name of 'abcdefgh') {
    writeFileSync(join(folder, `${name}.md`), `# Minutes\n\nThe board met in room ${name}.\n`);
    writeFileSync(
      join(folder, `memo-${name}.md`),
      `# Memo ${name}\n\nThe harbor crane ${name} was bought used in May.\n`,
    );
  }
  writeFileSync(
    join(folder, 'rule.md'),
    '---\ntitle: § 9901 Allowance\n---\n# § 9901\n\nA crane that was bought is deducted.\n',
  );
  const { sources } = await ask(
    researcher({ folders: [folder] }),
    'Which harbor crane was bought used in May?',
    'tax_research_fast_research',
  );
  expect(sources).toHaveLength(4);
  expect(sources.map(({ title }) => title.startsWith('§'))).toEqual([false, false, false, true]);
});

it('audit research quotes the best passage first, whatever its role is', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'standard.md'),
    '---\ntitle: AU-C 230 File\nkind: audit\n---\n# AU-C 230\n\n## Evidence\n\nThe auditor must obtain evidence.\n\n## Period\n\nThe documentation of the file is kept for five years.\n',
  );
  const { text, sources } = await ask(
    researcher({ folders: [folder] }),
    'For how many years is the file kept?',
    'audit_research',
  );
  expect(sources[0]?.snippet).toContain('five years');
  expect(text).toContain('#### Documentation');
});
