/**
 * `npm test`: all tests, or the named parts: `node scripts/test.ts [unit] [page] [vscode]`. Each part is a vitest project. Its
 * global set-up builds, and finds the browser and VS Code. The last line counts all tests.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { runToEnd } from './support/run.ts';
import { toolScript } from './support/tool.ts';

const PARTS = ['unit', 'page', 'vscode'];

const resultSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });

const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${PARTS.join(', ')}.`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
const folder = await mkdtemp(join(tmpdir(), 'fiscal-test-'));
for (const part of PARTS) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  console.log(`\n── ${part}`);
  const result = await runPart(part);
  passed += result.passed;
  failed += result.failed;
}
await rm(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runPart(part: string): Promise<{ passed: number; failed: number }> {
  const file = join(folder, `${part}.json`);
  const { code } = await runToEnd(process.execPath, [
    toolScript('vitest', 'vitest'),
    ...['run', '--project', part],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const result = resultSchema.safeParse(JSON.parse(text));
  if (!result.success) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = result.data;
  // A file that cannot be loaded, or a set-up or a process that fails, is not a failed test for vitest. It counts as one here.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}
