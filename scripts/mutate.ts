/**
 * Applies small random changes to the sources, one at a time, and runs the unit tests: first the one that mirrors the file, then all
 * that import it. Reports the changes that no test noticed: `node scripts/mutate.ts --seed 1 --count 100 [--skip 50] [--under
 * src/conversation]`. Restores each file. Of the page, only the parsers of Markdown have unit tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { mutationsOf } from './support/mutations.ts';
import { root } from './support/paths.ts';
import { seeded } from './support/seeded.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    /** Changes of the same seed that are left out, because an earlier run tried them. */
    skip: { type: 'string', default: '0' },
    under: { type: 'string', default: 'src' },
  },
});

const random = seeded(Number(values.seed));
const files = readdirSync(join(root, values.under), { recursive: true, encoding: 'utf8' })
  .map((file) => join(values.under, file))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && isTested(file))
  .toSorted();
const candidates = files.flatMap((file) =>
  mutationsOf(readFileSync(join(root, file), 'utf8')).map((each) => ({ file, ...each })),
);
const survivors: string[] = [];
const skip = Number(values.skip);
const count = Math.min(Number(values.count), candidates.length - skip);
for (let done = -skip; done < count; done++) {
  const [mutation] = candidates.splice(Math.floor(random() * candidates.length), 1);
  if (!mutation) break;
  if (done < 0) continue;
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

/** Without the files that need a DOM. */
function isTested(file: string): boolean {
  const [, folder, part, name = ''] = file.split(sep);
  return folder !== 'webview' || (part === 'markdown' && !/View\.ts$|^(?:context|copyButton)\.ts$/.test(name));
}

function testsPass(file: string): boolean {
  const mirror = join('test', file.slice('src'.length)).replace(/\.ts$/, '.test.ts');
  if (existsSync(join(root, mirror)) && !vitestPasses('run', mirror)) return false;
  return vitestPasses('related', '--run', file);
}

function vitestPasses(...args: string[]): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['--project', 'unit', '--bail', '1', '--passWithNoTests'];
  const { status } = spawnSync(process.execPath, [vitest, ...args, ...options], {
    cwd: root,
    stdio: 'ignore',
    timeout: 180_000,
  });
  return status === 0;
}
