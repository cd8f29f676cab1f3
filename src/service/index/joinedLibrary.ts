/** Several indexes as the library that a question is answered from. */
import type { LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import { UnreadableDocument } from '../documents/document.ts';
import { isInside } from '../nodeHelpers.ts';
import { createJoinedReader, type JoinedScopes } from '../store/joinedReader.ts';
import type { AnsweringLibrary } from './answeringLibrary.ts';
import type { LibraryIndex } from './libraryIndex.ts';

export interface LibraryPart {
  /** Below 2^20, and another one for each part. The same part has the same id for all questions. */
  readonly id: number;
  readonly folders: readonly string[];
  readonly index: LibraryIndex;
}

/** The document of a path that is in the folders of several parts is that of the first one. */
export function joinLibraries(parts: readonly LibraryPart[], scopes: JoinedScopes): AnsweringLibrary {
  /** The index in which a reader failed. */
  const failedIn = new WeakMap<object, LibraryIndex>();
  let databases: readonly object[] = [];
  let generation: object = {};

  const indexOf = (path: string): LibraryIndex | undefined =>
    parts.find(({ folders }) => folders.some((folder) => isInside(path, folder)))?.index;
  const byIndex = (paths: readonly string[]) => [...Map.groupBy(paths, indexOf)];

  function status(): LibraryStatus {
    const all = parts.map(({ index }) => index.status());
    const sum = (pick: (one: LibraryStatus) => number) => all.reduce((total, one) => total + pick(one), 0);
    const times = all.map(({ indexedAt }) => indexedAt);
    const messages = all.flatMap(({ message }) => message ?? []);
    return {
      documents: sum(({ documents }) => documents),
      passages: sum(({ passages }) => passages),
      bytes: sum(({ bytes }) => bytes),
      indexedAt: times.includes(null) ? null : Math.min(...times.map(Number)),
      folders: all.flatMap(({ folders }) => folders),
      skipped: all.flatMap(({ skipped }) => skipped),
      ...(messages.length > 0 && { message: messages.join(' ') }),
    };
  }

  function progress(): LibraryProgress {
    const all = parts.map(({ index }) => index.progress());
    const phase = (['scanning', 'reading'] as const).find((each) => all.some((one) => one.phase === each)) ?? 'ready';
    const reading = all.filter((one) => one.phase === 'reading');
    const sum = (field: 'done' | 'total') => reading.reduce((total, one) => total + one[field], 0);
    return { phase, done: sum('done'), total: sum('total') };
  }

  return {
    status,
    progress,
    async ready() {
      await Promise.all(parts.map(({ index }) => index.ready()));
      return status();
    },
    timeLeft: () => Math.max(0, ...parts.map(({ index }) => index.timeLeft())),
    waitingFor() {
      const reading = parts.filter(({ index }) => index.progress().phase === 'reading');
      return reading.length === 0 ? 0 : Math.min(...reading.map(({ index }) => index.waitingFor()));
    },
    async readAgain(paths) {
      await Promise.all(byIndex(paths).map(([index, own]) => index?.readAgain(own)));
    },
    async repair(error) {
      const index = error instanceof Error ? failedIn.get(error) : undefined;
      return index === undefined ? false : index.repair(error);
    },
    // A document of no part was never read.
    outdated: (paths) => byIndex(paths).flatMap(([index, own]) => (index ? index.outdated(own) : own)),
    async reader(signal) {
      const readers = await Promise.all(
        parts.map(async ({ id, index }) => ({
          id,
          reader: await index.reader(signal),
          onError: (error: unknown) => {
            if (error instanceof Error) failedIn.set(error, index);
          },
        })),
      );
      return createJoinedReader(readers, scopes);
    },
    readBytes(path, maxBytes) {
      const index = indexOf(path);
      if (!index) throw new UnreadableDocument('The document is in no folder of the library.');
      return index.readBytes(path, maxBytes);
    },
    database() {
      const now = parts.map(({ index }) => index.database());
      if (now.some((each, at) => each !== databases[at])) {
        databases = now;
        generation = {};
      }
      return generation;
    },
    keepOpen(signal) {
      const releases = parts.map(({ index }) => index.keepOpen(signal));
      return () => {
        for (const release of releases) release();
      };
    },
  };
}
