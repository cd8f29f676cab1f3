import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../../src/conversation/conversation.ts';
import { readLine } from '../../../../src/extension/compliance/researchLog/entry.ts';
import { toCsv } from '../../../../src/extension/compliance/researchLog/exportCsv.ts';
import { appendToLog } from '../../../../src/extension/compliance/researchLog/logFile.ts';
import { createResearchLog, type LogSettings } from '../../../../src/extension/compliance/researchLog/researchLog.ts';
import { type KnownEnd, verifyLog } from '../../../../src/extension/compliance/researchLog/verify.ts';
import { conversation, everything, temporaryFolder, turn } from '../../storage/support.ts';
import { read, used } from './support.ts';

const source = { title: 'CANARY source', url: 'https://irs.example/179', review: 'reliedOn' as const };
const asked = conversation('c1', [turn('t1', null, 'CANARY question', { text: 'CANARY answer', sources: [source] })]);
const messages = [{ role: 'human', content: 'CANARY question' } as const];
const first = (of: Conversation) => {
  const [only] = of.turns;
  if (!only) throw new Error('no turn');
  return only;
};

function openLog(folder: string, settings: Partial<LogSettings> = {}, now = () => 1_800_000_000_000) {
  const ends = new Map<string, KnownEnd>();
  const troubles: (string | null)[] = [];
  const log = createResearchLog({
    settings: () => ({ place: 'global', zeroRetention: false, ...settings }),
    globalFolder: path.join(folder, 'global'),
    folderOf: () => path.join(folder, 'matter'),
    who: () => 'jane',
    now,
    noteEnd: async (file, end) => void ends.set(file, end),
    onTrouble: (code) => troubles.push(code),
  });
  return { log, ends, troubles, file: path.join(folder, 'global', 'research-log.jsonl') };
}

