import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/service/app/app.ts';
import type { Transcripts } from '../../../src/service/app/completions.ts';
import { createLog, type ServiceLogEntry } from '../../../src/service/app/log.ts';
import { createTranscripts } from '../../../src/service/server/transcripts.ts';
import { eventually } from '../../support/eventually.ts';
import { ANSWER, ANSWER_TEXT, createFakeResearcher, type ScriptItem } from '../../support/fakeResearcher.ts';
import { QUESTION } from '../../support/httpExchange.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-transcripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Asked {
  readonly logs: ServiceLogEntry[];
  readonly response: Response;
  readonly body: string;
}

async function ask(fields: object, transcripts?: Transcripts, script: readonly ScriptItem[] = ANSWER): Promise<Asked> {
  const logs: ServiceLogEntry[] = [];
  const app = createApp({
    researcher: createFakeResearcher(script),
    keys: ['key'],
    log: (entry) => logs.push(entry),
    ...(transcripts === undefined ? {} : { transcripts }),
  });
  const response = await app(
    new Request('http://127.0.0.1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key', host: '127.0.0.1' },
      body: JSON.stringify({ ...QUESTION, ...fields }),
    }),
  );
  return { logs, response, body: await response.text() };
}

const files = (): string[] => readdirSync(folder);
const kept = (): string[] => files().filter((name) => name.endsWith('.json'));
const written = (): Promise<string[]> =>
  eventually(() => {
    expect(kept()).not.toEqual([]);
    return kept();
  });

it.each([true, false])(
  'with --transcripts a question and its answer are saved as one file (stream: %s)',
  async (stream) => {
    await ask({ stream }, createTranscripts(folder));
    const [name = ''] = await written();
    const transcript = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    expect(transcript).toMatchObject({ messages: QUESTION.messages, answer: ANSWER_TEXT, complete: true });
    expect(transcript.sources).toHaveLength(1);
    expect(transcript.instructions).toEqual([]);
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  },
);

it('a transcript contains the instructions and the mode that auto has selected', async () => {
  const step = { type: 'step', title: 'Selected audit research', mode: 'audit_research' } as const;
  const messages = [{ role: 'system', content: 'Be brief.' }, ...QUESTION.messages];
  await ask({ messages, askMode: 'auto' }, createTranscripts(folder), [step, ...ANSWER]);
  const [name = ''] = await written();
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({
    askMode: 'auto',
    selectedMode: 'audit_research',
    instructions: ['Be brief.'],
    messages: QUESTION.messages,
  });
});

it('a request with ZeroDataRetention in extra_body is refused and reaches no transcript', async () => {
  const save = vi.fn(async () => {});
  const asked = await ask({ extra_body: { ZeroDataRetention: true } }, { save });
  expect(asked.response.status).toBe(400);
  expect(JSON.parse(asked.body)).toMatchObject({ error: { param: 'extra_body', code: 'misplaced_field' } });
  expect(save).not.toHaveBeenCalled();
});

it('a failed answer is saved as an incomplete transcript', async () => {
  await ask({ stream: true }, createTranscripts(folder), [...ANSWER.slice(0, 2), new Error('broken')]);
  const [name = ''] = await written();
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({ complete: false });
});

it.each([true, false])('a question with zero data retention reaches no transcript (stream: %s)', async (stream) => {
  const save = vi.fn(async () => {});
  const asked = await ask({ stream, ZeroDataRetention: true }, { save });
  expect(asked.response.status).toBe(200);
  expect(asked.body).toContain('laptop');
  expect(save).not.toHaveBeenCalled();
  expect(asked.logs).toMatchObject([{ zeroDataRetention: true }]);
});

it('without --transcripts no content is saved, and log lines contain names and numbers only', async () => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => 0,
  );
  for (const entry of (await ask({ stream: true })).logs) log(entry);
  expect(files()).toEqual([]);
  expect(lines).toHaveLength(1);
  const entry = JSON.parse(lines[0] ?? '');
  expect(entry).toMatchObject({ time: '1970-01-01T00:00:00.000Z', event: 'request', outcome: 'done', status: 200 });
  expect(lines[0]).not.toMatch(/laptop|§ ?179|expense/);
  expect(lines[0]?.endsWith('}\n')).toBe(true);
});

it('a transcript that cannot be written is logged and does not affect the answer', async () => {
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const { logs, body } = await ask({ stream: true }, createTranscripts(join(blocked, 'below')));
  expect(body).toContain('[DONE]');
  await eventually(() => expect(logs).toContainEqual(expect.objectContaining({ code: 'transcript_not_written' })));
});

it('two answers in the same second are saved as two transcripts', async () => {
  const transcripts = createTranscripts(folder);
  await Promise.all([ask({}, transcripts), ask({}, transcripts)]);
  await eventually(() => expect(kept()).toHaveLength(2));
});
