/**
 * Whether the time of each text function is linear in the length of hostile input: `npm run bench -- growth [--pairs 1000] [--seed 1]`.
 * Lists the pairs whose time grows by more than 1.3 times the growth of the text, and fails if there are any. A pair that seems to
 * grow is measured again, and counts only if it does every time, and if it goes on beyond 64 kB: a step is no growth.
 */
import { parseArgs } from 'node:util';
import { seeded } from '../../scripts/support/seeded.ts';
import { textFunctions } from './functions.ts';
import { type HostileInput, hostileInputs } from './inputs.ts';

const { values } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'growth' ? 3 : 2),
  options: { pairs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});

const SIZES = [8, 16, 32, 64].map((kilobytes) => kilobytes * 1024);
const LARGER_SIZES = [64, 128, 256].map((kilobytes) => kilobytes * 1024);
/** Milliseconds for 64 kB above which larger texts would take too long to measure. */
const SLOW = 400;
/** Growth beyond linear that is allowed for each doubling. */
const LIMIT = 1.3;
/** Milliseconds. A doubling is only compared if the longer text takes this time: below, it is mostly noise. */
const FLOOR = 2;
/** Milliseconds of calls for one measurement: of the first one, and of each one again if the pair seems to grow. */
const FIRST = 8;
const AGAIN = [60, 120, 240];

// Node has no DOMParser. The parser of Markdown needs it for the names of character references, each of which it looks up once.
Object.assign(globalThis, {
  DOMParser: class {
    parseFromString = (html: string) => ({ body: { textContent: html.slice(html.lastIndexOf('&')) } });
  },
});

interface Pair {
  readonly name: string;
  readonly run: (text: string) => unknown;
  readonly input: HostileInput;
}

const random = seeded(Number(values.seed));
const pairs = choosePairs(Number(values.pairs));
const bent: string[] = [];
let slowest = { name: '', time: 0 };
for (const pair of pairs) {
  const texts = SIZES.map((size) => pair.input.make(size));
  let worst = growthOf(texts.map((text) => fastestCall(pair, text)));
  for (const duration of AGAIN) {
    if (worst.growth <= LIMIT) break;
    worst = growthOf(texts.map((text) => cpuTime(pair, text, duration)));
  }
  if (worst.growth > LIMIT && (worst.times.at(-1) ?? 0) < SLOW) {
    const { growth } = growthOf(LARGER_SIZES.map((size) => cpuTime(pair, pair.input.make(size), 120)));
    worst = { ...worst, growth: Math.min(worst.growth, growth) };
  }
  const last = worst.times.at(-1) ?? 0;
  if (last > slowest.time) slowest = { name: `${pair.name} with ${pair.input.name}`, time: last };
  if (worst.growth > LIMIT) {
    const times = worst.times.map((time) => time.toFixed(1)).join(' · ');
    bent.push(`${pair.name} with ${pair.input.name}: ${worst.growth.toFixed(2)}x (${times} ms)`);
    console.log(bent.at(-1));
  }
}
console.log(`${pairs.length} pairs of ${textFunctions.length} functions, seed ${values.seed}.`);
console.log(`Slowest at 64 kB: ${slowest.name}, ${slowest.time.toFixed(1)} ms.`);
console.log(`${bent.length} grow by more than ${LIMIT} times the growth of the text.`);
if (bent.length > 0) process.exitCode = 1;

/** Random pairs, each once, with equally many for each function. */
function choosePairs(count: number): Pair[] {
  const inputs = hostileInputs(Math.max(400, Math.ceil(count / textFunctions.length)), random);
  return Array.from({ length: Math.ceil(count / textFunctions.length) })
    .flatMap((_, round) =>
      textFunctions.map(({ name, run }, index) => {
        const left = inputs.length - round;
        const offset = Math.floor(random() * left);
        // A different order for each function, without repetition.
        const input = inputs[(index * 31 + round * 7 + offset) % inputs.length];
        return input && { name, run, input };
      }),
    )
    .filter((pair) => pair !== undefined)
    .slice(0, count);
}

/** The largest growth of the time over two sizes, as a multiple of the growth of the text. */
function growthOf(times: number[]): { growth: number; times: number[] } {
  const growths = times.slice(1).map((time, index) => {
    const before = Math.max(times[index] ?? 0, FLOOR / 2);
    return time < FLOOR ? 0 : time / before / 2;
  });
  return { growth: Math.max(...growths), times };
}

/** The fastest of some calls, in milliseconds. It is too long only if other programs interrupt each of the calls. */
function fastestCall({ run }: Pair, text: string): number {
  let fastest = Number.POSITIVE_INFINITY;
  const end = performance.now() + FIRST;
  for (let calls = 0; calls < 3 || performance.now() < end; calls++) {
    const before = performance.now();
    run(text);
    fastest = Math.min(fastest, performance.now() - before);
  }
  return fastest;
}

/** Milliseconds of CPU time of a call, over many calls, because the clock is coarse. Other programs do not count. */
function cpuTime({ run }: Pair, text: string, duration: number): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls++) {
    run(text);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= duration * 1000) return (user + system) / 1000 / calls;
  }
}
