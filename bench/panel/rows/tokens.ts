/** Host to page at 2,000 tokens a second: main-thread time a token, drawing included. */
import type { Bench } from '../chromium.ts';
import { answerText } from '../text.ts';

const RATE = 2000;

/** Microseconds a token. `joined`: one message for what came within 16 ms, as the host does. */
export async function tokenCost(bench: Bench, joined: boolean, time: number): Promise<number> {
  const { page, metrics, collectGarbage, close } = await bench.open('Fiscal');
  const text = answerText(200_000);
  try {
    await page.evaluate(() => window.contender.load('Begin. '));
    await page.evaluate(() => window.settle());
    await page.evaluate(([all, rate, join]) => window.feed(all, rate, 500, join), [text, RATE, joined] as const);
    await collectGarbage();
    const from = await metrics();
    const fed = await page.evaluate(([all, rate, length, join]) => window.feed(all, rate, length, join), [
      text.slice(10_000),
      RATE,
      time,
      joined,
    ] as const);
    const to = await metrics();
    return (((to.TaskDuration ?? 0) - (from.TaskDuration ?? 0)) * 1e6) / fed.tokens;
  } finally {
    await close();
  }
}
