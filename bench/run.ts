/** `npm run bench -- <name> [options]`: runs one benchmark; without a name, says which there are. */
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));
const name = process.argv[2];

if (name === undefined || !names.includes(name)) {
  console.log(`Usage: npm run bench -- <name>\nBenchmarks: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  await import(new URL(`${name}/index.ts`, folder).href);
}
