import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectEnglishStrings, findStrings } from '../../scripts/support/englishStrings.ts';
import { root } from '../../scripts/support/paths.ts';
import { pageTranslations } from '../../src/extension/common/pageTranslations.ts';
import { defaultLabels } from '../../src/webview/markdown/labels.ts';
import { strings } from '../../src/webview/strings.ts';

const bundle = await collectEnglishStrings();

it('the template for translations contains every string of the page', () => {
  const translated = Object.fromEntries(Object.keys(bundle).map((key) => [key, 'translated']));
  const forPage = pageTranslations(translated) ?? {};
  const missing = [...Object.values(strings), ...Object.values(defaultLabels)].filter(
    (text) => /[a-z]/i.test(text.replace(/\{\w+\}/g, '')) && !Object.hasOwn(forPage, text),
  );
  expect(missing).toEqual([]);
});

it('the template for translations contains the strings of the host and of errors', async () => {
  expect(bundle).toMatchObject({
    'API key not accepted': 'API key not accepted',
    'API key not accepted/page': { message: 'API key not accepted', comment: ['page'] },
  });
  const errorMessages = await readFile(join(root, 'src/protocol/errorMessages.ts'), 'utf8');
  const calls = Array.from(errorMessages.matchAll(/\bt\('([^']+)'/g), ([, text = '']) => text);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((text) => !Object.hasOwn(bundle, text))).toEqual([]);
});

it('the strings of the host are found in calls of l10n.t', () => {
  expect(
    findStrings(`l10n.t('It''s'); l10n.t("Can't"); vscode.l10n.t(\n  'Two {0}',\n  2,\n);`.replace("It''s", "It\\'s")),
  ).toEqual(["It's", "Can't", 'Two {0}']);
});

it('a call of l10n.t without a string literal is reported, because it cannot be translated', () => {
  expect(() => findStrings('l10n.t(message)')).toThrow('Not a string literal');
  expect(() => findStrings("l10n.t('a' + name)")).toThrow('Not a string literal');
});
