import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { createLogCheckpoints } from '../../../src/compliance/researchLog/checkpoints.ts';
import { readLine } from '../../../src/compliance/researchLog/logEntry.ts';
import { createLogWriter } from '../../../src/compliance/researchLog/logWriter.ts';
import { createResearchLog, type LogSettings } from '../../../src/compliance/researchLog/researchLog.ts';
import { verifyLog } from '../../../src/compliance/researchLog/verifyLog.ts';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import { conversation, everything, temporaryFolder, turn } from '../../extension/storage/support.ts';
import { openFolder, read, used } from './support.ts';

const source = { title: 'CANARY source', url: 'https://irs.example/179', review: 'reliedOn' as const };
const asked = conversation('c1', [turn('t1', null, 'CANARY question', { text: 'CANARY answer', sources: [source] })]);
const messages = [{ role: 'human', content: 'CANARY question' } as const];
const first = (of: Conversation) => {
  const [only] = of.turns;
  if (!only) throw new Error('no turn');
  return only;
};

function openLog(
  folder: string,
  settings: Partial<LogSettings> = {},
  consent: () => Promise<boolean> = async () => true,
) {
  const events: string[] = [];
  const checkpoints = createLogCheckpoints(path.join(folder, 'checkpoints'));
  const log = createResearchLog({
    settings: () => ({ researchLog: 'global', researchLogByFolder: false, logZeroRetention: false, ...settings }),
    globalFolder: path.join(folder, 'global'),
    folderOf: () => path.join(folder, 'matter'),
    confirmFolderLog() {
      events.push('consent');
      return consent();
    },
    who: () => 'jane',
    now: () => 1_800_000_000_000,
    checkpoints,
    onGap: () => events.push('gap'),
    onWriteError: (code) => events.push(`error ${code}`),
  });
  return { log, events, checkpoints, file: path.join(folder, 'global', 'research-log.jsonl') };
}

const entriesOf = (file: string) =>
  read(file)
    .trimEnd()
    .split('\n')
    .map((line) => readLine(line)?.entry);

it('Fiscal logs who asked what in which mode of which host, what came, and how it was used', async () => {
  const { log, checkpoints, file } = openLog(temporaryFolder());
  await log.asked(asked, first(asked), messages);
  await log.answered(asked, first(asked));
  await log.used(asked, first(asked), 'insert');
  await log.reviewed(asked, first(asked), 0);
  const entries = entriesOf(file);
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
  expect(entries[3]?.event).toMatchObject({ how: 'inserted' });
  const result = verifyLog(read(file), await checkpoints.all(file));
  expect(result).toMatchObject({ outcome: 'intact', entries: 5, torn: [], isCompared: true });
});

it('Fiscal writes nothing when the research log is off', async () => {
  const folder = temporaryFolder();
  await openLog(folder, { researchLog: 'off' }).log.asked(asked, first(asked), messages);
  expect(fs.readdirSync(folder)).toEqual([]);
});

const zeroRetentionCases: readonly (readonly [string, Conversation])[] = [
  ['question', { ...asked, turns: [{ ...first(asked), zeroRetention: true }] }],
  ['conversation', { ...asked, zeroRetention: true }],
];

for (const [name, zero] of zeroRetentionCases) {
  it(`logs a zero-retention ${name} only when the setting says so, and then without its text`, async () => {
    const folder = temporaryFolder();
    const record = async (settings: Partial<LogSettings>) => {
      const { log } = openLog(folder, settings);
      await log.asked(zero, first(zero), messages);
      await log.answered(zero, first(zero));
      await log.used(zero, first(zero), 'insert');
      await log.reviewed(zero, first(zero), 0);
    };
    await record({});
    expect(fs.readdirSync(folder)).toEqual([]);
    await record({ logZeroRetention: true });
    expect(everything(folder)).toContain('"retention":"zero"');
    expect(everything(folder)).not.toContain('CANARY');
  });
}

it('Fiscal writes to the folder of the conversation when the setting says so', async () => {
  const folder = temporaryFolder();
  await openLog(folder, { researchLog: 'folder' }).log.used(asked, first(asked), 'copyPlain');
  expect(fs.existsSync(path.join(folder, 'matter', '.fiscal', 'research-log.jsonl'))).toBe(true);
});

it('Fiscal asks before a folder turns the research log on, and writes nothing without consent', async () => {
  const folder = temporaryFolder();
  const byFolder = { researchLog: 'folder', researchLogByFolder: true } as const;
  const declined = openLog(folder, byFolder, async () => false);
  await declined.log.asked(asked, first(asked), messages);
  expect([declined.events, fs.readdirSync(folder)]).toEqual([['consent'], []]);
  const failed = openLog(folder, byFolder, () => Promise.reject(new Error('closed')));
  await failed.log.asked(asked, first(asked), messages);
  expect(failed.events).toEqual(['consent', 'error null']);
  await openLog(folder, byFolder).log.asked(asked, first(asked), messages);
  expect(everything(folder)).toContain('CANARY question');
});

