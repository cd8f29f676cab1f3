/** A process that is killed: it takes a title from its publisher (`take`), or reads it into the index (`index`). */
import { join } from 'node:path';
import { createLibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { createLawThread } from '../../src/publishers/thread/lawThread.ts';
import { takeTitle } from './takeTitle.ts';

const [, , work = '', folder = '', mirror = ''] = process.argv;
const store = createAuthorityStore(
  join(folder, 'authorities'),
  createLawThread(join(import.meta.dirname, 'lawReader.cjs')),
);
if (work === 'take') await takeTitle(store, mirror, new AbortController().signal);
else {
  const library = createLibraryConnection({ workerPath: join(import.meta.dirname, 'worker.cjs') });
  library.configure({ folders: [], laws: store.lawFolder, indexDir: join(folder, 'index'), exclude: [] });
  await library.ready();
  await library.refresh([store.lawFolder]);
  library.dispose();
}
