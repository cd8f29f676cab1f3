/**
 * `npm run check`: all checks that need neither a browser nor VS Code. `--without-tests` omits the unit tests, which `npm test`
 * runs too.
 */
import { join } from 'node:path';
import { root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';
import { toolScript } from './support/tool.ts';

const steps: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['types', join(root, 'scripts/types.ts')],
  ['lint', toolScript('@biomejs/biome', 'biome'), 'check', '.'],
  ['imports', join(root, 'scripts/imports.ts')],
  ['unused', toolScript('knip', 'knip')],
  ['build', join(root, 'scripts/build.ts')],
  ...(process.argv.includes('--without-tests')
    ? []
    : [['unit tests', toolScript('vitest', 'vitest'), 'run', '--project', 'unit'] as const]),
];

const failed: string[] = [];
for (const [name, ...command] of steps) {
  console.log(`\n── ${name}`);
  const { code } = await runToEnd(process.execPath, command);
  if (code !== 0) failed.push(name);
}

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed checks: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
