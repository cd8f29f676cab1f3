import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBundlesFrom } from '../../../src/service/translate.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it('an answer in German names what follows a cut in German, and no German words that an English text does not have', async () => {
  readBundlesFrom(join(import.meta.dirname, '../../../l10n'));
  const made = researcher({ folders: [IRC] });
  const { text } = await ask(
    made,
    'Wie hoch ist die Limitation für Equipment und Fahrräder?',
    'tax_research_fast_research',
  );
  expect(text).toMatch(/… \[weiter mit: \(/);
  expect(text).not.toContain('Keine zitierte Textstelle enthält');
});

it('the words with which a German question asks for a value are not missed', async () => {
  readBundlesFrom(join(import.meta.dirname, '../../../l10n'));
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const note = '# Vermerk\n\nDer Umsatzsteuersatz in Österreich ist für Bücher ermäßigt und im Gesetz bestimmt.';
  writeFileSync(join(folder, 'vermerk.md'), note);
  const { text } = await ask(
    researcher({ folders: [folder] }),
    'Wie hoch ist der Umsatzsteuersatz für Bücher in Frankreich?',
    'tax_research_fast_research',
  );
  expect(text).toContain('Keine zitierte Textstelle enthält: Frankreich.');
});

it('a German answer that finds nothing has German quotation marks', async () => {
  readBundlesFrom(join(import.meta.dirname, '../../../l10n'));
  const { text } = await ask(
    researcher({ folders: [IRC] }),
    'Wie hoch ist der Steuersatz für Equipment, Fahrräder und Roller?',
    'tax_research_fast_research',
  );
  expect(text).toContain('Kein Dokument der Bibliothek');
  expect(text).toContain('„§ 179. Election to expense certain depreciable business assets“');
});
