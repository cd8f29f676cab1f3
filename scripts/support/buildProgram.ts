/** Builds the program of the command line into a folder of its own, for tests and benchmarks. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { builds } from './builds.ts';
import { root } from './paths.ts';

/** Returns the path of the program, `FOLDER/dist/fiscal.js`. PDFs cannot be read: the files of pdf.js are left out. */
export async function buildProgram(folder: string): Promise<string> {
  const outdir = join(folder, 'dist');
  await Promise.all(
    [builds.fiscal, builds.worker, builds.reader].map((options) => build({ ...options, absWorkingDir: root, outdir })),
  );
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  return join(outdir, 'fiscal.js');
}
