/** Builds the script of a process that is measured. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { builds } from '../../scripts/support/builds.ts';
import { root } from '../../scripts/support/paths.ts';

/** Returns its path, next to the files of the build that it loads. `entry` is a path in the project. */
export async function buildMeasured(outdir: string, entry: string): Promise<string> {
  if (!existsSync(join(root, 'dist/reader.cjs'))) throw new Error('Run `npm run build` first.');
  cpSync(join(root, 'dist'), outdir, { recursive: true });
  await build({
    ...builds.worker,
    outdir,
    entryPoints: { measured: join(root, entry) },
    // The script awaits at its top level, which only an ES module can do.
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    define: {},
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  return join(outdir, 'measured.mjs');
}
