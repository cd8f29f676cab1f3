import { vi } from 'vitest';

/** Waits for a state. The limit is far beyond what it takes, so that a busy machine makes no test fail. */
export function eventually<T>(check: () => T | Promise<T>, interval = 10): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval });
}
