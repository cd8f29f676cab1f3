import { useLayoutEffect } from 'preact/hooks';
import type { Page, Revealed } from '../state/pageModel.ts';
import { cell, useCell } from '../state/signal.ts';

const nothing = cell<Revealed | null>(null);

/** Calls `unfold` when something is looked for in a part of the turn whose name begins so. */
export function useRevealed(page: Page | null, turnId: string, part: string, unfold: () => void): void {
  const revealed = useCell(page?.revealed ?? nothing);
  useLayoutEffect(() => {
    if (revealed?.turnId === turnId && revealed.part.startsWith(part)) unfold();
  }, [revealed]);
}
