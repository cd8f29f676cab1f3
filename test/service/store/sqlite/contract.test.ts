import { onTestFinished } from 'vitest';
import { createLibraryIndex, type LibraryIndex } from '../../../../src/service/index/libraryIndex.ts';
import { storeContract } from '../contract.ts';

const opened = new Map<string, LibraryIndex>();

storeContract(async (folder, signal = new AbortController().signal) => {
  const known = opened.get(folder);
  const library = known ?? createLibraryIndex({ folders: [folder], indexDir: null });
  if (!known) {
    opened.set(folder, library);
    onTestFinished(() => library.close());
  }
  await library.ready();
  await library.refresh();
  return library.reader(signal);
});
