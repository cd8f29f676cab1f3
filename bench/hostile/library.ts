/** The measured process: the thread of the library reads a folder, and a question is asked again and again until it is read. */
import { basename, join } from 'node:path';
import { createLibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { Measured } from './measured.ts';

const QUESTION = {
  question: plainQuestion('What is the annual rent of the warehouse?'),
  context: [],
  mode: 'tax_research_normal' as const,
  allowed: null,
  zeroRetention: false,
};
/** Milliseconds between two questions. */
const PAUSE = 200;

const [, , folder = '', indexDir = '', ...names] = process.argv;
const started = performance.now();
/** What was measured when the library had read so many files. */
const files: { at: number; peak: number }[] = [];
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const library = createLibraryConnection({ workerPath: join(import.meta.dirname, 'worker.cjs') });
library.onDidProgress(({ done, phase }) => {
  if (phase !== 'reading') return;
  files[done] ??= { at: performance.now(), peak };
  peak = 0;
});
library.configure({ folders: [folder], indexDir, exclude: [] });
let reading = true;
const ready = library.ready().finally(() => {
  reading = false;
});
const answers: { readonly end: number; readonly time: number }[] = [];
const longest = (of: typeof answers) => Math.round(of.reduce((most, { time }) => Math.max(most, time), 0));
while (reading) {
  const asked = performance.now();
  let text = '';
  for await (const event of library.ask(QUESTION, new AbortController().signal, { idleTimeout: 60_000 })) {
    if (event.type === 'text') text += event.text;
  }
  if (!text.includes('$96,000')) throw new Error(`The answer is wrong: ${text}`);
  const end = performance.now();
  answers.push({ end, time: end - asked });
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
const { skipped } = await ready;
const reasons = new Map(skipped.map(({ path, reason }) => [basename(path), reason]));
const seconds = (performance.now() - started) / 1000;
library.dispose();
clearInterval(watch);
const measured: Measured = {
  megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  seconds,
  answers: answers.length,
  longestAnswer: longest(answers),
  files: names.flatMap((file, number) => {
    const before = files[number];
    const after = files[number + 1];
    if (before === undefined || after === undefined) return [];
    return {
      file,
      seconds: Math.round((after.at - before.at) / 100) / 10,
      megabytes: Math.round(after.peak / 1024 / 1024),
      answer: longest(answers.filter(({ end }) => end > before.at && end <= after.at)),
      outcome: reasons.get(file) ?? 'It is read.',
    };
  }),
};
console.log(JSON.stringify(measured));
