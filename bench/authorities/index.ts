/**
 * `npm run bench -- authorities [--sections 50000]`: a title of the Code is taken from a server that plays its publisher, indexed, and
 * replaced by the next version, in one process that answers questions meanwhile. The download and the index are stopped in the middle and
 * continued. Prints the time to the first word of an answer and the largest memory of each phase with their goals, and fails if a goal is
 * missed or a section is missing. With `--kills 10`, processes that do the same are killed at random moments instead (kills.ts). Run
 * `npm run build` first.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root as project } from '../../scripts/support/paths.ts';
import { buildMeasured } from '../hostile/buildMeasured.ts';
import { killProcesses } from './kills.ts';
import { type Measured, measuredSchema } from './measured.ts';
import { playPublisher } from './playPublisher.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { sections: { type: 'string', default: '50000' }, kills: { type: 'string', default: '0' } },
});
const SECTIONS = Number(values.sections);
const KILLS = Number(values.kills);
/** Milliseconds to the first word, in 95 of 100 answers, and MB of the whole process. */
const GOAL_FIRST_WORD = 500;
const GOAL_MEMORY = 300;

const root = mkdtempSync(join(tmpdir(), 'fiscal-bench-authorities-'));
try {
  if (KILLS > 0) {
    const { lost, killed } = await killProcesses(root, SECTIONS, KILLS);
    const what = lost.length === 0 ? 'nothing' : lost.join(', ');
    console.log(`${SECTIONS} sections, ${killed} of ${KILLS} processes killed; lost: ${what}`);
    if (lost.length > 0 || killed < KILLS) process.exitCode = 1;
  } else await measure();
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** What a process that does the same as a window has measured. */
async function runWindow(): Promise<Measured & { readonly unpacked: number }> {
  // The first version is loaded twice, because it is stopped.
  const publisher = await playPublisher(SECTIONS, (asked) => (asked < 2 ? 1 : 2));
  try {
    const script = await buildMeasured(join(root, 'built'), 'bench/authorities/window.ts');
    const own = join(root, 'own');
    cpSync(join(project, 'samples'), own, { recursive: true });
    const args = [script, own, join(root, 'storage'), publisher.address, String(SECTIONS)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (bytes) => {
      printed += bytes;
    });
    const code = await new Promise((resolve) => child.on('exit', resolve));
    if (code !== 0) throw new Error('The measured process failed.');
    return { ...measuredSchema.parse(JSON.parse(printed)), unpacked: publisher.unpacked };
  } finally {
    publisher.close();
  }
}

async function measure(): Promise<void> {
  const { phases, documents, indexBytes, unpacked } = await runWindow();
  console.log(`${SECTIONS} sections; XML ${Math.round(unpacked / 1e6)} MB, index ${Math.round(indexBytes / 1e6)} MB`);
  console.log('phase               seconds  questions  first word p50      p95  longest   memory');
  for (const { name, seconds, firstWords, megabytes } of phases) {
    const sorted = firstWords.toSorted((one, other) => one - other);
    const share = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
    const columns = [seconds.toFixed(1), sorted.length, `${share(0.5)} ms`, `${share(0.95)} ms`, `${share(1)} ms`];
    const [time = '', count = '', ...words] = columns.map(String);
    const [half = '', most = '', longest = ''] = words;
    console.log(
      `${name.padEnd(18)} ${time.padStart(8)} ${count.padStart(10)} ${half.padStart(15)} ${most.padStart(8)} ${longest.padStart(8)} ${`${megabytes} MB`.padStart(8)}`,
    );
    check(`${name}: first word, p95`, share(0.95), GOAL_FIRST_WORD, 'ms');
    check(`${name}: memory`, megabytes, GOAL_MEMORY, 'MB');
  }
  if (documents < SECTIONS) {
    console.log(`Only ${documents} documents are in the index.`);
    process.exitCode = 1;
  }
}

function check(what: string, value: number, goal: number, unit: string): void {
  if (value <= goal) return;
  console.log(`${what}: ${value} ${unit} (goal: at most ${goal} ${unit})`);
  process.exitCode = 1;
}
