import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { builds } from '../../scripts/support/builds.ts';
import { noticesOf } from '../../scripts/support/notices.ts';
import { root } from '../../scripts/support/paths.ts';

it('the notices name each package that is bundled or copied, with the texts of its licences', async () => {
  const results = await Promise.all(
    Object.values(builds).map((options) =>
      build({ ...options, absWorkingDir: root, metafile: true, write: false, logLevel: 'silent' }),
    ),
  );
  const metafiles = results.map(({ metafile }) => metafile);
  const notices = await noticesOf(metafiles);
  const named = [...notices.matchAll(/^-{80}\n\n(\S+) \d+\.\d+\.\d+ \(.+\)\n\nLICEN/gim)].map(([, name]) => name);

  const paths = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const bundled = paths.flatMap((path) => (path.includes('node_modules/') ? [path.split('node_modules/').at(-1)] : []));
  expect(bundled.length).toBeGreaterThan(100);
  for (const path of bundled) expect(named).toContain(path?.match(/^@[^/]+\/[^/]+|^[^/]+/)?.[0]);

  // Some parts of pdf.js and of the icons have other licences than the package.
  expect(named).toContain('pdfjs-dist');
  expect(notices.split('\n')).toEqual(expect.arrayContaining(['wasm/LICENSE_JBIG2:', 'LICENSE-CODE:']));
  expect(notices.split('\n')).toEqual(expect.arrayContaining(['Attribution 4.0 International', 'MIT License']));
});
