/**
 * Runs the unit tests with generated cases again and again, each time with another seed, and stops at the first failure:
 * `node scripts/fuzz.ts [--rounds 10] [--seed N]`. The seed of the first round is random unless it is given.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';
import { toolScript } from './support/tool.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !/\.(page|e2e)\.test\.ts$/.test(file))
  .map((file) => join('test', file))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes("'fast-check'"));

for (let round = 0; round < Number(values.rounds); round++) {
  const seed = Number(values.seed) + round;
  console.log(`\nRound ${round + 1} of ${values.rounds}: seed ${seed}, ${files.length} files`);
  const { code } = await runToEnd(
    process.execPath,
    [toolScript('vitest', 'vitest'), 'run', '--project', 'unit', '--reporter=dot', ...files],
    { env: { ...process.env, FISCAL_FUZZ_SEED: String(seed) } },
  );
  if (code === 0) continue;
  console.log(`\nFailed with seed ${seed}: FISCAL_FUZZ_SEED=${seed} npx vitest run --project unit FILE`);
  process.exitCode = 1;
  break;
}
