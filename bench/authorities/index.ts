/**
 * `npm run bench -- authorities [--sections 50000]`: a title of the Code is taken from a server that plays its publisher, indexed, and
 * replaced by the next version, in one process that answers questions meanwhile. The download and the index are stopped in the middle and
 * continued. Prints the time to the first word of an answer and the largest memory of each phase with their goals, and fails if a goal is
 * missed or a section is missing. Run `npm run build` first.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root as project } from '../../scripts/support/paths.ts';
import { buildMeasured } from '../hostile/buildMeasured.ts';
import { makeTitle } from './makeTitle.ts';
import { measuredSchema } from './measured.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { sections: { type: 'string', default: '50000' } },
});
const SECTIONS = Number(values.sections);
/** Milliseconds to the first word, in 95 of 100 answers, and MB of the whole process. */
const GOAL_FIRST_WORD = 500;
const GOAL_MEMORY = 300;

const root = mkdtempSync(join(tmpdir(), 'fiscal-bench-authorities-'));
const publisher = playPublisher();
try {
  const script = await buildMeasured(join(root, 'built'), 'bench/authorities/window.ts');
  const own = join(root, 'own');
  cpSync(join(project, 'samples'), own, { recursive: true });
  const { port } = (await publisher.listening).address() as AddressInfo;
  const mirror = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [script, own, join(root, 'storage'), mirror, String(SECTIONS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error('The measured process failed.');
  const { phases, documents, indexBytes } = measuredSchema.parse(JSON.parse(printed));
  console.log(`${SECTIONS} sections; index ${Math.round(indexBytes / 1e6)} MB`);
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
} finally {
  publisher.server.close();
  rmSync(root, { recursive: true, force: true });
}

/** Offers the next version after the first one was loaded. */
function playPublisher() {
  let version: 1 | 2 = 1;
  const archives = { 1: makeTitle(SECTIONS, 1), 2: makeTitle(SECTIONS, 2) };
  const server = createServer((request, response) => {
    if (request.url?.endsWith('download.shtml')) {
      response.end(`<h3>Public Law 119-${version} (0${version}/01/2026)</h3><a href="xml_uscAll@119-${version}.zip">`);
      return;
    }
    const asked = request.url?.includes('119-2.zip') ? 2 : 1;
    response.end(archives[asked]);
  });
  server.on('request', (request) => {
    // The first one is loaded twice, because it is stopped.
    if (request.url?.endsWith('.zip')) loaded += 1;
    if (loaded === 2) version = 2;
  });
  const listening = new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  let loaded = 0;
  return { server, listening };
}

function check(what: string, value: number, goal: number, unit: string): void {
  if (value <= goal) return;
  console.log(`${what}: ${value} ${unit} (goal: at most ${goal} ${unit})`);
  process.exitCode = 1;
}
