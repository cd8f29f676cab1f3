import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../state/pageModel.ts';

/** The host's time, anew each second while `active`. */
export function useNow(page: Page, active: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return page.store.now();
}
