/**
 * The researcher that answers from the user's own documents. Without a language model it quotes passages and does not
 * reason; with one, the model writes and every sentence is verified.
 */
import type { LibraryStatus } from '../../protocol/worker.ts';
import { createLibraryIndex, type LibraryIndex, type LibraryIndexOptions } from '../index/libraryIndex.ts';
import { answer } from './answer.ts';
import type { ModelChoice } from './modelChoice.ts';
import type { Researcher } from './researcher.ts';

export type { LibraryIndexOptions, LibraryStatus };

export interface LibraryResearcher
  extends Researcher,
    Pick<LibraryIndex, 'ready' | 'status' | 'refresh' | 'rebuild' | 'cancel' | 'close'> {}

/** Nothing is read before the first `ready` or `research`. `model` is asked at each question; null means quote only. */
export function createLibraryResearcher(
  options: LibraryIndexOptions,
  model: () => ModelChoice | null = () => null,
): LibraryResearcher {
  const index = createLibraryIndex(options);
  const { ready, status, refresh, rebuild, cancel, close } = index;
  return {
    ready,
    status,
    refresh,
    rebuild,
    cancel,
    close,
    research: (request, signal) => answer(index, request, signal, model()),
  };
}
