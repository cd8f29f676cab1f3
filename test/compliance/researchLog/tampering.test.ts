import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { readLine, toLine } from '../../../src/compliance/researchLog/logEntry.ts';
import type { Verification } from '../../../src/compliance/researchLog/verifyLog.ts';
import { temporaryFolder } from '../../extension/storage/support.ts';
import { openFolder, read, used } from './support.ts';

type Log = ReturnType<typeof openFolder>;

const linesOf = (log: Log) => read(log.file).split(/(?<=\n)/);
const write = (log: Log, lines: readonly string[]) => fs.writeFileSync(log.file, lines.join(''));

/** The same entries with another user, chained anew by someone who knows the format. */
function forge(log: Log, keepLast: number): void {
  const lines = linesOf(log);
  let prev = '0'.repeat(64);
  const forged = lines.slice(0, lines.length - keepLast).map((line) => {
    const entry = readLine(line.trimEnd())?.entry;
    if (!entry) throw new Error(line);
    const made = toLine({ writer: entry.writer, n: entry.n, time: entry.time, who: 'john', prev, event: used('x') });
    prev = made.hash;
    return made.line;
  });
  write(log, [...forged, ...lines.slice(lines.length - keepLast)]);
}

const attacks: readonly (readonly [string, Verification['outcome'], (log: Log) => void])[] = [
  ['a deleted last entry', 'incomplete', (log) => write(log, linesOf(log).slice(0, -1))],
  ['a deleted half of the entries', 'incomplete', (log) => write(log, linesOf(log).slice(0, 3))],
  ['a file that ends within an entry', 'changed', (log) => fs.truncateSync(log.file, fs.statSync(log.file).size - 40)],
  ['an emptied file', 'incomplete', (log) => fs.truncateSync(log.file)],
  ['a deleted file', 'incomplete', (log) => fs.rmSync(log.file)],
  ['a rewritten chain', 'changed', (log) => forge(log, 0)],
  [
    'a chain rewritten under the name of another window',
    'incomplete',
    (log) => {
      forge(log, 0);
      fs.writeFileSync(log.file, read(log.file).replace(/"writer":"[^"]*"/g, '"writer":"other"'));
      forge(log, 0);
    },
  ],
  [
    'a last entry that was edited and kept its hash',
    'changed',
    (log) =>
      write(log, [...linesOf(log).slice(0, -1), (linesOf(log).at(-1) ?? '').replace(/"who":"[^"]*"/, '"who":"john"')]),
  ],
  [
    'a last entry that another text precedes on its line',
    'changed',
    (log) => write(log, [...linesOf(log).slice(0, -1), `x${linesOf(log).at(-1)}`]),
  ],
  [
    'a file replaced by an older copy',
    'incomplete',
    (log) => {
      const lines = linesOf(log);
      fs.rmSync(log.file);
      write(log, lines.slice(0, 4));
    },
  ],
];

async function attacked(attack: (log: Log) => void) {
  const log = openFolder(temporaryFolder());
  const append = log.window();
  for (const turn of ['a', 'b', 'c', 'd', 'e']) await append(turn);
  expect((await log.verify()).outcome).toBe('intact');
  attack(log);
  return { log, append };
}

it.each(attacks)('the verification of a research log detects: %s', async (_, outcome, attack) => {
  const { log } = await attacked(attack);
  expect((await log.verify()).outcome).toBe(outcome);
});

it.each(attacks)('the next entry of a research log records a gap after: %s', async (_, outcome, attack) => {
  const { log, append } = await attacked(attack);
  expect(await append('f')).toMatchObject({ n: 6 });
  expect(read(log.file)).toContain('"type":"gap"');
  expect(await append('g')).toBeNull();
  expect((await log.verify()).outcome).toBe(outcome);
});

it.each(attacks)('a window that opens later records a gap after: %s', async (_, outcome, attack) => {
  const { log } = await attacked(attack);
  const later = log.window();
  expect(await later('f')).toMatchObject({ n: 6 });
  expect(await later('g')).toBeNull();
  expect((await log.verify()).outcome).toBe(outcome);
});

it('Fiscal keeps the old end of a research log that was emptied, so that also another machine finds the gap', async () => {
  const { log, append } = await attacked((each) => fs.truncateSync(each.file));
  await append('f');
  const other = openFolder(temporaryFolder());
  fs.copyFileSync(log.file, other.file);
  expect(await other.verify()).toMatchObject({ outcome: 'incomplete', missing: 1, last: { n: 6 } });
});

it('Fiscal finds an entry of another window that was cut off although the own entries are all there', async () => {
  const log = openFolder(temporaryFolder());
  const [one, two] = [log.window(), log.window()];
  await one('a');
  await two('b');
  write(log, linesOf(log).slice(0, -1));
  expect(await one('c')).not.toBeNull();
});

it('Fiscal reports no gap when someone adds line breaks at the end of the research log', async () => {
  const log = openFolder(temporaryFolder());
  const append = log.window();
  await append('a');
  fs.appendFileSync(log.file, '\n\n');
  expect(await append('b')).toBeNull();
  expect((await log.verify()).outcome).toBe('intact');
});
