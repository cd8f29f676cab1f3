/** Questions to a library with documents of both lanes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it('an answer from the user’s own documents has a rule behind its four quotations', async () => {
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
    '---\ntitle: § 9901 Allowance\n---\n# § 9901\n\nA harbor crane that was bought is deducted.\n',
  );
  const { sources } = await ask(
    researcher({ folders: [folder] }),
    'Which harbor crane was bought used in May?',
    'tax_research_fast_research',
  );
  expect(sources.map(({ title }) => title.startsWith('§'))).toEqual([false, false, false, false, true]);
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
