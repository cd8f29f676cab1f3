/**
 * Builds everything that runs: extension, page, worker, command-line program, firm's server. Writes THIRD_PARTY_NOTICES.txt for what the
 * extension contains.
 *   --watch      rebuilds on change
 *   --dev        does not minify, and writes source maps
 *   --only NAME  builds one entry of scripts/support/builds.ts
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, build, context } from 'esbuild';
import { builds } from './support/builds.ts';
import { writeNotices } from './support/notices.ts';
import { root } from './support/paths.ts';
import { copyPdfjs } from './support/pdfjsFiles.ts';

const { values } = parseArgs({
  options: { watch: { type: 'boolean' }, dev: { type: 'boolean' }, only: { type: 'string' } },
});
const production = !values.watch && !values.dev;

const wanted = Object.entries(builds)
  .filter(([name]) => values.only === undefined || values.only === name)
  .map(
    ([, options]): BuildOptions => ({
      ...options,
      metafile: true,
      absWorkingDir: root,
      minify: production,
      sourcemap: production ? false : 'linked',
      logLevel: 'info',
    }),
  );

// Names of chunks contain a hash of their content, so chunks of earlier builds would remain and be packaged.
if (values.only === undefined) await rm(join(root, 'dist'), { recursive: true, force: true });
copyPdfjs();

if (values.watch) {
  for (const options of wanted) {
    const builder = await context(options);
    // The first build ends before the line below, which the `watch` task waits for.
    await builder.rebuild().catch(() => {});
    await builder.watch();
  }
  console.log('watching');
} else {
  const results = await Promise.all(wanted.map((options) => build(options)));
  const shipped = results.filter((_, at) => wanted[at]?.entryPoints !== builds.firm.entryPoints);
  if (values.only === undefined) await writeNotices(shipped.flatMap(({ metafile }) => metafile ?? []));
}
