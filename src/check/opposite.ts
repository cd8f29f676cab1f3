/** A difference between a sentence and the place of the source that it rests on. */
export interface Opposite {
  /** Words of the sentence. */
  readonly words: string;
  /** Words of the source that they are compared with. */
  readonly sourceWords: string;
}
