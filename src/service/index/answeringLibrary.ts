/** The port through which questions are answered. */
import type { LibraryIndex } from './libraryIndex.ts';

/** What an answer needs of a library: one index, or several as one. */
export interface AnsweringLibrary
  extends Pick<
    LibraryIndex,
    | 'ready'
    | 'status'
    | 'progress'
    | 'timeLeft'
    | 'waitingFor'
    | 'readAgain'
    | 'repair'
    | 'outdated'
    | 'reader'
    | 'readBytes'
    | 'keepOpen'
  > {
  /** Another object once the index that the reader reads was replaced. */
  database(): object;
}
