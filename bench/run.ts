/**
 * `npm run bench -- <name> [--write] [options]`: runs one benchmark; without a name, says which there are. `--write` puts what the
 * benchmark prints into its section of bench/results.md.
 */
import { existsSync, readdirSync } from 'node:fs';
import { format } from 'node:util';
import { writeResults } from './results.ts';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));
const name = process.argv[2];

if (name === undefined || !names.includes(name)) {
  console.log(`Usage: npm run bench -- <name> [--write]\nBenchmarks: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const command = process.argv.slice(2).filter((argument) => argument !== '--write');
  const write = process.argv.length > command.length + 2;
  // The benchmarks read their options from here.
  process.argv.splice(2, process.argv.length, ...command);
  const printed: string[] = [];
  const { log } = console;
  console.log = (...values: unknown[]) => {
    printed.push(format(...values));
    log(...values);
  };
  await import(new URL(`${name}/index.ts`, folder).href);
  console.log = log;
  if (write) await writeResults(new URL('results.md', folder), command, printed.join('\n'));
}
