/**
 * The researcher that answers from the user's own documents. Without a language model it quotes passages and does not
 * reason; with one, the model writes and every sentence is verified.
 */
import type { AmountRequest, AmountStatement } from '../../protocol/amountStatement.ts';
import type { LikelyPassage } from '../../protocol/likelyPassage.ts';
import type { FolderOverview } from '../../protocol/overview.ts';
import type {
  AuthorityLookup,
  AuthorityRequest,
  FoundPassages,
  LibraryConfig,
  LibraryDocument,
  LibrarySearch,
  LibraryStatus,
} from '../../protocol/worker.ts';
import { placeInWords, readPlace } from '../documents/place.ts';
import { createUserLibrary, type UserLibrary, type UserLibraryOptions } from '../index/userLibrary.ts';
import { readOverview } from '../overview/readOverview.ts';
import type { ResearchOutput, ResearchRequest } from '../researcher.ts';
import { lookUpAuthority } from '../search/lookUpAuthority.ts';
import { amountStatements } from './amountStatements.ts';
import { amountsOfAllYears } from './amounts.ts';
import { answer } from './answer.ts';
import { type LikelyRequest, likelyPassages } from './likelyPassages.ts';
import type { ModelChoice } from './modelChoice.ts';
import { searchLibrary } from './searchLibrary.ts';

export type { LibraryStatus, UserLibraryOptions };

export interface LibraryResearcher
  extends Pick<UserLibrary, 'ready' | 'status' | 'refresh' | 'rebuild' | 'cancel' | 'close'> {
  /** `Researcher.research`, with the language model that writes the answer. Without one the library quotes. */
  research(request: ResearchRequest, signal: AbortSignal, model?: ModelChoice | null): AsyncIterable<ResearchOutput>;
  /** What a language model with this input limit would probably receive, from the documents that were read already. */
  likelyPassages(request: LikelyRequest, inputTokens: number): Promise<LikelyPassage[]>;
  /** The documents in the order of their paths, the first of them not before `from`, with paths that contain these words. */
  documents(from: string, limit: number, containing?: string): Promise<LibraryDocument[]>;
  /** The kinds that documents have, in order. */
  kinds(): Promise<string[]>;
  /** The documents of a folder (absolute) and what they state, from what the index has. */
  overview(folder: string): Promise<FolderOverview>;
  /** Passages that fit a query, best first. */
  search(request: LibrarySearch): Promise<FoundPassages>;
  /** Where other documents state an amount, best first. */
  amountStatements(request: AmountRequest): Promise<AmountStatement[]>;
  /** Answers from what the index has, and begins to update it if that has not been done. */
  lookUp(authorities: readonly AuthorityRequest[], maxText: number): Promise<AuthorityLookup>;
}

export type LibraryResearcherOptions = UserLibraryOptions & Pick<LibraryConfig, 'authorityAge'>;

/** Nothing is read before the first `ready` or `research`. */
export function createLibraryResearcher(options: LibraryResearcherOptions): LibraryResearcher {
  const index = createUserLibrary(options);
  const { ready, status, refresh, rebuild, cancel, close } = index;
  /** Requests that take milliseconds have no signal. */
  const reader = () => index.reader(new AbortController().signal);

  /** Work whose database stays open if the library is closed meanwhile. Begins to build a damaged index again. */
  async function open<T>(work: () => T | Promise<T>): Promise<T> {
    const release = index.keepOpen(new AbortController().signal);
    try {
      return await work();
    } catch (error) {
      void index.repair(error).catch(() => {});
      throw error;
    } finally {
      release();
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
    likelyPassages: (request, inputTokens) => open(() => likelyPassages(index, request, inputTokens)),
    documents: (from, limit, containing = '') => open(async () => (await reader()).list(from, limit, containing)),
    kinds: () => open(async () => (await reader()).kinds()),
    overview(folder) {
      const { phase, done, total } = index.progress();
      return open(() => readOverview(index.ownDatabase(), folder, phase === 'reading' ? total - done : 0));
    },
    search: (request) => open(() => searchLibrary(index, request)),
    amountStatements: (request) => open(() => amountStatements(index, request)),
    lookUp(authorities, maxText) {
      // A failure is reported to the caller that waits for `ready`.
      if (index.status().indexedAt === null) index.ready().catch(() => {});
      return open(async () => {
        const found: AuthorityLookup['found'][number][] = [];
        const own = await reader();
        const amountsOf = await amountsOfAllYears(index, own);
        for (const authority of authorities) {
          const passage = await lookUpAuthority(own, authority, maxText);
          const place = placeInWords(readPlace(passage?.place ?? ''));
          found.push(passage && { ...passage, place, adjusted: amountsOf(authority) });
        }
        return { found, complete: index.status().indexedAt !== null && index.progress().phase === 'ready' };
      });
    },
  };
}
