/** The researcher that answers from the user's own documents. It finds passages and quotes them. It does not reason. */
import type { LibraryStatus } from '../../protocol/worker.ts';
import { createLibraryIndex, type LibraryIndex, type LibraryIndexOptions } from '../index/libraryIndex.ts';
import { answer } from './answer.ts';
import type { Researcher } from './researcher.ts';

export type { LibraryIndexOptions, LibraryStatus };

export interface LibraryResearcher
  extends Researcher,
    Pick<LibraryIndex, 'ready' | 'status' | 'refresh' | 'rebuild' | 'cancel' | 'close'> {}

/** Nothing is read before the first `ready` or `research`. */
export function createLibraryResearcher(options: LibraryIndexOptions): LibraryResearcher {
  const index = createLibraryIndex(options);
  const { ready, status, refresh, rebuild, cancel, close } = index;
  return {
    ready,
    status,
    refresh,
    rebuild,
    cancel,
    close,
    research: (request, signal) => answer(index, request, signal),
  };
}
