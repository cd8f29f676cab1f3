/** Hooks that several components share. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Page, RevealedPart } from '../state/pageModel.ts';
import { signal, useSignal } from '../state/signal.ts';

/** Returns the time of the host. While `active`, the component renders again each second. */
export function useNow(page: Page, active: boolean): number {
  const [, rerender] = useState({});
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => rerender({}), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return page.store.now();
}

const nothingRevealed = signal<RevealedPart | null>(null);

/** Calls `expand` when a part of the turn whose name starts with `prefix` is revealed. */
export function useRevealed(page: Page | null, turnId: string, prefix: string, expand: () => void): void {
  const revealed = useSignal(page?.revealed ?? nothingRevealed);
  useLayoutEffect(() => {
    if (revealed?.turnId === turnId && revealed.part.startsWith(prefix)) expand();
  }, [revealed]);
}

let idCount = 0;

/** Returns an id that is unique in the document. Preact's `useId` is only unique in one tree, and each turn is a tree. */
export function useUniqueId(): string {
  const [id] = useState(() => `id-${++idCount}`);
  return id;
}
