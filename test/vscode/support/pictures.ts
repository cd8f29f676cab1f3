/** A picture of the window for each test that fails, in test-results/. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { root } from '../../../scripts/support/paths.ts';
import type { Workbench } from './workbench.ts';

export function keepPictures(workbench: () => Workbench | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const folder = join(root, 'test-results');
    await mkdir(folder, { recursive: true });
    const name = task.name.replace(/\W+/g, '-').slice(0, 80);
    await workbench()
      ?.page.screenshot({ path: join(folder, `${name}.png`) })
      .catch(() => {});
  });
}
