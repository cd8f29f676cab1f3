import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnsweringLibrary } from '../../../src/service/index/answeringLibrary.ts';
import { waitUntilReady } from '../../../src/service/research/waitUntilReady.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Milliseconds after which a question goes on, what `waitUntilReady` returns, and the titles of its steps. */
async function waitFor(
  phase: 'scanning' | 'reading',
  timeLeft: number,
  { waitingFor = 0, hasAttachments = false } = {},
): Promise<[milliseconds: number, isEarly: boolean, steps: readonly string[]]> {
  const library: Pick<AnsweringLibrary, 'ready' | 'progress' | 'timeLeft' | 'waitingFor' | 'status'> = {
    ready: () => new Promise(() => {}),
    progress: () => ({ done: 200, total: 50_000, phase }),
    timeLeft: () => timeLeft,
    waitingFor: () => waitingFor,
    status: () => ({ documents: 200, passages: 200, bytes: 0, folders: [], indexedAt: null, skipped: [] }),
  };
  const from = performance.now();
  let ended: [number, boolean] | null = null;
  const steps: string[] = [];
  const waiting = waitUntilReady(library, new AbortController().signal, hasAttachments);
  void (async () => {
    for (let next = await waiting.next(); ; next = await waiting.next()) {
      if (next.done) {
        ended = [performance.now() - from, next.value];
        return;
      }
      if (next.value.type === 'step') steps.push(next.value.title);
    }
  })();
  while (ended === null && performance.now() - from < 60_000) await vi.advanceTimersByTimeAsync(100);
  return [...(ended ?? ([Number.POSITIVE_INFINITY, false] as const)), steps];
}

it('a question does not wait for documents that take longer than five seconds, as soon as that is known', async () => {
  expect((await waitFor('reading', 60_000)).slice(0, 2)).toEqual([0, true]);
});

it('a question waits five seconds for a scan of the folders, and is then answered from what was read before', async () => {
  const [milliseconds, isEarly] = await waitFor('scanning', 0);
  expect(milliseconds).toBeGreaterThan(4900);
  expect(milliseconds).toBeLessThan(5500);
  expect(isEarly).toBe(true);
});

it('a question about attached files waits five seconds for documents that take long, and another one not', async () => {
  const slow = { waitingFor: 1000 };
  expect((await waitFor('reading', 0, slow))[0]).toBeLessThan(1000);
  const [waited, isEarly] = await waitFor('reading', 0, { ...slow, hasAttachments: true });
  expect(waited).toBeGreaterThanOrEqual(5000);
  expect(waited).toBeLessThan(6000);
  expect(isEarly).toBe(true);
});

it('a question says how many documents are read while it waits for them, and nothing while the folders are scanned', async () => {
  const [, , reading] = await waitFor('reading', 0, { waitingFor: 1000, hasAttachments: true });
  expect(reading).toEqual([
    'Reading the library: 200 of 50,000 documents',
    'Reading the library: 200 of 50,000 documents. Searching those that were read',
  ]);
  const [, , scanning] = await waitFor('scanning', 0);
  expect(scanning).toEqual([]);
});
