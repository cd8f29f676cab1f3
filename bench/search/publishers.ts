/** Files of publishers, taken as the command takes them, and questions that were written before their answers were looked at. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { findWork } from '../../src/publishers/publishers.ts';
import { importLaw } from '../../src/publishers/takeLaw.ts';
import { type EvalLibrary, readQuestions } from './sets.ts';

/** The file of each law, somewhere below the folder. */
const FILES: Readonly<Record<string, string>> = {
  usc26: 'usc26@119-100.sections.xml',
  'cfr26-1': '26-cfr-1.263(a)-2@2026-07-24.xml',
  estg: 'BJNR010050934@20250207223003.xml',
  ustg_1980: 'BJNR119530979@20250226223004.xml',
  gewstg: 'BJNR009790936@20250311223002.xml',
  grestg_1983: 'BJNR017770982@20250117224002.xml',
  solzg_1995: 'BJNR097500993@20250228223016.xml',
};

export async function publisherLibrary(folder: string, heldOut: boolean): Promise<EvalLibrary> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const store = createAuthorityStore(join(tmpdir(), 'fiscal-eval', 'laws'));
  for (const [id, name] of Object.entries(FILES)) {
    const chosen = findWork(id);
    const file = files.find((entry) => entry.name === name);
    if (!chosen || !file) throw new Error(`${name} is not in ${folder}.`);
    const { signal } = new AbortController();
    const options = { store, signal, now: () => new Date(), onProgress: () => {} };
    await importLaw(chosen, join(file.parentPath, file.name), options);
  }
  const sets = heldOut
    ? [readQuestions(join(import.meta.dirname, 'publishersHeldOut.json'), 'publishers, held out')]
    : [
        readQuestions(join(import.meta.dirname, 'publishers.json'), 'publishers'),
        readQuestions(join(import.meta.dirname, 'publishersMore.json'), 'publishers, more'),
      ];
  return { name: 'publishers', folders: [store.lawFolder], questions: sets.flat() };
}
