/**
 * What the client costs on the way from bytes to events. Each table gives our figure, the floor that physics asks (JSON.parse
 * of the same lines, or a bare socket), the peers, and the ratio; contenders run in turn, medians of five.
 */
import { latency } from './latency.ts';
import { interleaved, row } from './measure.ts';
import { askOpenai, askOurs, cut, oneEvent, parseOnly, readOurs, readParser, sample } from './streams.ts';

const goals: [string, boolean][] = [];

console.log('\nCPU from bytes to events, as a multiple of JSON.parse of the same lines\n');
row('piece', 'floor ms', 'parser+JSON', 'reader', 'ask', 'openai', 'ask/openai');
for (const [size, chunks] of [
  [64, 10_000],
  [1_024, 20_000],
  [16_384, 40_000],
  [65_536, 40_000],
] as const) {
  const stream = sample(chunks);
  const pieces = cut(stream.bytes, size);
  const times = await interleaved({
    floor: () => parseOnly(stream),
    parser: () => readParser(pieces),
    reader: () => readOurs(pieces),
    ask: () => askOurs(pieces),
    openai: () => askOpenai(pieces),
  });
  const share = times.ask / times.openai;
  row(
    `${size} B`,
    times.floor,
    times.parser / times.floor,
    times.reader / times.floor,
    times.ask / times.floor,
    times.openai / times.floor,
    share,
  );
  const most = size === 64 ? 4 : 1.6;
  goals.push([`reader at ${size} B <= ${most} x JSON.parse`, times.reader / times.floor <= most]);
  goals.push([`ask at ${size} B <= 0.3 x openai`, share <= 0.3]);
}

console.log('\nOne event in 1 KiB pieces, ms per MB\n');
const sizes = [1, 8, 10].map((megabytes) => {
  const stream = oneEvent(megabytes * 1024 * 1024);
  return { megabytes, pieces: cut(stream.bytes, 1_024) };
});
const linear = await interleaved(
  Object.fromEntries(
    sizes.flatMap(({ megabytes, pieces }) => [
      [`ours ${megabytes}`, () => repeat(() => readOurs(pieces), 24 / megabytes)],
      [`parser ${megabytes}`, () => repeat(() => readParser(pieces), 24 / megabytes)],
    ]),
  ),
);
row('', ...sizes.map(({ megabytes }) => `${megabytes} MB`), '8 over 1', '10 over 1');
for (const name of ['ours', 'parser']) {
  const each = sizes.map(
    ({ megabytes }) => (linear[`${name} ${megabytes}`] ?? 0) / (Math.round(24 / megabytes) * megabytes),
  );
  const [one = 0, eight = 0, ten = 0] = each;
  row(name, ...each, eight / one, ten / one);
  if (name === 'ours') goals.push(['8 MB event <= 1.1 x a 1 MB one per MB', eight / one <= 1.1]);
}

console.log('\nMany events, 16 KiB pieces, microseconds per event\n');
const many = await Promise.all(
  [20_000, 200_000].map(async (chunks) => {
    const pieces = cut(sample(chunks).bytes, 16_384);
    const times = await interleaved({ ask: () => askOurs(pieces) });
    return (times.ask * 1000) / chunks;
  }),
);
row('', '20,000', '200,000', 'ratio');
row('ask', ...many, (many[1] ?? 0) / (many[0] ?? 1));
goals.push(['200,000 events <= 1.2 x 20,000 per event', (many[1] ?? 0) / (many[0] ?? 1) <= 1.2]);

console.log('\nSocket write to event, 200 a second, milliseconds\n');
const waits = await latency();
row('', 'p50', 'p99', 'p50 / raw', 'p99 / raw');
for (const [name, { p50, p99 }] of Object.entries(waits)) {
  row(name, p50, p99, p50 / waits.raw.p50, p99 / waits.raw.p99);
}
goals.push(['socket to event, p50 <= 1.4 x raw', waits.ours.p50 / waits.raw.p50 <= 1.4]);
goals.push(['socket to event, p99 <= 1.6 x raw', waits.ours.p99 / waits.raw.p99 <= 1.6]);

console.log('\nGoals\n');
for (const [goal, reached] of goals) console.log(`${reached ? 'reached' : 'MISSED '}  ${goal}`);

function repeat(work: () => unknown, times: number): void {
  for (let i = 0; i < Math.round(times); i++) work();
}
