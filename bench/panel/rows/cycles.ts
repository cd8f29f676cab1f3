/** Open, ask, clear, ten times over: what stays behind. */
import type { Bench } from '../chromium.ts';
import { answerText } from '../text.ts';

const CYCLES = 10;
/** Cycles before the first measurement, in which caches and code settle. */
const WARM_UP = 3;

export async function cycles(bench: Bench): Promise<{ heap: number; nodes: number }> {
  const { page, metrics, collectGarbage, close } = await bench.open('Fiscal');
  const text = answerText(40_000);
  const run = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await page.evaluate((answer) => window.host.ask(answer), text);
      await page.evaluate(() => window.settle());
      await page.evaluate(() => window.host.clear());
      await page.evaluate(() => window.settle());
    }
    await collectGarbage();
    const { JSHeapUsedSize = 0, Nodes = 0 } = await metrics();
    return { heap: JSHeapUsedSize, nodes: Nodes };
  };
  try {
    const before = await run(WARM_UP);
    const after = await run(CYCLES);
    return { heap: (after.heap - before.heap) / 1e6, nodes: after.nodes - before.nodes };
  } finally {
    await close();
  }
}
