import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectEnglishStrings } from '../../scripts/support/englishStrings.ts';
import { root } from '../../scripts/support/paths.ts';

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
/** What VS Code interprets in a text of package.json: settings, commands, bold text and code. */
const marks = (text: string): string[] =>
  (text.match(/#fiscal[\w.]+#|\(command:[^)]+\)|\[[A-Z]+-1\]|`[^`]*`/g) ?? []).sort();

function readJson(path: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

it('the German translation contains every string, and no string that is no longer used', async () => {
  const english = Object.keys(await collectEnglishStrings());
  const german = Object.keys(readJson('l10n/bundle.l10n.de.json'));
  expect(english.filter((key) => !german.includes(key))).toEqual([]);
  expect(german.filter((key) => !english.includes(key))).toEqual([]);
});

it('each German string has the placeholders of its English string', () => {
  const wrong = Object.entries(readJson('l10n/bundle.l10n.de.json')).filter(
    ([key, text]) => String(placeholders(key)) !== String(placeholders(text)) || text.trim() === '',
  );
  expect(wrong).toEqual([]);
});

it('the German package.json texts are complete and keep settings, commands and code', () => {
  const english = readJson('package.nls.json');
  const german = readJson('package.nls.de.json');
  expect(Object.keys(german)).toEqual(Object.keys(english));
  const wrong = Object.keys(english).filter(
    (key) => String(marks(german[key] ?? '')) !== String(marks(english[key] ?? '')),
  );
  expect(wrong).toEqual([]);
});

it('each page of the walkthrough has a German version', () => {
  const files = readdirSync(join(root, 'media/walkthrough'));
  const english = files.filter((name) => name.endsWith('.md') && !name.includes('.nls.'));
  expect(english.length).toBeGreaterThan(0);
  expect(files.filter((name) => name.endsWith('.nls.de.md')).sort()).toEqual(
    english.map((name) => name.replace(/\.md$/, '.nls.de.md')).sort(),
  );
});
