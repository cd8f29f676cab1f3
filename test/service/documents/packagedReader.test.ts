import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { builds } from '../../../scripts/support/builds.ts';
import { root } from '../../../scripts/support/paths.ts';
import { copyPdfjsReader } from '../../../scripts/support/pdfjsFiles.ts';
import { temporaryFolder } from '../temporary.ts';
import { column, makePdf } from './support/makePdf.ts';

it('the packaged reader thread reads a PDF and its Japanese text where no package of the project is installed', async () => {
  const folder = temporaryFolder();
  copyPdfjsReader(folder);
  await build({ ...builds.reader, absWorkingDir: root, outdir: folder, logLevel: 'silent' });
  const path = join(folder, 'lease.pdf');
  writeFileSync(
    path,
    makePdf([
      { texts: [...column(72, 700, ['The rent is due in March.']), { text: '賃料', x: 72, y: 600, japanese: true }] },
    ]),
  );
  const thread = new Worker(join(folder, 'reader.cjs'), { env: {}, stdout: true, stderr: true });
  const reply = await new Promise((resolve, reject) => {
    thread.on('error', reject);
    thread.on('message', (message: { readonly type: string }) => {
      if (message.type !== 'started' && message.type !== 'opened') resolve(message);
    });
    thread.postMessage({ id: 1, path, maxBytes: 1_000_000, roots: null, form: 'text' });
  });
  await thread.terminate();
  expect(reply).toEqual({ type: 'text', id: 1, places: [], text: 'The rent is due in March.\n\n賃料' });
});
