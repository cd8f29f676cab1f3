/** Host to page at 2,000 tokens a second: main-thread time a token, drawing included. */
import type { Bench, ContenderName } from '../chromium.ts';
import { answerText } from '../text.ts';

const RATE = 2000;

/** Microseconds a token. */
export interface TokenCost {
  /** All of the main thread's time, layout and paint included. */
  readonly cost: number;
  readonly script: number;
}

/** `joined`: one message for what came within 16 ms, as the host does. */
export async function tokenCost(bench: Bench, name: ContenderName, joined: boolean, time: number): Promise<TokenCost> {
  const { page, metrics, collectGarbage, close } = await bench.open(name);
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
    const spent = (name: string) => (((to[name] ?? 0) - (from[name] ?? 0)) * 1e6) / fed.tokens;
    return { cost: spent('TaskDuration'), script: spent('ScriptDuration') };
  } finally {
    await close();
  }
}
