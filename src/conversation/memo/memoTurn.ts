import type { Turn } from '../conversation.ts';
import type { AnswerParts } from '../document/answerParts.ts';

/** A turn with its answer, whose citations have the numbers of the merged list of sources. */
export interface MemoTurn {
  readonly turn: Turn;
  readonly parts: AnswerParts;
}
