/**
 * The researcher that answers from the user's own documents. Without a language model it quotes passages and does not
 * reason; with one, the model writes and every sentence is verified.
 */
import type { LikelyPassage } from '../../protocol/likelyPassage.ts';
import type { FolderOverview } from '../../protocol/overview.ts';
import type {
  AuthorityLookup,
  AuthorityRequest,
  LibraryConfig,
  LibraryDocument,
  LibrarySearch,
  LibraryStatus,
} from '../../protocol/worker.ts';
import { createLibraryIndex, type LibraryIndex, type LibraryIndexOptions } from '../index/libraryIndex.ts';
import { readOverview } from '../overview/readOverview.ts';
import { lookUpAuthority } from '../search/lookUpAuthority.ts';
import { answer } from './answer.ts';
import { likelyPassages } from './likelyPassages.ts';
import type { ModelChoice } from './modelChoice.ts';
import type { ResearchOutput, ResearchRequest, SourceEntry } from './researcher.ts';
import { searchLibrary } from './searchLibrary.ts';

export type { LibraryIndexOptions, LibraryStatus };

export interface LibraryResearcher
  extends Pick<LibraryIndex, 'ready' | 'status' | 'refresh' | 'rebuild' | 'cancel' | 'close'> {
  /** `Researcher.research`, with the language model that writes the answer. Without one the library quotes. */
  research(request: ResearchRequest, signal: AbortSignal, model?: ModelChoice | null): AsyncIterable<ResearchOutput>;
  /** What a language model with this input limit would probably receive, from the documents that were read already. */
  likelyPassages(request: ResearchRequest, inputTokens: number): Promise<LikelyPassage[]>;
  /** The documents in the order of their paths, the first of them not before `from`, with paths that contain these words. */
  documents(from: string, limit: number, containing?: string): LibraryDocument[];
  /** The kinds that documents have, in order. */
  kinds(): string[];
  /** The documents of a folder (absolute) and what they state, from what the index has. */
  overview(folder: string): FolderOverview;
  /** Passages that fit a query, best first. */
  search(request: LibrarySearch): Promise<SourceEntry[]>;
  /** Answers from what the index has, and begins to update it if that has not been done. */
  lookUp(authorities: readonly AuthorityRequest[], maxText: number): AuthorityLookup;
}

export type LibraryResearcherOptions = LibraryIndexOptions & Pick<LibraryConfig, 'authorityAge'>;

/** Nothing is read before the first `ready` or `research`. */
export function createLibraryResearcher(options: LibraryResearcherOptions): LibraryResearcher {
  const index = createLibraryIndex(options);
  const { ready, status, refresh, rebuild, cancel, close } = index;

  /** Begins to build a damaged index again. */
  function readOrRepair<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      void index.repair(error).catch(() => {});
      throw error;
    }
  }

  return {
    ready,
    status,
    refresh,
    rebuild,
    cancel,
    close,
    research: (request, signal, model = null) => answer(index, request, signal, model, options.authorityAge),
    likelyPassages: (request, inputTokens) => likelyPassages(index, request, inputTokens),
    documents: (from, limit, containing = '') => index.reader().list(from, limit, containing),
    kinds: () => index.reader().kinds(),
    overview(folder) {
      const { phase, done, total } = index.progress();
      return readOrRepair(() => readOverview(index.database(), folder, phase === 'reading' ? total - done : 0));
    },
    search: (request) => searchLibrary(index, request),
    lookUp(authorities, maxText) {
      // A failure is reported to the caller that waits for `ready`.
      if (index.status().indexedAt === null) index.ready().catch(() => {});
      return readOrRepair(() => {
        const reader = index.reader();
        return {
          found: authorities.map((authority) => lookUpAuthority(reader, authority, maxText)),
          complete: index.status().indexedAt !== null && index.progress().phase === 'ready',
        };
      });
    },
  };
}
