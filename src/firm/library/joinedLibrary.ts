/** The indexes of several collections as the library that a question is answered from. */
import type { LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import { UnreadableDocument } from '../../service/documents/document.ts';
import type { AnsweringLibrary, LibraryIndex } from '../../service/index/libraryIndex.ts';
import type { Collection } from '../access/access.ts';
import { createJoinedReader, type JoinedScopes } from './joinedReader.ts';
import { isInside } from './places.ts';

export interface LibraryPart {
  readonly collection: Collection;
  readonly index: LibraryIndex;
}

export function joinLibraries(parts: readonly LibraryPart[], scopes: JoinedScopes): AnsweringLibrary {
  /** The index in which a reader failed. */
  const failedIn = new WeakMap<object, LibraryIndex>();
  let databases: readonly object[] = [];
  let generation: object = {};

  const indexOf = (path: string): LibraryIndex | undefined =>
    parts.find(({ collection }) => isInside(path, collection.folder))?.index;
  const byIndex = (paths: readonly string[]) => [...Map.groupBy(paths, indexOf)];

  function status(): LibraryStatus {
    const all = parts.map(({ index }) => index.status());
    const sum = (pick: (one: LibraryStatus) => number) => all.reduce((total, one) => total + pick(one), 0);
    const times = all.map(({ indexedAt }) => indexedAt);
    return {
      documents: sum(({ documents }) => documents),
      passages: sum(({ passages }) => passages),
      bytes: sum(({ bytes }) => bytes),
      indexedAt: times.includes(null) ? null : Math.min(...times.map(Number)),
      // Paths of this machine and messages with them are for its administrator only.
      folders: [],
      skipped: [],
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
      const same = await Promise.all(
        byIndex(paths).map(async ([index, own]) => index === undefined || index.readAgain(own)),
      );
      return same.every((one) => one);
    },
    async repair(error) {
      const index = error instanceof Error ? failedIn.get(error) : undefined;
      return index === undefined ? false : index.repair(error);
    },
    // A document of no collection was never read.
    outdated: (paths) => byIndex(paths).flatMap(([index, own]) => (index ? index.outdated(own) : own)),
    async reader(signal) {
      const readers = await Promise.all(
        parts.map(async ({ collection, index }) => ({
          id: collection.id,
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
      if (!index) throw new UnreadableDocument('The document is in no collection.');
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
