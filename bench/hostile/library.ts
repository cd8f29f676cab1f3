/** The measured process: reads a folder as the library, and asks a question again and again until it is read. */

import { basename } from 'node:path';
import { plainQuestion } from '../../src/protocol/question.ts';
import { createLibraryResearcher } from '../../src/service/research/libraryResearcher.ts';
import type { Measured } from './measured.ts';

const REQUEST = {
  question: plainQuestion('What is the annual rent of the warehouse?'),
  context: [],
  askMode: 'tax_research_normal' as const,
  allowedAskModes: null,
  zeroDataRetention: false,
};
/** Milliseconds between two questions. */
const PAUSE = 200;

const started = performance.now();
const files: { at: number; peak: number }[] = [];
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const library = createLibraryResearcher({
  folders: [process.argv[2] ?? ''],
  indexDir: process.argv[3] ?? null,
  onProgress({ done, phase }) {
    if (phase !== 'reading' || done <= files.length) return;
    files.push({ at: performance.now(), peak });
    peak = 0;
  },
});
let reading = true;
const ready = library.ready().finally(() => {
  reading = false;
});
let answers = 0;
let longestAnswer = 0;
let longestWork = 0;
while (reading) {
  const asked = performance.now();
  const worked = process.threadCpuUsage();
  let text = '';
  for await (const output of library.research(REQUEST, new AbortController().signal)) {
    if (output.type === 'text') text += output.text;
  }
  if (!text.includes('$96,000')) throw new Error(`The answer is wrong: ${text}`);
  longestAnswer = Math.max(longestAnswer, performance.now() - asked);
  const { user, system } = process.threadCpuUsage(worked);
  longestWork = Math.max(longestWork, (user + system) / 1000);
  answers += 1;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
const { skipped } = await ready;
const seconds = (performance.now() - started) / 1000;
await library.close();
clearInterval(watch);
const measured: Measured = {
  megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  seconds,
  answers,
  longestAnswer: Math.round(longestAnswer),
  longestWork: Math.round(longestWork),
  files: skipped.map(({ path, reason }, number) => ({
    file: basename(path),
    seconds: Math.round(((files[number + 1]?.at ?? 0) - (files[number]?.at ?? 0)) / 100) / 10,
    megabytes: Math.round((files[number + 1]?.peak ?? 0) / 1024 / 1024),
    reason,
  })),
};
console.log(JSON.stringify(measured));
