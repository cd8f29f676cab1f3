import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findEntries } from '../../../src/compliance/researchLog/findEntries.ts';
import { toLine } from '../../../src/compliance/researchLog/logEntry.ts';
import { answeredEvent } from '../../../src/compliance/researchLog/logEvents.ts';
import { turnOf } from '../../conversation/conversations.ts';

it('Fiscal names the newest entry of an answer, and nothing for other answers, damaged lines or a missing log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fiscal-entries-'));
  const file = join(folder, 'research-log.jsonl');
  const line = (id: string, n: number) =>
    toLine({
      writer: 'w',
      n,
      time: '2026-01-02T03:04:05.000Z',
      who: 'jane',
      prev: '0'.repeat(64),
      event: answeredEvent('c', turnOf(id, null)),
    });
  const [first, second] = [line('a', 1), line('a', 2)];
  await writeFile(file, `${first.line}{"answered" broken\n${second.line}${line('b', 3).line}`);
  try {
    const found = await findEntries([join(folder, 'missing.jsonl'), file], ['a', 'x']);
    expect([...found]).toEqual([['a', `research-log.jsonl, entry ${second.hash.slice(0, 12)} of 2026-01-02T03:04Z`]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
