/**
 * Whether the time of each text function is linear in the length of hostile input: `npm run bench -- growth [--pairs 1000] [--seed 1]`.
 * Lists the pairs whose time grows by more than 1.3 times the growth of the text, and fails if there are any.
 */
import { parseArgs } from 'node:util';
import { seeded } from '../../scripts/support/seeded.ts';
import { textFunctions } from './functions.ts';
import { type HostileInput, hostileInputs } from './inputs.ts';
import { LIMIT, measureGrowth } from './measure.ts';

const { values } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'growth' ? 3 : 2),
  options: { pairs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});

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
  const worst = measureGrowth(pair.run, pair.input.make);
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
