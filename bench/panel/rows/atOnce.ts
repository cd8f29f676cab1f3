/** A whole long answer that waits in the page's message queue: time until it is drawn, and what it does to the main thread. */
import type { Bench, ContenderName } from '../chromium.ts';

export interface AtOnce {
  /** Milliseconds from the first message to the last change. */
  readonly time: number;
  /** Milliseconds of the main thread. */
  readonly cpu: number;
  /** Milliseconds of the longest task over 50 ms; 0 when there was none. */
  readonly longest: number;
}

/** `length`: characters a message. */
export async function atOnce(bench: Bench, name: ContenderName, text: string, length: number): Promise<AtOnce> {
  const { page, metrics, collectGarbage, close } = await bench.open(name);
  try {
    await page.evaluate(() => window.contender.load('Begin. '));
    await page.evaluate(() => window.settle());
    await collectGarbage();
    const from = await metrics();
    const drawn = await page.evaluate(
      async ([all, piece]) => {
        window.longTasks = [];
        const begun = performance.now();
        for (let at = 0; at < all.length; at += piece) window.contender.post(all.slice(at, at + piece));
        // Posting so many is a long task of this side, not of the page.
        const posted = performance.now();
        const ended = await window.settle();
        const tasks = window.longTasks.filter(({ start }) => start >= posted);
        return { time: ended - begun, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
      },
      [text, length] as const,
    );
    const to = await metrics();
    return { ...drawn, cpu: ((to.TaskDuration ?? 0) - (from.TaskDuration ?? 0)) * 1000 };
  } finally {
    await close();
  }
}
