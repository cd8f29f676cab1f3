/** The documents of the user and the laws of publishers as one library. The laws have an index of their own, which all folders share. */
import type { DatabaseSync } from 'node:sqlite';
import type { LibraryConfig } from '../../protocol/worker.ts';
import type { AnsweringLibrary } from './answeringLibrary.ts';
import { joinLibraries } from './joinedLibrary.ts';
import { createLibraryIndex, type LibraryIndex, type LibraryIndexOptions } from './libraryIndex.ts';

export type UserLibraryOptions = LibraryIndexOptions & Pick<LibraryConfig, 'laws'>;

export interface UserLibrary extends AnsweringLibrary, Pick<LibraryIndex, 'refresh' | 'rebuild' | 'cancel' | 'close'> {
  /** That of the documents of the user. */
  ownDatabase(): DatabaseSync;
}

export function createUserLibrary({ laws, ...options }: UserLibraryOptions): UserLibrary {
  const { folders, indexDir, log, onProgress } = options;
  const lawOptions = laws === undefined ? null : { folders: [laws], indexDir, ...(log && { log }) };
  if (lawOptions === null || folders.length === 0) {
    const index = createLibraryIndex(
      lawOptions === null ? options : { ...lawOptions, ...(onProgress && { onProgress }) },
    );
    return { ...index, ownDatabase: index.database };
  }
  const report = () => onProgress?.(library.progress());
  const own = createLibraryIndex({ ...options, onProgress: report });
  const law = createLibraryIndex({ ...lawOptions, onProgress: report });
  const library = joinLibraries(
    [
      { id: 1, folders, index: own },
      { id: 2, folders: lawOptions.folders, index: law },
    ],
    new Map(),
  );
  const both = async (work: (index: LibraryIndex) => Promise<void>) => {
    await Promise.all([work(own), work(law)]);
  };
  return {
    ...library,
    ownDatabase: own.database,
    refresh: (paths) => both((index) => index.refresh(paths)),
    rebuild: () => both((index) => index.rebuild()),
    cancel() {
      own.cancel();
      law.cancel();
    },
    close: () => both((index) => index.close()),
    // An error outside of a reader is of the database of the user's documents.
    repair: async (error) => (await library.repair(error)) || own.repair(error),
  };
}
