/** A whole long answer that arrives in one message: time until it is drawn, and what it does to the main thread meanwhile. */
import type { Bench, ContenderName } from '../chromium.ts';

export interface AtOnce {
  /** Milliseconds from the message to the last change. */
  readonly time: number;
  readonly longest: number;
}

export async function atOnce(bench: Bench, name: ContenderName, text: string): Promise<AtOnce> {
  const { page, collectGarbage, close } = await bench.open(name);
  try {
    await page.evaluate(() => window.contender.load('Begin. '));
    await page.evaluate(() => window.settle());
    await collectGarbage();
    return await page.evaluate(async (all) => {
      window.longTasks = [];
      const begun = performance.now();
      window.contender.append(all);
      const ended = await window.settle();
      return { time: ended - begun, longest: Math.max(0, ...window.longTasks) };
    }, text);
  } finally {
    await close();
  }
}
