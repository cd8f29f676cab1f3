import * as fs from 'node:fs';
import { type LogEvent, NO_HASH, toLine } from '../../../../src/extension/compliance/researchLog/entry.ts';

export function used(turn: string): LogEvent {
  const answer = { digest: NO_HASH, length: 3 };
  return { type: 'used', conversation: 'c1', turn, retention: 'default', how: 'inserted', answer };
}

/** A log of `count` entries, one minute apart. */
export function makeLog(count: number): string[] {
  let prev = NO_HASH;
  return Array.from({ length: count }, (_, i) => {
    const time = new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString();
    const { line, hash } = toLine({ n: i + 1, time, who: 'jane', prev, event: used(`t${i + 1}`) });
    prev = hash;
    return line;
  });
}

export const read = (file: string) => fs.readFileSync(file, 'utf8');
