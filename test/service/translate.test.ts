import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const script = new URL('../../src/service/translate.ts', import.meta.url).href;

/** Evaluates an expression with the exports of translate.ts in a thread with this `workerData`. */
function inThread(workerData: unknown, expression: string): Promise<unknown> {
  const code = `const { parentPort } = require('node:worker_threads');
import(${JSON.stringify(script)}).then((all) => parentPort.postMessage(${expression}));`;
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
