/** What a citation points at: the passages in which a node of a document begins, and the score that puts them first. */
import type { PinnedPassage } from '../store/libraryReader.ts';

/** Added to the score of a passage or node that a citation points at, so that it comes first. More than any words can add. */
export const PINNED = 1000;

/** The score without the bonus of a pinned node. Real scores are far below half of the bonus. */
export function withoutPin(score: number): number {
  return score < PINNED / 2 ? score : score - PINNED;
}

/** Documents, sections and passages that are read for one citation or subject: a number may be that of several laws. */
export const MAX_CITED = 3;

/** `b` of `b.2.B`. */
export function outermost(pin: string): string {
  return pin.split('.')[0] ?? '';
}

/** The first passages in which the node begins, or one inside of it. If there is none, those of the nearest node around it, inside `within`. */
export function nearestPinned(passages: readonly PinnedPassage[], pin: string, within = ''): number[] {
  const parts = pin.split('.').filter((part) => part !== '');
  for (let depth = parts.length; depth > 0 && parts.slice(0, depth).join('.') !== within; depth -= 1) {
    const path = parts.slice(0, depth).join('.');
    const exact = passages.filter(({ pins }) => pins.includes(path));
    const found =
      exact.length > 0 ? exact : passages.filter(({ pins }) => pins.some((one) => one.startsWith(`${path}.`)));
    if (found.length > 0) return found.slice(0, MAX_CITED).map(({ id }) => id);
  }
  return [];
}
