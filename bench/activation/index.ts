/**
 * What it costs to be there: `require` of the built entry against an empty bundle (the floor) and against the parts that it
 * leaves for later, each in a process of its own, interleaved. And the sizes of what ships.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const RUNS = 15;
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Times one `require` in a fresh process in which `vscode` is an empty module, as in an extension host that has it loaded. */
const probe = `
const Module = require('node:module');
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? {} : load(name, ...rest));
const start = process.hrtime.bigint();
require(process.argv[1]);
console.log(Number(process.hrtime.bigint() - start) / 1e6);
process.exit(0);
`;

if (!existsSync(join(dist, 'extension.cjs'))) {
  console.log('Nothing is built yet: npm run build');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'fiscal-bench-activation-'));
try {
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, 'exports.activate=()=>{};');
  const files = { 'empty bundle (floor)': empty };
  for (const name of ['extension', 'host', 'tools'])
    Object.assign(files, { [`${name}.cjs`]: join(dist, `${name}.cjs`) });
  const times = new Map<string, number[]>();
  for (let run = 0; run < RUNS; run++) {
    for (const [name, file] of Object.entries(files)) {
      const spent = Number(execFileSync(process.execPath, ['-e', probe, file], { encoding: 'utf8' }));
      times.set(name, [...(times.get(name) ?? []), spent]);
    }
  }
  const floor = median(times.get('empty bundle (floor)') ?? []);
  console.log(`require, ms, median of ${RUNS} (Node ${process.version})`);
  for (const [name, values] of times) {
    const value = median(values);
    console.log(
      `${name.padEnd(24)} ${value.toFixed(2).padStart(7)}   over the floor ${(value - floor).toFixed(2).padStart(7)}`,
    );
  }
  console.log('\nsize, bytes, gzip');
  for (const name of ['extension.cjs', 'host.cjs', 'tools.cjs', 'worker.cjs', 'browser.cjs', 'page.js', 'page.css']) {
    console.log(`${name.padEnd(24)} ${String(gzipSync(readFileSync(join(dist, name))).length).padStart(7)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
