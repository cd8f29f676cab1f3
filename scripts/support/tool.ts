import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/**
 * The script of a command-line tool, to be run with Node. Links in `node_modules/.bin` are not used, because on Windows they
 * need a shell.
 */
export function toolScript(packageName: string, command: string): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script: unknown = typeof bin === 'string' ? bin : bin?.[command];
  if (typeof script !== 'string') throw new Error(`${packageName} has no command ${command}.`);
  return join(folder, script);
}
