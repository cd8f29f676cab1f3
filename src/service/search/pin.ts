/** Added to the score of a passage or node that a citation points at, so that it comes first. More than any words can add. */
export const PINNED = 1000;

/** The score without the bonus of a pinned node. Real scores are far below half of the bonus. */
export function withoutPin(score: number): number {
  return score < PINNED / 2 ? score : score - PINNED;
}
