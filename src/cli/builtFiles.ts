/** What is next to the built program: `dist/fiscal.js`, the threads that it starts, and `package.json` in the folder above. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The thread of the library. */
export const workerPath = (): string => fileURLToPath(new URL('worker.cjs', import.meta.url));

/** The thread that reads files of publishers. */
export const lawReaderPath = (): string => fileURLToPath(new URL('lawReader.cjs', import.meta.url));

/** Throws if the package is not complete. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