describe('what is noted', () => {
  test('who asked what in which mode, of which host, what came, and what was done with it', async () => {
    const { log, ends, file } = openLog(temporaryFolder());
    await log.asked(asked, first(asked), messages);
    await log.answered(asked, first(asked));
    await log.used(asked, first(asked), 'inserted', 'memo.md');
    await log.reviewed(asked, first(asked), 0);
    const entries = read(file)
      .trimEnd()
      .split('\n')
      .map((line) => readLine(line)?.entry);
    expect(entries.map((entry) => entry?.event.type)).toEqual(['begun', 'asked', 'answered', 'used', 'reviewed']);
    expect(entries[1]).toMatchObject({
      who: 'jane',
      time: '2027-01-15T08:00:00.000Z',
      event: {
        conversation: 'c1',
        turn: 't1',
        mode: 'tax_research_fast_research',
        host: 'library',
        retention: 'default',
        sent: { messages: 1, length: 15, text: 'CANARY question', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect(entries[2]?.event).toMatchObject({
      sources: { count: 1, list: [{ title: 'CANARY source', review: 'reliedOn' }] },
    });
    expect(entries[3]?.event).toMatchObject({ how: 'inserted', target: 'memo.md' });
    expect(verifyLog(read(file), ends.get(file))).toMatchObject({
      entries: 5,
      broken: null,
      notes: [],
      endKnown: true,
    });
  });

  test('nothing when it is off', async () => {
    const folder = temporaryFolder();
    await openLog(folder, { place: 'off' }).log.asked(asked, first(asked), messages);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('nothing of a zero-retention question, unless asked for, and then no word of it', async () => {
    for (const zero of [
      { ...asked, turns: [{ ...first(asked), zeroRetention: true }] },
      { ...asked, zeroRetention: true },
    ]) {
      const folder = temporaryFolder();
      const tell = async (settings: Partial<LogSettings>) => {
        const { log } = openLog(folder, settings);
        await log.asked(zero, first(zero), messages);
        await log.answered(zero, first(zero));
        await log.used(zero, first(zero), 'inserted', 'CANARY.md');
        await log.reviewed(zero, first(zero), 0);
      };
      await tell({});
      expect(fs.readdirSync(folder)).toEqual([]);
      await tell({ zeroRetention: true });
      expect(everything(folder)).toContain('"retention":"zero"');
      expect(everything(folder)).not.toContain('CANARY');
    }
  });

  test('in the folder of the matter when the setting says so', async () => {
    const folder = temporaryFolder();
    const { log } = openLog(folder, { place: 'folder' });
    await log.used(asked, first(asked), 'copied');
    expect(fs.existsSync(path.join(folder, 'matter', '.fiscal', 'research-log.jsonl'))).toBe(true);
    expect(log.fileFor(null)).toBe(path.join(folder, 'global', 'research-log.jsonl'));
  });
});

describe('appending', () => {
  test('goes on after an entry that a crash cut off, without touching it', async () => {
    const file = path.join(temporaryFolder(), 'log.jsonl');
    const given = { who: 'a', time: new Date(0), event: used('t') };
    await appendToLog(file, given);
    fs.appendFileSync(file, '{"event":{"type":"us');
    const before = read(file);
    await appendToLog(file, given);
    expect(read(file).startsWith(before)).toBe(true);
    expect(verifyLog(read(file))).toMatchObject({ entries: 3, broken: null, notes: [{ line: 3, kind: 'torn' }] });
  });

  test('finds the last entry behind a question longer than what is read first', async () => {
    const file = path.join(temporaryFolder(), 'log.jsonl');
    const event = { ...used('t'), target: 'x'.repeat(300_000) };
    for (let i = 0; i < 3; i++) await appendToLog(file, { who: 'a', time: new Date(i), event });
    expect(verifyLog(read(file))).toMatchObject({ entries: 4, broken: null });
  });

  test('by several windows at once makes one chain', async () => {
    const file = path.join(temporaryFolder(), 'log.jsonl');
    const script = path.join(import.meta.dirname, 'appender.ts');
    const children = ['a', 'b', 'c'].map((who) =>
      spawn(process.execPath, ['--no-warnings', script, file, who, '40'], { stdio: 'inherit' }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    expect(verifyLog(read(file))).toMatchObject({ entries: 121, broken: null });
    expect(fs.readdirSync(path.dirname(file))).toEqual(['log.jsonl']);
  });

  test('takes over the lock of a window that is gone', async () => {
    const file = path.join(temporaryFolder(), 'log.jsonl');
    const { hostname } = await import('node:os');
    fs.writeFileSync(`${file}.lock`, `999999999 ${hostname()} token`);
    await appendToLog(file, { who: 'a', time: new Date(0), event: used('t') });
    expect(fs.readdirSync(path.dirname(file))).toEqual(['log.jsonl']);
  });

  test('follows no link that a folder brings along', async () => {
    const folder = temporaryFolder();
    const victim = path.join(folder, 'victim');
    fs.writeFileSync(victim, '');
    fs.mkdirSync(path.join(folder, 'a'));
    fs.symlinkSync(victim, path.join(folder, 'a', 'log.jsonl'));
    fs.symlinkSync(folder, path.join(folder, 'b'));
    const given = { who: 'a', time: new Date(0), event: used('t') };
    await expect(appendToLog(path.join(folder, 'a', 'log.jsonl'), given)).rejects.toThrow('plain file');
    await expect(appendToLog(path.join(folder, 'b', 'log.jsonl'), given)).rejects.toThrow('plain file');
    expect(read(victim)).toBe('');
  });

  test('that fails is told once, and nothing rejects', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'global'), 'a file where a folder should be');
    const { log, troubles } = openLog(folder);
    await log.used(asked, first(asked), 'copied');
    await log.used(asked, first(asked), 'copied');
    expect(troubles).toHaveLength(1);
  });
});

test('the table for spreadsheets starts no formula and keeps line breaks inside cells', async () => {
  const { log, file } = openLog(temporaryFolder());
  const formula = [{ role: 'human', content: '=HYPERLINK("http://evil")\nnext' } as const];
  await log.asked(asked, first(asked), formula);
  const csv = toCsv(read(file));
  expect(csv).toContain(`"'=HYPERLINK(""http://evil"")\nnext"`);
  expect(csv.split('\r\n')).toHaveLength(4);
});
