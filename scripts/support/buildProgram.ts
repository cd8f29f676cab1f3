/** Builds the program of the command line into a folder of its own, for packages, tests and benchmarks. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { builds } from './builds.ts';
import { root } from './paths.ts';

/** Returns the path of the program, `FOLDER/dist/fiscal.js`. PDFs cannot be read: the files of pdf.js are left out. */
export async function buildProgram(folder: string): Promise<string> {
  const outdir = join(folder, 'dist');
  await bundleProgram(outdir, false);
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  return join(outdir, 'fiscal.js');
}

/** Returns the path of the program of a firm's server, like `buildProgram`. */
export async function buildFirmProgram(folder: string): Promise<string> {
  const outdir = join(folder, 'dist');
  await bundleFirmProgram(outdir, false);
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  return join(outdir, 'firm.js');
}

/** The program with the threads that it starts, and next to `outdir` the translations for answers. */
export const bundleProgram = (outdir: string, minify: boolean): Promise<Metafile[]> =>
  bundleEntries([builds.fiscal, builds.worker, builds.reader, builds.lawReader], outdir, minify);

/** The program of a firm's server, next to those of `bundleProgram`. */
export const bundleFirmProgram = (outdir: string, minify: boolean): Promise<Metafile[]> =>
  bundleEntries([builds.firm, builds.reader], outdir, minify);

async function bundleEntries(entries: readonly BuildOptions[], outdir: string, minify: boolean): Promise<Metafile[]> {
  const isTranslation = (path: string) => !path.endsWith('.json') || /bundle\.l10n\.[\w-]+\.json$/.test(path);
  await cp(join(root, 'l10n'), join(outdir, '..', 'l10n'), { recursive: true, filter: isTranslation });
  const options = { absWorkingDir: root, outdir, minify, metafile: true } as const;
  const results = await Promise.all(entries.map((entry) => build({ ...entry, ...options })));
  return results.map(({ metafile }) => metafile);
}
