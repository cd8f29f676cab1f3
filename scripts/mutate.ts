/**
 * Applies small random changes to the sources, one at a time, and runs the unit tests that load the file, the nearest first. Reports the changes that no test noticed: `node scripts/mutate.ts --seed 1 --count 100 [--skip 50] [--under
 * src/client --under src/extension/session]`. A change with which the tests do not end within the time limit is listed on its own.
 * Restores each file. Of the page, only the parsers of Markdown have unit tests.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readImports } from './support/importGraph.ts';
import { mutationsOf } from './support/mutations.ts';
import { root } from './support/paths.ts';
import { seeded } from './support/seeded.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    /** Changes of the same seed that are left out, because an earlier run tried them. */
    skip: { type: 'string', default: '0' },
    /** Folders and files. May be given several times. */
    under: { type: 'string', multiple: true, default: ['src'] },
  },
});

const importers = Map.groupBy(
  [...readImports(root, 'src'), ...readImports(root, 'test')].filter(({ typeOnly }) => !typeOnly),
  ({ to }) => to,
);
const random = seeded(Number(values.seed));
const files = values.under
  .flatMap(filesUnder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && isTested(file))
  .toSorted();
const candidates = files.flatMap((file) =>
  mutationsOf(readFileSync(join(root, file), 'utf8')).map((each) => ({ file, ...each })),
);
const survivors: string[] = [];
const unended: string[] = [];
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
    const outcome = runTests(mutation.file);
    if (outcome === 'passed') survivors.push(name);
    if (outcome === 'unended') unended.push(name);
    const word = { failed: 'noticed ', passed: 'SURVIVED', unended: 'unended ' }[outcome];
    console.log(`${done + 1}/${count} ${word} ${name}`);
  } finally {
    writeFileSync(path, original);
  }
}
console.log(`\nNoticed ${count - survivors.length - unended.length} of ${count}.\n${survivors.join('\n')}`);
if (unended.length > 0) console.log(`The tests did not end with:\n${unended.join('\n')}`);

function filesUnder(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((file) => join(path, file));
}

/** Without the files that need a DOM. */
function isTested(file: string): boolean {
  const [, folder, part, name = ''] = file.split(sep);
  return folder !== 'webview' || (part === 'markdown' && !/View\.ts$|^(?:context|copyButton)\.ts$/.test(name));
}

type Outcome = 'failed' | 'passed' | 'unended';

/** The unit tests that load a file, the nearest first: those that import it, those that import its importers, and all others. */
function testsOf(file: string): string[][] {
  const levels: string[][] = [[], [], []];
  const seen = new Set([file]);
  let reached = [file];
  for (let distance = 0; reached.length > 0; distance += 1) {
    reached = reached
      .flatMap((each) => (importers.get(each) ?? []).map(({ from }) => from))
      .filter((from) => !seen.has(from));
    reached = [...new Set(reached)];
    for (const each of reached) seen.add(each);
    levels[Math.min(distance, 2)]?.push(...reached.filter(isUnitTest));
  }
  return levels.filter((level) => level.length > 0);
}

function isUnitTest(file: string): boolean {
  return file.endsWith('.test.ts') && !file.endsWith('.page.test.ts') && !file.startsWith('test/vscode/');
}

function runTests(file: string): Outcome {
  for (const tests of testsOf(file.split(sep).join('/'))) {
    const outcome = runVitest(tests);
    if (outcome !== 'passed') return outcome;
  }
  return 'passed';
}

function runVitest(tests: readonly string[]): Outcome {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', '--bail', '1', ...tests], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  });
  if (status === null) return 'unended';
  return status === 0 ? 'passed' : 'failed';
}
