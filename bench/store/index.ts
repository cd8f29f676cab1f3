/** Keeping: 2,000 conversations on disk. Floor: reading the folder with stat of each file; peer: reading every file whole. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { emptyAnswer, newConversation, type Turn } from '../../src/conversation/conversation.ts';
import { createFileStore } from '../../src/extension/storage/fileStore.ts';

const COUNT = 2_000;
const RUNS = 5;

const WORDS =
  'taxpayer property deduction section basis gain loss partnership interest corporation dividend allowance year income election credit lease revenue liability audit evidence material standard taxable depreciation amortization expense ordinary necessary business trade'.split(
    ' ',
  );

async function run(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiscal-bench-store-'));
  try {
    await fill(folder);
    const bytes = fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
    console.log(`${COUNT} conversations, ${(bytes / 1e6).toFixed(1)} MB`);

    const times: Record<string, number[]> = {};
    const measure = async (name: string, act: () => unknown) => {
      const start = performance.now();
      const result = await act();
      const spent = performance.now() - start;
      times[name] = [...(times[name] ?? []), spent];
      return result;
    };
    for (let i = 0; i < RUNS; i++) {
      await measure('floor: readdir + stat', () =>
        fs.readdirSync(folder).map((n) => fs.statSync(path.join(folder, n))),
      );
      await measure('peer: parse every file', () => parseAll(folder));
      const cold = createFileStore({ folder, watch: false });
      await measure('list, first', () => cold.list());
      await measure('list, again', () => cold.list());
      await measure('search, rare word', () => cold.search('zyzzyva'));
      await measure('search, absent word', () => cold.search('quokka'));
      await measure('search, two common words', () => cold.search('partnership basis'));
      await measure('search, common words that hardly meet', () => cold.search('partnership 17-1234'));
      cold.dispose();
      const fresh = createFileStore({ folder, watch: false });
      await measure('search, first of a window', () => fresh.search('zyzzyva'));
      fresh.dispose();
    }
    const floor = median(times['floor: readdir + stat'] ?? []);
    for (const [name, values] of Object.entries(times)) {
      const time = median(values);
      console.log(
        `${name.padEnd(40)} ${time.toFixed(1).padStart(8)} ms ${(time / floor).toFixed(1).padStart(7)} x floor`,
      );
    }
    await memory(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
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
      random(12) === 0 ? `${random(99)}-${random(9999)}` : WORDS[random(WORDS.length)],
    ).join(' ');
  for (let i = 0; i < COUNT; i++) {
    const conversation = newConversation({ id: `c${i}`, now: 1_700_000_000_000 + i });
    const turns: Turn[] = Array.from({ length: 3 }, (_, n) => ({
      id: `t${n}`,
      parent: n === 0 ? null : `t${n - 1}`,
      epoch: 1,
      askedAt: i,
      question: { text: `${prose(20)}${i === COUNT / 2 && n === 1 ? ' zyzzyva' : ''}`, selections: [] },
      askMode: 'tax_research_fast_research',
      zeroRetention: false,
      service: 'library',
      answer: { ...emptyAnswer('done'), text: prose(450) },
    }));
    await store.save({ ...conversation, title: prose(6), turns, currentTurnId: 't2' });
  }
  store.dispose();
}

function parseAll(folder: string): number {
  let turns = 0;
  for (const name of fs.readdirSync(folder)) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    for (const line of text.trimEnd().split('\n')) if (JSON.parse(line)) turns += 1;
  }
  return turns;
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

await run();
