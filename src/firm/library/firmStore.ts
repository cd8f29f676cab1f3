/** Where the documents of the firm are read and searched: one SQLite index for each collection, or another engine. */
import type { PlacedText } from '../../protocol/worker.ts';
import type { AnsweringLibrary } from '../../service/index/answeringLibrary.ts';
import type { Collection } from '../access/access.ts';

/** A file as the callers of the server see it. */
export interface VisibleFile {
  /** The name of the collection, and the path inside of it, with slashes. */
  readonly path: string;
  readonly document: string;
}

export interface FirmDocument extends PlacedText {
  readonly title: string;
  /** The name of the collection, and the path inside of it, with slashes. */
  readonly path: string;
}

/** The documents of a collection are being read for the first time, so it is not yet known which ones it has. */
export class CollectionNotReady extends Error {
  override readonly name = 'CollectionNotReady';
}

export interface FirmStore {
  /**
   * These collections as one library, for one question. Nothing of any other collection can be read with it. `onOutside` is called if the
   * engine nevertheless returned a row of another one, which is never passed on.
   */
  library(collections: readonly Collection[], signal: AbortSignal, onOutside: () => void): AnsweringLibrary;
  /** What the callers of the server get as the place of a source. Null: the path is in none of these collections. */
  placeOf(path: string, collections: readonly Collection[]): VisibleFile | null;
  /**
   * Null: these collections have no such document, or it cannot be read now. Rejects with CollectionNotReady, and with the reason of the
   * signal if it aborts.
   */
  document(
    id: string,
    collections: readonly Collection[],
    signal: AbortSignal,
    onOutside: () => void,
  ): Promise<FirmDocument | null>;
  /** Looks for changed documents, if no indexer does. Joins a search for changes that is already running. */
  refresh(): Promise<void>;
  /** Rejects while questions cannot be answered. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
