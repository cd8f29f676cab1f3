/**
 * Every test, or the parts that are named: `node scripts/test.ts [unit] [page] [vscode]`. Each part is a vitest project and
 * does its own set-up (build, browser, VS Code) in its global set-up. The last line counts all tests.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';

const PARTS = ['unit', 'page', 'vscode'];

const resultSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numTotalTests: z.int() });

const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${PARTS.join(', ')}.`);
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

async function runPart(part: string, again = true): Promise<{ passed: number; failed: number }> {
  const file = join(folder, `${part}.json`);
  const { code } = await runToEnd(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', part],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ],
    // With Node 24's compile cache, a test process whose worker threads end crashes now and then.
    { env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } },
  );
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const result = resultSchema.safeParse(JSON.parse(text));
  if (!result.success) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = result.data;
  // A worker process of the runner that dies says nothing about the code. It is told, and happens at most once.
  if (code !== 0 && numFailedTests === 0 && numPassedTests > 0 && again) {
    console.log(
      `\nThe test runner broke in part ${part} (see the error above), and no test failed. Running the part again.`,
    );
    return runPart(part, false);
  }
  // A file that cannot be loaded, or a set-up that fails, is no failed test for vitest: it must not pass unseen.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}
