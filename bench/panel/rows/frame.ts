/** Main-thread time a frame while an answer of some length grows at 200 tokens a second. */
import type { Bench, ContenderName } from '../chromium.ts';
import { answerText } from '../text.ts';

export const RATE = 200;

export interface FrameCost {
  /** Milliseconds of the main thread a frame. */
  readonly cost: number;
  /** Parts of all frames. */
  readonly dropped: number;
  /** Tasks over 50 ms. */
  readonly longTasks: number;
}

/** `time`: milliseconds of streaming that are measured. */
export async function frameCost(
  bench: Bench,
  name: ContenderName,
  before: string,
  more: string,
  time: number,
): Promise<FrameCost> {
  const { page, metrics, collectGarbage, close } = await bench.open(name);
  try {
    await page.evaluate((text) => window.contender.load(text), before);
    await page.evaluate(() => window.settle());
    await page.evaluate(([text, rate]) => window.feed(text, rate, 500), [more.slice(0, 1000), RATE] as const);
    await collectGarbage();
    const from = await metrics();
    const fed = await page.evaluate(([text, rate, length]) => window.feed(text, rate, length), [
      more.slice(1000),
      RATE,
      time,
    ] as const);
    const to = await metrics();
    const spent = ((to.TaskDuration ?? 0) - (from.TaskDuration ?? 0)) * 1000;
    return { cost: spent / fed.frames, dropped: fed.dropped / (fed.frames + fed.dropped), longTasks: fed.longTasks };
  } finally {
    await close();
  }
}

export function answerOf(length: number): { before: string; more: string } {
  const whole = answerText(length + 20_000);
  return { before: whole.slice(0, length), more: whole.slice(length) };
}
