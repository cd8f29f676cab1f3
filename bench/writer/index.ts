/**
 * What the library adds to the time of a language model, with a scripted model and the worker thread as in the extension:
 * `npm run bench -- writer [--runs N] [--library FOLDER]`. With `--questions`, see decidingWords.ts.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createLibraryConnection, type LibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import type { LanguageModel } from '../../src/model/languageModel.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import { plainSentences } from '../check/generate.ts';
import { quantile } from '../wire/measure.ts';
import { measureDecidingWords } from './decidingWords.ts';

/** Milliseconds that the scripted model takes to begin, and for each line. */
const BEGIN = 150;
const LINE = 40;
const FIRST_GOAL = 50;
const STOP_GOAL = 100;

const { values } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'writer' ? 3 : 2),
  options: {
    runs: { type: 'string', default: '15' },
    questions: { type: 'string' },
    searches: { type: 'string', default: fileURLToPath(new URL('searches.tsv', import.meta.url)) },
    mode: { type: 'string', default: 'tax_research_normal' },
    library: { type: 'string', default: fileURLToPath(new URL('../../test/fixtures/irc', import.meta.url)) },
  },
});
if (values.questions !== undefined) {
  await measureDecidingWords({ ...values, questions: values.questions });
  process.exit();
}
const QUESTIONS = [
  'How long must a home be owned before its gain is excluded?',
  'What limits the expensing of equipment?',
  'When is gain on a like-kind exchange recognized?',
  'When are business meals deductible?',
];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A reply of a real model: sentences of 25 tokens at 40 tokens a second. */
const LONG = { sentences: 15, line: 625, runs: 3 };
const LONG_FIRST_GOAL = 500;
const LONG_WHOLE_GOAL = 1000;

/** Copies sentences of its passages. `own` is the time that it took up to its last chunk. */
function scriptedModel(line: number, sentences: number) {
  const times = { own: 0 };
  const model: LanguageModel = {
    id: 'scripted',
    name: 'Scripted Model',
    inputTokens: 60_000,
    async *send(messages) {
      const started = performance.now();
      const before = times.own;
      await pause(BEGIN);
      for (const written of linesFor(messages.map(({ content }) => content).join('\n'), sentences)) {
        await pause(line);
        times.own = before + performance.now() - started;
        yield `${written}\n`;
      }
      return 'stop';
    },
  };
  return { model, times };
}

function linesFor(prompt: string, sentences: number): string[] {
  if (prompt.startsWith('You prepare a search'))
    return ['SEARCH: limitation taxable year', 'SEARCH: general rule exclusion'];
  let key = '';
  const lines = ['## RULE'];
  for (const line of prompt.split('\n')) {
    key = /^=====\S+ (S\d+) \|/.exec(line)?.[1] ?? key;
    for (const sentence of line.startsWith('> ') ? plainSentences(line.slice(2)) : []) {
      if (lines.length <= sentences) lines.push(`${sentence}. {${key}}`);
    }
  }
  return [...lines, 'END'];
}

async function ask(
  connection: LibraryConnection,
  model: LanguageModel,
  question: string,
  onText: (text: string) => void,
  signal = new AbortController().signal,
): Promise<void> {
  const asked = {
    question: plainQuestion(question),
    context: [],
    mode: 'tax_research_fast_research' as const,
    allowed: null,
    zeroRetention: false,
  };
  const options = { model: { model, zeroRetention: false }, idleTimeout: 60_000 };
  for await (const event of connection.ask(asked, signal, options)) onText(JSON.stringify(event));
}

/** What passes between the question and the first sentence and the answer, less the time of the model. */
async function overhead(
  connection: LibraryConnection,
  question: string,
  line = LINE,
  sentences = 8,
): Promise<{ first: number; whole: number; cpu: number }> {
  const { model, times } = scriptedModel(line, sentences);
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  let cpu = Number.NaN;
  let first = Number.NaN;
  let whole = Number.NaN;
  await ask(connection, model, question, (text) => {
    const passed = performance.now() - started - times.own;
    if (Number.isNaN(first) && text.includes('### Rule') && text.includes('"type":"text"')) {
      first = passed;
      const { user, system } = process.cpuUsage(cpuBefore);
      cpu = (user + system) / 1000;
    }
    if (Number.isNaN(whole) && text.includes('"type":"parts"') && text.includes('### Rule')) whole = passed;
  });
  return { first, whole, cpu };
}

/** From the stop of the user to the cancellation that the model sees. */
async function stopTime(connection: LibraryConnection, question: string): Promise<number> {
  const stop = new AbortController();
  const asked = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<number>();
  const model: LanguageModel = {
    id: 'stalled',
    name: 'Stalled Model',
    inputTokens: 60_000,
    async *send(_messages, signal) {
      asked.resolve();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      cancelled.resolve(performance.now());
      throw signal.reason;
    },
  };
  const running = ask(connection, model, question, () => {}, stop.signal).catch(() => {});
  await asked.promise;
  const stopped = performance.now();
  stop.abort(new Error('stopped'));
  const seen = await cancelled.promise;
  await running;
  return seen - stopped;
}

const connection = createLibraryConnection({
  spawn: () => new Worker(new URL('../../src/service/worker/main.ts', import.meta.url)),
});
connection.configure({ folders: [values.library], indexDir: null, exclude: [] });
await connection.ready();
await overhead(connection, QUESTIONS[0] ?? '');
const found = { cpu: [] as number[], first: [] as number[], whole: [] as number[], stop: [] as number[] };
for (let run = 0; run < Number(values.runs); run += 1) {
  const question = QUESTIONS[run % QUESTIONS.length] ?? '';
  const { first, whole, cpu } = await overhead(connection, question);
  found.cpu.push(cpu);
  found.first.push(first);
  found.whole.push(whole);
  found.stop.push(await stopTime(connection, question));
}
const long = { first: [] as number[], whole: [] as number[] };
for (let run = 0; run < LONG.runs; run += 1) {
  const { first, whole } = await overhead(
    connection,
    QUESTIONS[run % QUESTIONS.length] ?? '',
    LONG.line,
    LONG.sentences,
  );
  long.first.push(first);
  long.whole.push(whole);
}
connection.dispose();

report('first sentence, added to the model', found.first, FIRST_GOAL);
report('first sentence, processor time', found.cpu, FIRST_GOAL);
report('whole answer, added to the model', found.whole, FIRST_GOAL);
report('stop until the call is cancelled', found.stop, STOP_GOAL);
report('15 sentences at 40 tokens/s, first', long.first, LONG_FIRST_GOAL);
report('15 sentences at 40 tokens/s, whole', long.whole, LONG_WHOLE_GOAL);

function report(name: string, times: readonly number[], goal: number): void {
  const [least, middle, most] = [quantile(times, 0), quantile(times, 0.5), quantile(times, 0.95)];
  console.log(
    `${name.padEnd(36)} best ${least.toFixed(1).padStart(6)} ms, median ${middle.toFixed(1).padStart(6)} ms, 95 % ${most.toFixed(1).padStart(6)} ms; goal ${goal} ms: ${middle <= goal ? 'met' : 'MISSED'}`,
  );
}
