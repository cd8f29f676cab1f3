import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBundlesFrom } from '../../../src/service/translate.ts';
import { IRC } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it('an answer in German names what follows a cut, and words that were not found, in German', async () => {
  readBundlesFrom(join(import.meta.dirname, '../../../l10n'));
  const made = researcher({ folders: [IRC] });
  const { text } = await ask(
    made,
    'Wie hoch ist die Limitation für Equipment und Fahrräder?',
    'tax_research_fast_research',
  );
  expect(text).toMatch(/… \[weiter mit: \(/);
  expect(text).toContain('Keine zitierte Textstelle enthält „Fahrräder“');
});