it('Fiscal reports missing entries at the next question, once', async () => {
  const { log, events, file } = openLog(temporaryFolder());
  await log.asked(asked, first(asked), messages);
  fs.truncateSync(file);
  await log.answered(asked, first(asked));
  await log.used(asked, first(asked), 'memo');
  expect(events).toEqual(['gap']);
  expect(entriesOf(file).map((entry) => entry?.event.type)).toEqual(['begun', 'gap', 'answered', 'used']);
});

it('Fiscal reports a failed write once, and logs how many entries are missing when writing works again', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'global'), 'a file where a folder should be');
  const { log, events, file } = openLog(folder);
  await log.used(asked, first(asked), 'memo');
  await log.used(asked, first(asked), 'memo');
  expect(events).toEqual([expect.stringMatching(/^error E/)]);
  fs.rmSync(path.join(folder, 'global'));
  await log.used(asked, first(asked), 'memo');
  expect(entriesOf(file)[1]?.event).toEqual({ type: 'notWritten', count: 2 });
  expect(events).toHaveLength(1);
});

it('Fiscal continues a research log after an entry that a crash cut off, without changing that line', async () => {
  const log = openFolder(temporaryFolder());
  await log.window()('a');
  fs.appendFileSync(log.file, '{"event":{"type":"us');
  const before = read(log.file);
  expect(await log.window()('b')).toBeNull();
  expect(read(log.file).startsWith(before)).toBe(true);
  expect(await log.verify()).toMatchObject({ outcome: 'intact', entries: 4, torn: [3] });
});

it('Fiscal finds the last entry of a research log before a question longer than what is read first', async () => {
  const log = openFolder(temporaryFolder());
  const append = log.window();
  for (let i = 0; i < 3; i++) expect(await append('x'.repeat(300_000))).toBeNull();
  expect(await log.window()('y')).toBeNull();
  expect(await log.verify()).toMatchObject({ outcome: 'intact', entries: 6 });
});

it('Fiscal appends the entries of several windows at once to one research log', async () => {
  const folder = temporaryFolder();
  const script = path.join(import.meta.dirname, 'appender.ts');
  const children = ['a', 'b', 'c'].map((name) =>
    spawn(process.execPath, ['--no-warnings', script, folder, name, '40'], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(await openFolder(folder).verify()).toMatchObject({ outcome: 'intact', entries: 123, torn: [] });
  expect(read(openFolder(folder).file)).not.toContain('"gap"');
});

it('Fiscal is not delayed by a lock file that someone else left', async () => {
  const log = openFolder(temporaryFolder());
  fs.writeFileSync(`${log.file}.lock`, '1 somewhere token');
  const start = performance.now();
  await log.window()('a');
  expect(performance.now() - start).toBeLessThan(5000);
  expect(fs.existsSync(`${log.file}.lock`)).toBe(true);
});

it('Fiscal does not follow a link that a folder contains', async () => {
  const folder = temporaryFolder();
  const victim = path.join(folder, 'victim');
  fs.writeFileSync(victim, '');
  fs.mkdirSync(path.join(folder, 'a'));
  fs.symlinkSync(victim, path.join(folder, 'a', 'log.jsonl'));
  fs.symlinkSync(folder, path.join(folder, 'b'));
  const writer = createLogWriter(createLogCheckpoints(path.join(folder, 'checkpoints')));
  for (const name of ['a', 'b']) {
    const file = path.join(folder, name, 'log.jsonl');
    await expect(writer.append(file, 'a', new Date(0), [used('t')])).rejects.toThrow('plain file');
  }
  expect(read(victim)).toBe('');
});

it('Fiscal creates research log and checkpoints for the user alone', async () => {
  const folder = temporaryFolder();
  const log = openFolder(folder);
  await log.window()('a');
  const [name = ''] = fs.readdirSync(path.join(folder, 'checkpoints'));
  for (const file of [log.file, path.join(folder, 'checkpoints', name)]) {
    if (process.platform !== 'win32') expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  }
});

it('Fiscal logs the language model, the digests of the passages that it received and the result of each of its sentences', async () => {
  const { log, file } = openLog(temporaryFolder());
  const model = { name: 'Acme One', provider: 'acme', onThisMachine: false };
  const modelUse = {
    calls: 3,
    sentences: { confirmed: 1, corrected: 1, flagged: 0, omitted: 1 },
    outcomes: ['confirmed' as const, 'corrected' as const, 'omitted' as const],
    passages: ['a'.repeat(64), 'b'.repeat(64)],
  };
  const written = conversation('c2', [{ ...turn('t1', null, 'question', { text: 'answer', modelUse }), model }]);
  await log.asked(written, first(written), messages);
  await log.answered(written, first(written));
  const events = entriesOf(file).map((entry) => entry?.event);
  expect(events.find((event) => event?.type === 'asked')).toMatchObject({ model });
  expect(events.find((event) => event?.type === 'answered')).toMatchObject({ modelUse });
});

it('Fiscal logs no language model for an answer that was written without one', async () => {
  const { log, file } = openLog(temporaryFolder());
  await log.asked(asked, first(asked), messages);
  await log.answered(asked, first(asked));
  for (const entry of entriesOf(file)) {
    expect(entry?.event).not.toHaveProperty('model');
    expect(entry?.event).not.toHaveProperty('modelUse');
  }
});
