/**
 * Storage: 2,000 conversations on disk, and one of 500,000 characters. Floor: reading the folder with stat of each file, or
 * reading the file. Peer: parsing every line of every file as JSON. The rows of a new process run code that is not yet compiled
 * to machine code, as in a window that has just opened.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Change } from '../../src/conversation/change.ts';
import { reduce } from '../../src/conversation/changes.ts';
import { emptyAnswer, newConversation, type Turn } from '../../src/conversation/conversation.ts';
import { createReplay, splitLines } from '../../src/conversation/fileFormat.ts';
import { createFileStore } from '../../src/extension/storage/fileStore.ts';

const COUNT = 2_000;
const RUNS = 9;
/** Argument that makes this file one of the new processes. */
const NEW_PROCESS = '--new-process';
/** UTF-16 units of the long conversation, and of one line of its text: one second of a fast answer. */
const LONG = 500_000;
const LINE = 2_000;

const WORDS =
  'taxpayer property deduction section basis gain loss partnership interest corporation dividend allowance year income election credit lease revenue liability audit evidence material standard taxable depreciation amortization expense ordinary necessary business trade'.split(
    ' ',
  );

/** Characters outside of ASCII, each after one word of 150: about as many as answers of the library have, 3.4 in 1,000. */
const MARKS = ['…', ' §', ' ·', ' “as such”'];

const times = new Map<string, number[]>();

async function measure<T>(name: string, act: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await act();
  times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
  return result;
}

async function run(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiscal-bench-store-'));
  try {
    await fill(folder);
    const bytes = fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
    console.log(`${COUNT} conversations, ${(bytes / 1e6).toFixed(1)} MB`);
    for (let i = 0; i < RUNS; i++) await measureFolder(folder);
    for (let i = 0; i < RUNS; i++) measureNewProcess(folder);
    report('floor: readdir + stat');
    await memory(folder);
    fs.rmSync(folder, { recursive: true });

    await writeLong(folder);
    for (let i = 0; i < RUNS * 2; i++) await measureLong(folder);
    console.log(`one conversation of ${LONG} characters in lines of ${LINE}`);
    report('floor: read the file');
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFolder(folder: string): Promise<void> {
  await measure('floor: readdir + stat', () => fs.readdirSync(folder).map((n) => fs.statSync(path.join(folder, n))));
  await measure('peer: parse every file', () => parseAll(folder));
  const store = createFileStore({ folder, watch: false });
  await measure('list, first', () => store.list());
  await measure('list, again', () => store.list());
  await measure('search, rare word', () => store.search('zyzzyva'));
  await measure('search, absent word', () => store.search('quokka'));
  await measure('search, two common words', () => store.search('partnership basis'));
  await measure('search, common words that hardly meet', () => store.search('partnership 17-1234'));
  store.dispose();
  const fresh = createFileStore({ folder, watch: false });
  await measure('search, first of a window', () => fresh.search('zyzzyva'));
  fresh.dispose();
}

function measureNewProcess(folder: string): void {
  for (const name of ['list', 'search'] as const) {
    const time = execFileSync(process.execPath, [fileURLToPath(import.meta.url), NEW_PROCESS, name, folder], {
      encoding: 'utf8',
    });
    const row = `${name}, first of a new process`;
    times.set(row, [...(times.get(row) ?? []), Number(time)]);
  }
}

async function printTime(name: string, folder: string): Promise<void> {
  const store = createFileStore({ folder, watch: false });
  const start = performance.now();
  await (name === 'list' ? store.list() : store.search('zyzzyva'));
  console.log(performance.now() - start);
  store.dispose();
}

async function measureLong(folder: string): Promise<void> {
  const file = path.join(folder, 'long.jsonl');
  const bytes = await measure('floor: read the file', () => fs.readFileSync(file));
  await measure('peer: parse every line', () => parseAll(folder));
  const turn = await measure('replay', () => {
    const replay = createReplay('long');
    for (const line of splitLines(bytes).lines) replay.add(line);
    return replay.conversation.turns[0];
  });
  if (turn?.answer.text.length !== LONG) throw new Error('The conversation is not whole.');
}

function report(floorName: string): void {
  const floor = median(times.get(floorName) ?? []);
  for (const [name, values] of times) {
    const time = median(values);
    console.log(
      `${name.padEnd(40)} ${time.toFixed(1).padStart(8)} ms ${(time / floor).toFixed(1).padStart(7)} x floor`,
    );
  }
  times.clear();
}

async function fill(folder: string): Promise<void> {
  const store = createFileStore({ folder, watch: false });
  let seed = 1;
  const random = (n: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  const prose = (words: number) =>
    Array.from({ length: words }, () =>
      random(12) === 0 ? `${random(99)}-${random(9999)}` : `${WORDS[random(WORDS.length)]}${MARKS[random(150)] ?? ''}`,
    ).join(' ');
  for (let i = 0; i < COUNT; i++) {
    const conversation = newConversation({ id: `c${i}`, now: 1_700_000_000_000 + i });
    const turns: Turn[] = Array.from({ length: 3 }, (_, n) => ({
      ...asked(`t${n}`, n === 0 ? null : `t${n - 1}`),
      question: { text: `${prose(20)}${i === COUNT / 2 && n === 1 ? ' zyzzyva' : ''}`, selections: [] },
      answer: { ...emptyAnswer('done'), text: `§ ${prose(450)}${i % 50 === 0 ? ' résumé' : ''}` },
    }));
    store.record({ ...conversation, title: prose(6), hasCustomTitle: true, turns, currentTurnId: 't2' }, []);
    await store.flush();
  }
  store.dispose();
}

async function writeLong(folder: string): Promise<void> {
  const store = createFileStore({ folder, watch: false });
  const turn = asked('t0', null);
  let conversation = newConversation({ id: 'long', now: 0 });
  const apply = (change: Change) => {
    conversation = reduce(conversation, change);
    store.record(conversation, [change]);
    return store.flush();
  };
  await apply({ type: 'turnAdded', turn });
  const text = 'word '.repeat(LINE / 5);
  for (let offset = 0; offset < LONG; offset += LINE) {
    await apply({ type: 'text', turnId: 't0', epoch: 1, offset, text, at: offset });
  }
  store.dispose();
}

function asked(id: string, parent: string | null): Turn {
  return {
    id,
    parent,
    epoch: 1,
    askedAt: 0,
    question: { text: 'Question', selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: emptyAnswer('streaming'),
  };
}

function parseAll(folder: string): number {
  let lines = 0;
  for (const name of fs.readdirSync(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    for (const line of text.split('\n')) if (line !== '' && JSON.parse(line)) lines += 1;
  }
  return lines;
}

async function memory(folder: string): Promise<void> {
  const store = createFileStore({ folder, watch: false });
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  await store.list();
  const before = heap();
  for (let i = 0; i < 50; i++) {
    await store.list();
    await store.search(i % 2 ? 'partnership basis' : 'zyzzyva');
  }
  const grown = (heap() - before) / 1e6;
  console.log(
    `memory after 50 lists and searches       ${grown.toFixed(1)} MB more${globalThis.gc ? '' : ' (run with --expose-gc)'}`,
  );
  store.dispose();
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const [, , option, name = '', folder = ''] = process.argv;
await (option === NEW_PROCESS ? printTime(name, folder) : run());
