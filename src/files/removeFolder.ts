/** Removes a folder with many files. `rm` of Node begins to remove all of them at once, which takes 3 kB of memory for each. */
import { lstat, opendir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Does nothing if there is no such folder. Of a link, only the link is removed. */
export async function removeFolder(path: string): Promise<void> {
  const isFolder = await lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const folder = isFolder ? await opendir(path).catch(() => null) : null;
  if (folder !== null) {
    for await (const entry of folder) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) await removeFolder(inside);
      // What cannot be removed here, `rm` tries again and names.
      else await unlink(inside).catch(() => {});
    }
  }
  await rm(path, { recursive: true, force: true });
}
