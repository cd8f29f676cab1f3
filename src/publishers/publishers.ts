/** All publishers. No other host is ever asked for a law. */
import { ecfr } from './list/ecfr.ts';
import { gesetze } from './list/gesetze.ts';
import { usCode } from './list/usCode.ts';
import type { Publisher, Work } from './publisher.ts';

export const PUBLISHERS: readonly Publisher[] = [usCode, ecfr, gesetze];

export interface ChosenWork {
  readonly publisher: Publisher;
  readonly work: Work;
}

/** Null for an unknown name. */
export function findWork(id: string): ChosenWork | null {
  for (const publisher of PUBLISHERS) {
    const work = publisher.works.find((one) => one.id === id);
    if (work) return { publisher, work };
  }
  return null;
}
