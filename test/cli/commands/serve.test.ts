import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../../scripts/support/buildProgram.ts';
import { dataParts, QUESTION } from '../../support/httpExchange.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/serviceProcess.ts';

let folder: string;
let library: string;
let program: string;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-main-'));
  library = mkdtempSync(join(folder, 'library-'));
  writeFileSync(join(library, 'laptop.md'), '# § 179\n\nThe cost of a laptop may be expensed under section 179.\n');
  program = await buildProgram(folder);
});
afterEach(async () => {
  for (const service of running.splice(0)) {
    service.child.kill('SIGKILL');
    await service.exit;
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function start(args: readonly string[], env?: Readonly<Record<string, string>>): ServiceProcess {
  const service = startServiceProcess(program, args, env);
  running.push(service);
  return service;
}

const ask = (origin: string, key: string, fields: object = {}): Promise<Response> =>
  fetch(`${origin}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...QUESTION, ...fields }),
  });

it('the command-line service prints its address, accepts the given key, and ends with code 0 on SIGTERM', async () => {
  const service = start(['--library', library, '--port', '0', '--key', 'K']);
  const origin = await service.origin;
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const reply = await ask(origin, 'K', { stream: true });
  const stream = await reply.text();
  expect(stream).toContain('laptop.md');
  expect(dataParts(stream).at(-1)).toBe('[DONE]');
  expect((await ask(origin, 'L')).status).toBe(401);
  await service.ready;
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  expect(service.stdout()).not.toContain('Key for this run');
  for (const line of service.stderr().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
  expect(service.stderr()).not.toMatch(/laptop|§ ?179/);
});

it('services of different folders that run at the same time share one index of the laws', async () => {
  const laws = join(folder, 'laws');
  mkdirSync(join(laws, 'law/usc26'), { recursive: true });
  const text = '---\ntitle: § 163. Interest\nkind: law\n---\n\n# § 163. Interest\n\nAll interest paid is deductible.\n';
  writeFileSync(join(laws, 'law/usc26/163.md'), text);
  const index = join(folder, 'shared-index');
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'rent.md'), '# Rent\n\nThe rent is due in March.\n');
  const question = { messages: [{ role: 'human', content: 'Is interest that was paid deductible?' }] };
  for (const own of [library, other]) {
    const service = start(['--library', own, '--laws', laws, '--index', index, '--key', 'K']);
    const reply = await ask(await service.origin, 'K', { stream: true, ...question });
    expect(await reply.text()).toContain('All interest paid is deductible.');
    await service.ready;
  }
  expect(readdirSync(index).filter((name) => name.endsWith('.sqlite'))).toHaveLength(3);
});

it('the command-line service generates, prints and requires a key if none is given, and ends with code 0 on SIGINT', async () => {
  const service = start(['--library', library]);
  const origin = await service.origin;
  await service.ready;
  const key = /^Key for this run: (\S+)$/m.exec(service.stdout())?.[1] ?? '';
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect((await ask(origin, 'anything')).status).toBe(401);
  expect((await ask(origin, key)).status).toBe(200);
  service.child.kill('SIGINT');
  expect(await service.exit).toBe(0);
  expect(service.stderr()).not.toContain(key);
});

it('the command-line service writes index and transcripts only to the given directories', async () => {
  const index = join(folder, 'index');
  const transcripts = join(folder, 'transcripts');
  const service = start(['--library', library, '--index', index, '--transcripts', transcripts], {
    FISCAL_SERVICE_KEYS: 'from-env',
  });
  const origin = await service.origin;
  await (await ask(origin, 'from-env')).text();
  await (await ask(origin, 'from-env', { ZeroDataRetention: true })).text();
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  expect(readdirSync(index).length).toBeGreaterThan(0);
  expect(readdirSync(transcripts)).toHaveLength(1);
  expect(readdirSync(library)).toEqual(['laptop.md']);
});

it('a signal during a stream ends the stream with an error object and the process with code 0', async () => {
  const large = mkdtempSync(join(folder, 'large-'));
  const memo = `# Memo\n\n${'The cost of a laptop may be expensed under section 179 of the code. '.repeat(800)}\n`;
  for (let count = 0; count < 400; count++) writeFileSync(join(large, `memo-${count}.md`), memo);
  const service = start(['--library', large, '--key', 'K']);
  // The library is still being read, so the answer cannot have ended.
  const reply = await ask(await service.origin, 'K', { stream: true });
  const reader = (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let stream = (await reader.read()).value ?? '';
  service.child.kill('SIGTERM');
  for (let next = await reader.read(); !next.done; next = await reader.read()) stream += next.value;
  expect(stream).toContain('step_message');
  expect(JSON.parse(dataParts(stream).at(-1) ?? '')).toMatchObject({ error: { code: 'shutting_down' } });
  expect(await service.exit).toBe(0);
});

it('invalid options end the command-line service with code 2 and a message', async () => {
  const service = start(['--library', library, '--host', '0.0.0.0']);
  expect(await service.exit).toBe(2);
  expect(service.stderr()).toContain('--host must be 127.0.0.1 or ::1');
  expect(service.stderr()).not.toMatch(/^\s+at /m);
});

it('a missing folder ends the command-line service with code 2 and its name', async () => {
  const service = start(['--library', join(library, 'misspelled')]);
  expect(await service.exit).toBe(2);
  expect(service.stderr()).toContain('misspelled');
});

it('--help prints the options and ends with code 0', async () => {
  const service = start(['--help']);
  expect(await service.exit).toBe(0);
  expect(service.stdout()).toContain('--library DIR');
});

it('a port in use ends the command-line service with code 1 and a message', async () => {
  const first = start(['--library', library, '--key', 'K']);
  const { port } = new URL(await first.origin);
  const second = start(['--library', library, '--key', 'K', '--port', port]);
  expect(await second.exit).toBe(1);
  expect(second.stderr()).toContain('The port is in use');
});
