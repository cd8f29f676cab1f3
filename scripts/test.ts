/**
 * `npm test`: the tests of all parts, or of the named ones: `node scripts/test.ts [--all] [unit] [page] [vscode]`. Without `--all`, the
 * end-to-end tests are those of `MAIN`. Each part is a vitest project. Its global set-up builds, and finds the browser and VS Code. The
 * failures, and the tests that were not run, are listed at the end; the last line counts all tests.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';
import { type SkippedTest, skippedLines } from './support/skippedTests.ts';
import { toolScript } from './support/tool.ts';

const PARTS = ['unit', 'page', 'vscode', 'cluster'];

/** The main job, the library, what is on disk, and the package. A window takes the two processors about 20 s. */
const MAIN = ['mainJob', 'firstMinute', 'secrets', 'storage', 'packageContents'];

const resultSchema = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});
type PartResult = {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skipped: readonly SkippedTest[];
};

const all = process.argv.includes('--all');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${PARTS.join(', ')}.`);
  process.exit(2);
}

let passed = 0;
const failures: string[] = [];
const skipped: SkippedTest[] = [];
const folder = await mkdtemp(join(tmpdir(), 'fiscal-test-'));
for (const part of PARTS) {
  if (wanted.length > 0 ? !wanted.includes(part) : part === 'cluster' && !all) continue;
  console.log(`\n── ${part}`);
  const result = await runPart(part);
  passed += result.passed;
  failures.push(...result.failures);
  skipped.push(...result.skipped);
}
await rm(folder, { recursive: true, force: true });
for (const line of skippedLines(skipped)) console.log(`\n${line}`);
for (const failure of failures) console.log(`\nFailed: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped.length} not run`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Runs the tests of a part. A file that cannot be loaded counts as one failure, and so does a set-up or a process that fails. */
async function runPart(part: string): Promise<PartResult> {
  const file = join(folder, `${part}.json`);
  const { code } = await runToEnd(process.execPath, [
    toolScript('vitest', 'vitest'),
    ...['run', '--project', part],
    ...(part === 'vscode' && !all ? MAIN.map((name) => `test/vscode/${name}.e2e.test.ts`) : []),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const result = resultSchema.safeParse(JSON.parse(text));
  if (!result.success) return { passed: 0, failures: [`${part}: no result`], skipped: [] };
  const failures = result.data.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return file.status === 'failed' ? [`${path}\n${file.message}`] : [];
    return tests.map((test) => `${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
  if (code !== 0 && failures.length === 0) failures.push(`${part}: the test runner ended with ${code}`);
  const skipped = result.data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ ancestorTitles, title }) => ({ path: relative(root, name), titles: [...ancestorTitles, title] })),
  );
  return { passed: result.data.numPassedTests, failures, skipped };
}
