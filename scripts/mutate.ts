/**
 * Applies small random changes to the sources, one at a time, and runs the unit tests that import the file. Reports the changes that
 * no test noticed: `node scripts/mutate.ts --seed 1 --count 100 [--under src/conversation]`. Restores each file.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutationsOf } from './support/mutations.ts';
import { root } from './support/paths.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    under: { type: 'string', default: 'src' },
  },
});

const random = seeded(Number(values.seed));
const files = readdirSync(join(root, values.under), { recursive: true, encoding: 'utf8' })
  .map((file) => join(values.under, file))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith(join('src', 'webview')))
  .toSorted();
const candidates = files.flatMap((file) =>
  mutationsOf(readFileSync(join(root, file), 'utf8')).map((each) => ({ file, ...each })),
);
const survivors: string[] = [];
const count = Math.min(Number(values.count), candidates.length);
for (let done = 0; done < count; done++) {
  const [mutation] = candidates.splice(Math.floor(random() * candidates.length), 1);
  if (!mutation) break;
  const path = join(root, mutation.file);
  const original = readFileSync(path, 'utf8');
  const line = original.slice(0, mutation.start).split('\n').length;
  const name = `${mutation.file}:${line} ${original.slice(mutation.start, mutation.end)} -> ${mutation.replacement}`;
  try {
    writeFileSync(path, original.slice(0, mutation.start) + mutation.replacement + original.slice(mutation.end));
    const noticed = !testsPass(mutation.file);
    if (!noticed) survivors.push(name);
    console.log(`${done + 1}/${count} ${noticed ? 'noticed ' : 'SURVIVED'} ${name}`);
  } finally {
    writeFileSync(path, original);
  }
}
console.log(`\nNoticed ${count - survivors.length} of ${count}.\n${survivors.join('\n')}`);

function testsPass(file: string): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'related', '--run', '--project', 'unit', '--bail', '1', '--passWithNoTests', file];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore', timeout: 300_000 }).status === 0;
}

/** The same numbers in [0, 1) for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
