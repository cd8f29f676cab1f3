/**
 * The researcher that answers from the user's own documents. Without a language model it quotes passages and does not
 * reason; with one, the model writes and every sentence is verified.
 */
import type { LibraryStatus } from '../../protocol/worker.ts';
import { createLibraryIndex, type LibraryIndex, type LibraryIndexOptions } from '../index/libraryIndex.ts';
import { answer } from './answer.ts';
import type { ModelChoice } from './modelChoice.ts';
import type { ResearchOutput, ResearchRequest } from './researcher.ts';

export type { LibraryIndexOptions, LibraryStatus };

export interface LibraryResearcher
  extends Pick<LibraryIndex, 'ready' | 'status' | 'refresh' | 'rebuild' | 'cancel' | 'close'> {
  /** `Researcher.research`, with the language model that writes the answer. Without one the library quotes. */
  research(request: ResearchRequest, signal: AbortSignal, model?: ModelChoice | null): AsyncIterable<ResearchOutput>;
}

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
    research: (request, signal, model = null) => answer(index, request, signal, model),
  };
}
