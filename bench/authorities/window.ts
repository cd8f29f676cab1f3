/**
 * The measured process does what a window does: it takes a title from its publisher, indexes it, takes the next version and updates the
 * index, and answers a question every 200 ms meanwhile.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { createLawThread } from '../../src/publishers/thread/lawThread.ts';
import type { Measured } from './measured.ts';
import { takeTitle } from './takeTitle.ts';

/** Milliseconds between two questions. */
const PAUSE = 200;
const QUESTIONS = [
  'What is the dollar limitation of section 179?',
  'What discount rate does the warehouse lease use?',
  'Who must report minimum essential coverage to the secretary?',
  'Which expenses are capitalized under our policy?',
  'Does a surviving spouse have to maintain a household as his home?',
  'Who pays for the support of a member of the Armed Forces Retirement Home?',
];

const [, , own = '', folder = '', mirror = '', sections = ''] = process.argv;
const store = createAuthorityStore(
  join(folder, 'authorities'),
  createLawThread(join(import.meta.dirname, 'lawReader.cjs')),
);
const indexDir = join(folder, 'index');
const library = createLibraryConnection({ workerPath: join(import.meta.dirname, 'worker.cjs') });
const phases: Measured['phases'] = [];
let firstWords: number[] = [];
let peak = 0;
let ended = false;

const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);

async function phase<T>(name: string, act: () => Promise<T>): Promise<T> {
  firstWords = [];
  peak = 0;
  const from = performance.now();
  const result = await act();
  const seconds = (performance.now() - from) / 1000;
  phases.push({ name, seconds, firstWords, megabytes: Math.round(peak / 1024 / 1024) });
  return result;
}

/** The text of the answer. */
async function ask(text: string): Promise<string> {
  const question = {
    question: plainQuestion(text),
    context: [],
    mode: 'tax_research_fast_research' as const,
    allowed: null,
    zeroRetention: false,
  };
  const asked = performance.now();
  const times = firstWords;
  let answer = '';
  for await (const event of library.ask(question, new AbortController().signal, { idleTimeout: 120_000 })) {
    if (event.type !== 'text') continue;
    if (answer === '') times.push(performance.now() - asked);
    answer += event.text;
  }
  return answer;
}

async function askUntilTheEnd(): Promise<void> {
  for (let at = 0; !ended; at += 1) {
    await ask(QUESTIONS[at % QUESTIONS.length] ?? '');
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

const take = (signal = new AbortController().signal) => takeTitle(store, mirror, signal);

/** Ends when the condition holds. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

library.configure({ folders: [own], indexDir, exclude: [] });
await library.ready();
const asking = askUntilTheEnd();

await phase('get', async () => {
  // Stopped in the middle and continued, as the user may do.
  const stop = new AbortController();
  const half = join(folder, 'authorities/states/usc26/.new/law', `${Math.floor(Number(sections) / 2)}.md`);
  const stopped = take(stop.signal).then(
    () => false,
    () => true,
  );
  await until(() => existsSync(half));
  stop.abort(new Error('stopped'));
  if (!(await stopped)) throw new Error('The download did not stop.');
  return take();
});
await phase('index', async () => {
  library.configure({ folders: [own], laws: store.lawFolder, indexDir, exclude: [] });
  const first = library.ready();
  await new Promise<void>((resolve) => {
    const progress = library.onDidProgress(({ done }) => {
      if (done < Number(sections) / 2) return;
      progress.dispose();
      resolve();
    });
  });
  library.stopReading();
  await first;
  await library.refresh();
});
const asserted = await ask('What is the dollar limitation of section 179?');
if (!asserted.includes('$2,500,000')) throw new Error(`The answer is wrong: ${asserted}`);
await phase('nothing else', () => new Promise((resolve) => setTimeout(resolve, 10_000)));
const { changes } = await phase('update: take', () => take());
if (changes?.length !== Math.floor(Number(sections) / 20)) throw new Error(`${changes?.length} sections differ.`);
await phase('update: index', () => library.refresh([store.lawFolder]));
const { documents } = await library.refresh();
ended = true;
await asking;
library.dispose();
clearInterval(watch);
// SQLite removes its other files while the library ends.
const indexBytes = readdirSync(indexDir)
  .filter((name) => name.endsWith('.sqlite'))
  .reduce((sum, name) => sum + statSync(join(indexDir, name)).size, 0);
const measured: Measured = { phases, documents, indexBytes };
console.log(JSON.stringify(measured));
