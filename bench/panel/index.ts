/**
 * `npm run bench -- panel [--peers] [--runs=3] [--seconds=2] [--only=frames,blocks,…]`: the chat page in Chromium, beside
 * plain text and, with `--peers`, other renderers, which takes four times as long. The built page is measured (dist/page.js:
 * `npm run build` first). All contenders of a row run in turn, the medians of all runs are compared; times are CPU time of the main
 * thread, so that other work on the machine weighs less.
 *
 * The page loads the check of answers, whose code takes 2 MB of the heap, whatever the number of turns.
 */
import { inspect, parseArgs } from 'node:util';
import { type Bench, type ContenderName, openBench } from './chromium.ts';
import { type Cell, median, peerVersions, type Row, toMarkdown } from './report.ts';
import { type AtOnce, atOnce } from './rows/atOnce.ts';
import { cycles } from './rows/cycles.ts';
import { answerOf, type FrameCost, frameCost } from './rows/frame.ts';
import { sizes } from './rows/sizes.ts';
import { type TokenCost, tokenCost } from './rows/tokens.ts';
import { turns } from './rows/turns.ts';
import { answerText, type OpenBlock, openBlock } from './text.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    peers: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
});
const runs = Number(options.runs);
const time = Number(options.seconds) * 1000;

const peers: readonly ContenderName[] = [
  'marked + DOMPurify, 50 ms',
  'react-markdown, 50 ms',
  'markdown-it + DOMPurify',
  'streamdown',
  'streamdown, one footnote',
];
const contenders: readonly ContenderName[] = ['plain', 'Fiscal', ...(options.peers ? peers : [])];
const LENGTHS = [2000, 20_000, 100_000, 500_000] as const;
const BLOCKS: readonly OpenBlock[] = ['code', 'table', 'list'];

/** Runs each of the measurements `runs` times, interleaved. Prints each result as it is measured. */
async function interleaved<K extends string, T>(
  names: readonly K[],
  measure: (name: K) => Promise<T>,
): Promise<Map<K, T[]>> {
  const results = new Map<K, T[]>(names.map((name) => [name, []]));
  for (let i = 0; i < runs; i++) {
    for (const name of names) {
      const result = await measure(name);
      results.get(name)?.push(result);
      console.error(`run ${i + 1} of ${runs}, ${name}: ${inspect(result, { breakLength: Number.POSITIVE_INFINITY })}`);
    }
  }
  return results;
}

function cell(name: string, costs: readonly FrameCost[], base?: number): Cell {
  const value = median(costs.map(({ cost }) => cost));
  return { name, value, text: value.toFixed(2) + (base ? ` (${(value / base).toFixed(2)}x)` : '') };
}

async function frames(bench: Bench): Promise<Row[]> {
  const names = contenders.flatMap((name) => LENGTHS.map((length) => `${name}|${length}` as const));
  const results = await interleaved(names, (key) => {
    const [name, length] = key.split('|');
    const { before, more } = answerOf(Number(length));
    return frameCost(bench, name as ContenderName, before, more, time);
  });
  const rows = contenders.map((name): Row => {
    const first = median((results.get(`${name}|2000`) ?? []).map(({ cost }) => cost));
    const cells = LENGTHS.map((length, i) =>
      cell(`${length / 1000} k`, results.get(`${name}|${length}`) ?? [], i === 0 ? undefined : first),
    );
    return { title: `ms a frame, ${name}`, cells };
  });
  const own = LENGTHS.flatMap((length) => results.get(`Fiscal|${length}`) ?? []);
  const at = (name: ContenderName) => median((results.get(`${name}|100000`) ?? []).map(({ cost }) => cost));
  const compared = (['marked + DOMPurify, 50 ms', 'streamdown', 'streamdown, one footnote'] as const)
    .filter((name) => contenders.includes(name))
    .map((name): Cell => {
      const value = at('Fiscal') / at(name);
      return { name: `of ${name} at 100 k`, value, text: `1/${(1 / value).toFixed(0)}` };
    });
  const dropped = own.reduce((sum, each) => sum + each.dropped, 0) / own.length;
  const long = own.reduce((sum, each) => sum + each.longTasks, 0);
  rows.push({
    title: 'Fiscal',
    cells: [
      ...compared,
      { name: 'frames dropped', value: dropped, text: `${(dropped * 100).toFixed(1)} %` },
      { name: 'tasks over 50 ms', value: long, text: String(long) },
    ],
  });
  return rows;
}

async function blocks(bench: Bench): Promise<Row[]> {
  const names = BLOCKS.flatMap((kind) => [`${kind}|2000`, `${kind}|100000`] as const);
  const results = await interleaved(names, (key) => {
    const [kind, length] = key.split('|');
    const whole = openBlock(kind as OpenBlock, Number(length) + 20_000);
    const end = whole.indexOf('\n', Number(length)) + 1;
    return frameCost(bench, 'Fiscal', whole.slice(0, end), whole.slice(end), time);
  });
  const cells = BLOCKS.map((kind): Cell => {
    const cost = (length: number) => median((results.get(`${kind}|${length}` as never) ?? []).map((each) => each.cost));
    const value = cost(100_000) / cost(2000);
    return { name: kind, value, text: `${value.toFixed(2)}x` };
  });
  return [{ title: 'one open block, 100 k over 2 k', cells }];
}

