import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { readLine, toLine } from '../../../../src/extension/compliance/researchLog/logEntry.ts';
import { temporaryFolder } from '../../storage/support.ts';
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

const attacks: readonly (readonly [string, (log: Log) => void])[] = [
  ['cuts the last entry off', (log) => write(log, linesOf(log).slice(0, -1))],
  ['cuts half of the entries off', (log) => write(log, linesOf(log).slice(0, 3))],
  ['cuts the file within an entry', (log) => fs.truncateSync(log.file, fs.statSync(log.file).size - 40)],
  ['empties the file', (log) => fs.truncateSync(log.file)],
  ['deletes the file', (log) => fs.rmSync(log.file)],
  ['rewrites the whole chain', (log) => forge(log, 0)],
  [
    'rewrites the chain under the name of another window',
    (log) => {
      forge(log, 0);
      fs.writeFileSync(log.file, read(log.file).replace(/"writer":"[^"]*"/g, '"writer":"other"'));
      forge(log, 0);
    },
  ],
  [
    'replaces the file by an older copy',
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

for (const [name, attack] of attacks) {
  it(`finds someone who ${name} of the research log when it is verified`, async () => {
    const { log } = await attacked(attack);
    expect((await log.verify()).outcome).not.toBe('intact');
  });

  it(`reports someone who ${name} of the research log at the next entry, and still finds it afterwards`, async () => {
    const { log, append } = await attacked(attack);
    expect(await append('f')).toMatchObject({ n: 6 });
    expect(read(log.file)).toContain('"type":"gap"');
    expect(await append('g')).toBeNull();
    expect((await log.verify()).outcome).not.toBe('intact');
  });

  it(`reports someone who ${name} of the research log to a window that opens later`, async () => {
    const { log } = await attacked(attack);
    const later = log.window();
    expect(await later('f')).toMatchObject({ n: 6 });
    expect(await later('g')).toBeNull();
    expect((await log.verify()).outcome).not.toBe('intact');
  });
}

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
