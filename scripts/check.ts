/** Everything that can be said about the code without a browser and without VS Code, in one command. */
import { join } from 'node:path';
import { root } from './support/paths.ts';
import { runToEnd } from './support/run.ts';

const bin = (name: string) => join(root, 'node_modules/.bin', name);

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types', bin('tsc'), '-p', '.'],
  ['types of the page', bin('tsc'), '-p', 'src/webview'],
  ['types of the page tests', bin('tsc'), '-p', 'test/webview'],
  ['lint', bin('biome'), 'check', '.'],
  ['imports', bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src'],
  ['unused', bin('knip')],
  ['build', process.execPath, 'scripts/build.ts'],
  ['unit tests', bin('vitest'), 'run', '--project', 'unit'],
];

const failed: string[] = [];
for (const [name, command, ...args] of steps) {
  console.log(`\n── ${name}`);
  const { code } = await runToEnd(command, args);
  if (code !== 0) failed.push(name);
}

console.log(failed.length === 0 ? '\nEverything is in order.' : `\nNot in order: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
