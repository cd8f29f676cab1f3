/** A conversation of 200 turns and 566,000 characters in the built page. */
import type { Bench, Measured } from '../chromium.ts';
import { answerText } from '../text.ts';
import { RATE } from './frame.ts';

const TURNS = 200;
const LENGTH = 566_000;

export interface Turns {
  /** Milliseconds of layout of the conversation when it is opened, which is at its end, and the same of its newest turn alone. */
  readonly firstLayout: number;
  readonly firstAlone: number;
  /** Milliseconds of layout with the newest question at the top of the view. The turn above it is near the view and rendered too. */
  readonly atQuestion: number;
  /** Main-thread milliseconds a frame while the last answer grows, as a ratio to the same in an empty conversation. */
  readonly append: number;
  /** Milliseconds of style and layout for a change of the width, and the same of an empty conversation. */
  readonly resize: number;
  readonly resizeEmpty: number;
  /** MB of the JavaScript heap, and nodes, over an empty conversation after scrolling through all of it. */
  readonly heap: number;
  readonly nodes: number;
}

export async function turns(bench: Bench, time: number): Promise<Turns> {
  const empty = await withPage(bench, async (measured) => {
    await load(measured, [], { running: true });
    const cost = await appendCost(measured, time);
    await load(measured, []);
    return { cost, resize: await resizeCost(measured), ...(await memory(measured)) };
  });
  const answers = Array.from({ length: TURNS }, (_, i) => answerText(LENGTH / TURNS, i + 1));
  const firstAlone = await withPage(bench, (measured) => firstLayout(measured, answers.slice(-1)));
  const atQuestion = await withPage(bench, (measured) => firstLayout(measured, answers, { newQuestion: true }));
  return withPage(bench, async (measured) => {
    const first = await firstLayout(measured, answers);
    const resize = await resizeCost(measured);
    await scrollThrough(measured);
    const { heap, nodes } = await memory(measured);
    await load(measured, answers, { running: true });
    const cost = await appendCost(measured, time);
    return {
      firstLayout: first,
      firstAlone,
      atQuestion,
      append: cost / empty.cost,
      resize,
      resizeEmpty: empty.resize,
      heap: (heap - empty.heap) / 1e6,
      nodes: nodes - empty.nodes,
    };
  });
}

async function withPage<T>(bench: Bench, use: (measured: Measured) => Promise<T>): Promise<T> {
  const measured = await bench.open('Fiscal');
  try {
    return await use(measured);
  } finally {
    await measured.close();
  }
}

function spent(from: Record<string, number>, to: Record<string, number>, name: string): number {
  return ((to[name] ?? 0) - (from[name] ?? 0)) * 1000;
}

interface Shown {
  readonly running?: boolean;
  readonly newQuestion?: boolean;
}

async function load({ page }: Measured, answers: readonly string[], shown: Shown = {}): Promise<void> {
  await page.evaluate(([list, how]) => window.host.loadTurns(list, how), [answers as string[], shown] as const);
  await page.evaluate(() => window.settle());
}

async function firstLayout(measured: Measured, answers: readonly string[], shown?: Shown): Promise<number> {
  const before = await measured.metrics();
  await load(measured, answers, shown);
  return spent(before, await measured.metrics(), 'LayoutDuration');
}

async function appendCost({ page, metrics, collectGarbage }: Measured, time: number): Promise<number> {
  const text = answerText(20_000, 99);
  await page.evaluate(([all, rate]) => window.feed(all, rate, 500), [text.slice(0, 2000), RATE] as const);
  await collectGarbage();
  const from = await metrics();
  const fed = await page.evaluate(([all, rate, length]) => window.feed(all, rate, length), [
    text.slice(2000),
    RATE,
    time,
  ] as const);
  return spent(from, await metrics(), 'TaskDuration') / fed.frames;
}

async function resizeCost({ page, metrics }: Measured): Promise<number> {
  const widths = [700, 900, 500, 900, 640, 900];
  const from = await metrics();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const to = await metrics();
  return (spent(from, to, 'LayoutDuration') + spent(from, to, 'RecalcStyleDuration')) / widths.length;
}

async function scrollThrough({ page }: Measured): Promise<void> {
  await page.evaluate(async () => {
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
    const tall = [...document.querySelectorAll('*')].find(
      (element) => element.scrollHeight > element.clientHeight + 1000 && scrolls(element),
    );
    if (!tall) throw new Error('Nothing to scroll.');
    for (let top = 0; top < tall.scrollHeight; top += 500) {
      tall.scrollTop = top;
      await new Promise(requestAnimationFrame);
    }
  });
}

async function memory({ metrics, collectGarbage }: Measured): Promise<{ heap: number; nodes: number }> {
  await collectGarbage();
  const { JSHeapUsedSize = 0, Nodes = 0 } = await metrics();
  return { heap: JSHeapUsedSize, nodes: Nodes };
}
