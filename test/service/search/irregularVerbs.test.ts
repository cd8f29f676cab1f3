import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formsOfVerb } from '../../../src/service/search/irregularVerbs.ts';
import { ask, researcher } from '../research/asking.ts';
import { temporaryFolder } from '../temporary.ts';

it('each form of an irregular verb leads to all of its forms', () => {
  for (const word of ['keep', 'keeps', 'keeping', 'kept']) expect(formsOfVerb(word)).toEqual(['keep', 'kept']);
  expect(formsOfVerb('withheld')).toEqual(['withhold', 'withheld']);
  expect(formsOfVerb('keeper')).toEqual([]);
});

it('a document is found by another form of the verb, and the form of the question is not said to be missing', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'retention.md'), '# Retention\n\nTax returns are kept for 8 years from filing.\n');
  writeFileSync(join(folder, 'filing.md'), '# Filing\n\nTax returns are filed by the office in May, and reviewed.\n');
  const { text, sources } = await ask(researcher({ folders: [folder] }), 'How long do we keep tax returns?');
  expect(sources[0]?.title).toBe('Retention');
  expect(text).not.toContain('“keep”');
});
