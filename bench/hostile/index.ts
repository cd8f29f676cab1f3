/**
 * `npm run bench -- hostile [FOLDER]`: reads 42 files that take much time or memory, in a process of its own, and asks questions
 * meanwhile. Prints the largest memory of that process and the longest time to an answer, each with its goal, and fails if one is missed.
 * With FOLDER, its files are read instead. Measures the built code, because Node removes the types of sources in each thread, which takes
 * memory. Run `npm run build` first.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { buildMeasured } from './buildMeasured.ts';
import { type Measured, measuredSchema } from './measured.ts';

const FILES = 42;
/** MB of the whole process, and milliseconds to the end of an answer. */
const GOAL_MEMORY = 400;
const GOAL_ANSWER = 1000;

const root = mkdtempSync(join(tmpdir(), 'fiscal-bench-hostile-'));
try {
  const library = join(root, 'library');
  mkdirSync(library);
  const script = await buildMeasured(join(root, 'built'), 'bench/hostile/library.ts');
  writeFileSync(join(library, 'rent.md'), '# Rent\n\nThe annual rent of the warehouse is $96,000.\n');
  const alone = run(script, library);
  const paths = filesOf(process.argv[3] === undefined ? makeFiles() : resolve(process.argv[3]));
  for (let number = 0; number < FILES; number += 1) {
    const path = paths[number % paths.length] ?? '';
    copyFileSync(path, join(library, `${String(number + 1).padStart(2, '0')}-${basename(path)}`));
  }
  const hostile = run(script, library);
  console.table(hostile.files);
  console.log(`One text file: ${alone.megabytes} MB`);
  console.log(
    `${FILES} hostile files, ${Math.round(hostile.seconds)} s, ${hostile.answers} questions answered meanwhile`,
  );
  report('largest memory of the process', hostile.megabytes, GOAL_MEMORY, 'MB');
  report('longest time to an answer', hostile.longestAnswer, GOAL_ANSWER, 'ms');
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** In a process of its own: a process begins with the largest memory of the one that starts it. */
function makeFiles(): string {
  const folder = join(root, 'files');
  mkdirSync(folder);
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'makeFiles.ts'), folder]);
  if (status !== 0) throw new Error(stderr.toString());
  return folder;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

function run(script: string, library: string): Measured {
  const index = mkdtempSync(join(root, 'index-'));
  // The library reads small text files first, and then the others in the order of their names.
  const names = ['rent.md', ...readdirSync(library).filter((name) => name !== 'rent.md')];
  const child = spawnSync(process.execPath, [script, library, index, ...names], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return measuredSchema.parse(JSON.parse(child.stdout));
}

function report(what: string, value: number, goal: number, unit: string): void {
  console.log(`${what}: ${value} ${unit} (goal: at most ${goal} ${unit})`);
  if (value > goal) process.exitCode = 1;
}
