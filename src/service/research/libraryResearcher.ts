/** The researcher that answers from the user's own documents: it finds passages and quotes them, and does not reason. */
import { createLibrary, type Library, type LibraryOptions, type LibraryStatus } from '../index/libraryIndex.ts';
import { answer } from './answer.ts';
import type { Researcher } from './researcher.ts';

export type { LibraryOptions, LibraryStatus } from '../index/libraryIndex.ts';

export interface LibraryResearcher extends Researcher {
  ready(): Promise<LibraryStatus>;
  status(): LibraryStatus;
  /** Looks again at the given files or folders (absolute paths), or at everything. */
  refresh(paths?: readonly string[]): Promise<void>;
  rebuild(): Promise<void>;
  setFolders(folders: readonly string[]): Promise<void>;
  /** Stops the reading that is under way; what was read can be searched. */
  cancel(): void;
  close(): Promise<void>;
}

/** Nothing is read before the first `ready` or `research`. */
export function createLibraryResearcher(options: LibraryOptions): LibraryResearcher {
  const library: Library = createLibrary(options);
  return {
    ready: library.ready,
    status: library.status,
    refresh: library.refresh,
    rebuild: library.rebuild,
    setFolders: library.setFolders,
    cancel: library.cancel,
    close: library.close,
    research: (request, signal) => answer(library, request, signal),
  };
}
