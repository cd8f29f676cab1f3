/** The passages in which a node of a document begins, chosen from those of the node around it. */
import type { PinnedPassage } from '../store/libraryReader.ts';

const MAX_PASSAGES = 3;

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
    if (found.length > 0) return found.slice(0, MAX_PASSAGES).map(({ id }) => id);
  }
  return [];
}
