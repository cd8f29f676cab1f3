import { expect, it } from 'vitest';
import { readConversation } from '../../../src/extension/storage/searchFiles.ts';
import type { StorageFiles } from '../../../src/extension/storage/storageFiles.ts';

/** Files that cannot be read for this reason. */
const failing = (reason: Error) => ({ read: () => Promise.reject(reason) }) as unknown as StorageFiles;

it.each(['EACCES', 'EBUSY', 'ENOENT'])(
  'a search goes on without a conversation whose file cannot be read (%s)',
  async (code) => {
    expect(await readConversation(failing(Object.assign(new Error(code), { code })), 'a')).toBeNull();
  },
);

it('an error in the program is not taken for a file that cannot be read', async () => {
  await expect(readConversation(failing(new TypeError('A mistake')), 'a')).rejects.toThrow('A mistake');
});
