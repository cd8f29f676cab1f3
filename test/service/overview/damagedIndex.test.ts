import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readOverview } from '../../../src/service/overview/readOverview.ts';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import { temporaryFolder } from '../temporary.ts';

vi.mock(import('../../../src/service/overview/readOverview.ts'), { spy: true });

it('an overview that finds the index damaged begins to build it again', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'Total: 1.00');
  const researcher = createLibraryResearcher({ indexDir: null, folders: [folder] });
  onTestFinished(() => researcher.close());
  await researcher.ready();
  vi.mocked(readOverview).mockImplementationOnce(() => {
    throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  });
  await expect(researcher.overview(folder)).rejects.toThrow('malformed');
  await vi.waitFor(() => expect(researcher.status().message).toContain('damaged'));
  await researcher.refresh();
  expect((await researcher.overview(folder)).total).toBe(1);
});
