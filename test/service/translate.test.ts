import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { EMPTY_TRANSLATIONS } from '../../src/protocol/translations.ts';

const script = new URL('../../src/service/translate.ts', import.meta.url).href;

/** Evaluates an expression with the exports of translate.ts in a thread with this `workerData`. */
function inThread(workerData: unknown, expression: string): Promise<unknown> {
  const code = `const { parentPort } = require('node:worker_threads');
import(${JSON.stringify(script)}).then(async (all) => parentPort.postMessage(${expression}));`;
  const thread = new Worker(code, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  }).finally(() => thread.terminate());
}

const german = {
  language: 'de',
  texts: { 'Searching {0} documents': '{0} Dokumente werden durchsucht', Rule: 'Regel' },
};

it('a thread of the library uses the translations that it was started with', async () => {
  const result = await inThread(
    { translations: german },
    "[all.t('Searching {0} documents', all.formatNumber(12345)), all.translated('Rule'), all.listOf(['a', 'b', 'c'])]",
  );
  expect(result).toEqual(['12.345 Dokumente werden durchsucht', 'Regel', 'a, b und c']);
});

it('a text of the library without a translation stays English', async () => {
  expect(await inThread({ translations: german }, "all.t('Reading {0} passages', 7)")).toBe('Reading 7 passages');
});

it('the library writes English if it was started without valid translations', async () => {
  for (const workerData of [null, {}, { translations: { language: 1 } }]) {
    expect(await inThread(workerData, "all.t('Searching {0} documents', all.formatNumber(12345))")).toBe(
      'Searching 12,345 documents',
    );
  }
});

it('work for everyone that an answer in another language starts is in the display language', async () => {
  const bundles = fileURLToPath(new URL('../../l10n', import.meta.url));
  const texts = await inThread(
    { translations: EMPTY_TRANSLATIONS, bundles },
    "await Array.fromAsync(all.inLanguage('de', async function* () { yield all.t('Rule'); yield await all.inDisplayLanguage(async () => all.t('Rule')); yield all.t('Rule'); }))",
  );
  expect(texts).toEqual(['Regel', 'Rule', 'Regel']);
});

it('an answer stays English if the bundle of its language is missing', async () => {
  const bundles = fileURLToPath(new URL('.', import.meta.url));
  const texts = "await Array.fromAsync(all.inLanguage('de', async function* () { yield all.t('Rule'); }))";
  expect(await inThread({ translations: EMPTY_TRANSLATIONS, bundles }, texts)).toEqual(['Rule']);
});