/** Characters a message: what the host joins at 1,000 tokens a second, and a token. */
const PIECES = { 'of 80 characters': 80, 'of a token': 5 } as const;

async function whole(bench: Bench): Promise<Row[]> {
  const text = answerText(500_000);
  const rows: Row[] = [];
  for (const [pieces, length] of Object.entries(PIECES)) {
    const results = await interleaved(['plain', 'Fiscal'] as const, (name) => atOnce(bench, name, text, length));
    const of = (name: 'plain' | 'Fiscal', pick: (each: AtOnce) => number) =>
      median((results.get(name) ?? []).map(pick));
    const pair = (title: string, pick: (each: AtOnce) => number): Cell => {
      const [floor, own] = [of('plain', pick), of('Fiscal', pick)];
      const value = own / floor;
      return {
        name: title,
        value,
        text: `${own.toFixed(0)} ms, plain text ${floor.toFixed(0)} (${value.toFixed(2)}x)`,
      };
    };
    const longest = of('Fiscal', (each) => each.longest);
    rows.push({
      title: `500 k queued at once, in pieces ${pieces}`,
      cells: [
        pair('wall time', (each) => each.time),
        pair('main thread', (each) => each.cpu),
        { name: 'longest task', value: longest, text: longest === 0 ? 'under 50 ms' : `${longest.toFixed(0)} ms` },
      ],
    });
  }
  return rows;
}

async function manyTurns(bench: Bench): Promise<Row[]> {
  const results = (await interleaved(['turns'], () => turns(bench, time))).get('turns') ?? [];
  const of = (name: string, unit: string, pick: (each: (typeof results)[number]) => number, digits = 2): Cell => {
    const value = median(results.map(pick));
    return { name, value, text: `${value.toFixed(digits)}${unit}` };
  };
  return [
    {
      title: '200 turns, 566 k characters',
      cells: [
        of('first layout', ' ms', (each) => each.firstLayout),
        of('of the newest turn alone', ' ms', (each) => each.firstAlone),
        of('with the newest question at the top', ' ms', (each) => each.atQuestion),
        of('append over an empty chat', 'x', (each) => each.append),
        of('resize', ' ms', (each) => each.resize),
        of('of an empty chat', ' ms', (each) => each.resizeEmpty),
        of('heap after scrolling through', ' MB', (each) => each.heap),
        of('nodes', '', (each) => each.nodes, 0),
      ],
    },
  ];
}

async function tenCycles(bench: Bench): Promise<Row[]> {
  const results = (await interleaved(['cycles'], () => cycles(bench))).get('cycles') ?? [];
  const heap = median(results.map((each) => each.heap));
  const nodes = median(results.map((each) => each.nodes));
  return [
    {
      title: 'ten open-ask-clear cycles',
      cells: [
        { name: 'heap', value: heap, text: `${heap.toFixed(2)} MB` },
        { name: 'nodes', value: nodes, text: nodes.toFixed(0) },
      ],
    },
  ];
}

async function tokens(bench: Bench): Promise<Row[]> {
  const ways = {
    'plain text': () => tokenCost(bench, 'plain', true, time),
    'joined per 16 ms': () => tokenCost(bench, 'Fiscal', true, time),
    'a message a token': () => tokenCost(bench, 'Fiscal', false, time),
  } as const;
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const results = await interleaved(names, (name) => ways[name]());
  const cells = names.map((name): Cell => {
    const of = (pick: (each: TokenCost) => number) => median((results.get(name) ?? []).map(pick));
    const value = of((each) => each.cost);
    return { name, value, text: `${value.toFixed(0)} µs (script ${of((each) => each.script).toFixed(0)})` };
  });
  return [{ title: 'host to page and drawn, 2,000 tokens a second, CPU a token', cells }];
}

async function weights(): Promise<Row[]> {
  const cells = (await sizes()).map(([name, value]): Cell => ({ name, value, text: `${value.toFixed(1)} KB` }));
  return [{ title: 'gzip', cells }];
}

const parts: Record<string, (bench: Bench) => Promise<Row[]>> = {
  frames,
  blocks,
  whole,
  turns: manyTurns,
  cycles: tenCycles,
  tokens,
  sizes: weights,
};

const bench = await openBench();
console.log(`Chromium ${bench.version}; medians of ${runs}. Peers: ${await peerVersions()}.\n`);
try {
  for (const name of options.only?.split(',') ?? Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`No part ${name}: there are ${Object.keys(parts).join(', ')}.`);
    console.log(toMarkdown(await part(bench)));
  }
} finally {
  await bench.close();
}
