/** The MCP server as official clients of both protocols see it, on standard input and output and over HTTP. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../scripts/support/buildProgram.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { type OpenedClient, overHttp, overStdio, type ToolReply } from './support/connections.ts';

/** Milliseconds for a process that reads a library on a busy machine. */
const SLOW = 60_000;
const KEY = 'office-key';

let folder: string;
let library: string;
let program: string;
let service: ServiceProcess;
let address: string;
const opened: Pick<OpenedClient, 'client'>[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-protocols-'));
  library = join(folder, 'library');
  mkdirSync(join(library, 'old'), { recursive: true });
  const limit = (year: number, amount: string) =>
    `---\ntitle: Limit of ${year}\nkind: tax\ndate: ${year}-06-30\n---\n\n# § 179 Limit of ${year}\n\nThe dollar limit on expensing a laptop was ${amount} in ${year}.\n`;
  writeFileSync(join(library, 'limit-2025.md'), limit(2025, '$2,500,000'));
  writeFileSync(join(library, 'old/limit-2020.md'), limit(2020, '$1,040,000'));
  writeFileSync(join(library, 'memo.md'), '# Memo\n\nThe client asked about the limit on expensing a laptop.\n');
  program = await buildProgram(folder);
  service = startServiceProcess(program, ['--library', library, '--key', KEY]);
  address = `${await service.origin}/mcp`;
  await service.ready;
}, SLOW);
afterEach(async () => {
  for (const { client } of opened.splice(0)) await client.close();
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  rmSync(folder, { recursive: true });
});

const started = (env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [program, 'mcp', '--in-memory', '--library', library],
  env: { HOME: folder, ...env },
});

const WAYS = {
  'the client of 2025 on standard input': () => overStdio[2025](started()),
  'the client of 2026 on standard input': () => overStdio[2026](started()),
  'the client of 2025 over HTTP': () => overHttp[2025](address, KEY),
  'the client of 2026 over HTTP': () => overHttp[2026](address, KEY),
};

const passagesOf = (reply: ToolReply) =>
  reply.structuredContent?.passages as { path: string; uri: string; line: number }[];
const textOf = (reply: ToolReply) => reply.content.map(({ text }) => text).join('\n');

describe.each(Object.entries(WAYS))('%s', (name, open) => {
  const connect = async () => {
    const client = await open();
    opened.push(client);
    return client;
  };

  it(
    `${name} lists and calls everything`,
    async () => {
      const { client, call, version } = await connect();
      expect(version()).toBe(name.includes('2026') ? '2026-07-28' : '2025-11-25');
      const { tools } = await client.listTools();
      expect(tools).toMatchObject(
        ['research', 'search_library', 'read_passage'].map((tool) => ({
          name: tool,
          title: expect.any(String),
          outputSchema: { type: 'object' },
          inputSchema: { additionalProperties: false },
          annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        })),
      );

      const found = await call('search_library', { query: 'dollar limit laptop', kind: 'tax', dateFrom: '2025-01-01' });
      expect(passagesOf(found)).toMatchObject([
        {
          path: join(library, 'limit-2025.md'),
          date: '2025-06-30',
          kind: 'tax',
          text: expect.stringContaining('$2,500,000'),
        },
      ]);
      expect(textOf(found)).toContain('$2,500,000');
      const older = await call('search_library', {
        query: 'limit laptop',
        path: 'OLD',
        dateTo: '2024-12-31',
        limit: 1,
      });
      expect(passagesOf(older)).toMatchObject([{ path: join(library, 'old/limit-2020.md') }]);

      const { path = '', line = 0, uri = '' } = passagesOf(found)[0] ?? {};
      const read = await call('read_passage', { path, line, endLine: line });
      expect(read.structuredContent).toMatchObject({
        path,
        uri,
        line,
        endLine: line,
        text: expect.stringMatching(/./),
      });

      const answer = await call('research', { question: 'What was the dollar limit on expensing a laptop in 2025?' });
      expect(answer.structuredContent).toMatchObject({
        answer: expect.stringContaining('[1]'),
        sources: expect.arrayContaining([expect.objectContaining({ path, line: expect.any(Number) })]),
      });

      const { resources } = await client.listResources();
      expect(resources.find((each) => each.uri === uri)).toMatchObject({
        name: 'limit-2025.md',
        title: expect.stringContaining('Limit of 2025'),
        description: 'tax · 2025-06-30',
        mimeType: 'text/plain',
        size: expect.any(Number),
        annotations: { lastModified: expect.stringMatching(/^\d{4}-/) },
      });
      expect((await client.readResource({ uri })).contents).toMatchObject([
        { uri, text: expect.stringContaining('2,500,000') },
      ]);
      expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
        { uriTemplate: 'file:///{+path}' },
      ]);
      await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32602 });
      await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });

      const { prompts } = await client.listPrompts();
      expect(prompts.map((prompt) => prompt.name)).toEqual([
        'answer_with_sources',
        'check_citations',
        'memo_from_sources',
        'compare_years',
        'review_position',
        'checklist',
      ]);
      for (const prompt of prompts) {
        const values = Object.fromEntries((prompt.arguments ?? []).map((each) => [each.name, `value of ${each.name}`]));
        const { messages } = await client.getPrompt({ name: prompt.name, arguments: values });
        for (const value of Object.values(values)) expect(JSON.stringify(messages)).toContain(value);
      }
      const ref = { type: 'ref/prompt' as const, name: 'check_citations' };
      const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'LIMIT-2025' } });
      expect(completion.values).toEqual([path]);
      await expect(client.getPrompt({ name: 'checklist', arguments: {} })).rejects.toThrow(
        'The argument subject is missing.',
      );
      await expect(client.getPrompt({ name: 'poem' })).rejects.toThrow(
        'There is no such prompt. The prompts are: answer_with_sources',
      );
    },
    SLOW,
  );

  it(
    `${name} learns which field is wrong, what was expected, and which values there are`,
    async () => {
      const { call } = await connect();
      const long = 'x'.repeat(100_001);
      for (const [tool, input, sentence] of [
        ['research', {}, 'question is missing: it must be a string. The fields are: question, mode.'],
        ['research', { question: 7 }, 'question must be a string.'],
        ['research', { question: '  ' }, 'question must not be empty.'],
        ['research', { question: long }, 'question may have at most 100000 characters.'],
        ['research', { question: 'Why?', mode: 'slow' }, 'mode must be one of: fast, deep, audit.'],
        ['research', { query: 'Why?' }, 'There is no field "query".'],
        ['search_library', { question: 'Why?' }, 'query is missing'],
        ['search_library', { query: ['limit'] }, 'query must be a string.'],
        ['search_library', { query: '' }, 'query must not be empty.'],
        ['search_library', { query: long }, 'query may have at most 100000 characters.'],
        ['search_library', { query: 'limit', sort: 'date' }, 'There is no field "sort".'],
        ['search_library', { query: 'limit', path: long }, 'path may have at most 4096 characters.'],
        ['search_library', { query: 'limit', limit: 1000 }, 'limit may be at most 50.'],
        ['search_library', { query: 'limit', limit: 0 }, 'limit must be at least 1.'],
        ['search_library', { query: 'limit', limit: 1.5 }, 'limit must be a whole number.'],
        ['search_library', { query: 'limit', kind: 'taxes' }, 'kind must be one of: tax.'],
        ['search_library', { query: 'limit', dateFrom: '2025' }, 'dateFrom must be a date such as "2025-12-31".'],
        [
          'search_library',
          { query: 'limit', dateFrom: '2025-02-01', dateTo: '2025-01-01' },
          'dateFrom must not be after dateTo.',
        ],
        ['read_passage', {}, 'path is missing: it must be a string. The fields are: path, line, endLine.'],
        ['read_passage', { file: 'memo.md' }, 'There is no field "file".'],
        ['read_passage', { path: 7 }, 'path must be a string.'],
        ['read_passage', { path: long }, 'path may have at most 4096 characters.'],
        ['read_passage', { path: 'memo.md', line: 'first' }, 'line must be a number.'],
        ['read_passage', { path: 'memo.md', line: 20_000_000 }, 'line may be at most 10000000.'],
        [
          'read_passage',
          { path: '/etc/passwd' },
          'path: the library has no such document, or several whose paths end so.',
        ],
        ['read_passage', { path: join(library, 'memo.md'), line: 99 }, 'line: the document has'],
        ['read_passage', { path: join(library, 'memo.md'), line: 3, endLine: 2 }, 'endLine must not be before line.'],
      ] as const) {
        const reply = await call(tool, input);
        expect([reply.isError, textOf(reply)]).toEqual([true, expect.stringContaining(sentence)]);
      }
      await expect(call('delete_all', {})).rejects.toMatchObject({ code: -32602 });
    },
    SLOW,
  );

  it(
    `${name} gets ten answers at once, and one after a cancelled call`,
    async () => {
      const { call } = await connect();
      const stop = new AbortController();
      const cancelled = call('research', { question: 'What was the limit in 2020?' }, { signal: stop.signal });
      stop.abort();
      await expect(cancelled).rejects.toThrow();
      const calls = Array.from({ length: 10 }, () => call('search_library', { query: 'dollar limit laptop 2025' }));
      for (const reply of await Promise.all(calls)) expect(passagesOf(reply).length).toBeGreaterThan(0);
    },
    SLOW,
  );
});

/** A hosted service that sends a step and waits longer than the client does, before it answers. */
async function startSlowService(wait: number) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (value: object) => response.write(`data: ${JSON.stringify({ choices: [], ...value })}\n\n`);
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      send({ type: 'step_message', title: `Step ${count}` });
      if (count * STEP < wait) return;
      clearInterval(timer);
      send({ choices: [{ index: 0, delta: { content: 'The late answer.' }, finish_reason: 'stop' }] });
      response.end('data: [DONE]\n\n');
    }, STEP);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    env: { FISCAL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, FISCAL_API_KEY: 'k' },
  };
}
/** Milliseconds between two steps. */
const STEP = 100;

it.each([2025, 2026] as const)(
  'a hosted answer that takes longer than the timeout of the client of %i arrives, with its steps as progress',
  async (year) => {
    const { server, env } = await startSlowService(6000);
    const client = await overStdio[year](started(env));
    opened.push(client);
    const steps: (string | undefined)[] = [];
    let last = 0;
    const reply = await client.call(
      'research',
      { question: 'What is late?' },
      {
        timeout: 4000,
        resetTimeoutOnProgress: true,
        onprogress({ progress, message }) {
          expect(progress).toBeGreaterThan(last);
          last = progress;
          steps.push(message);
        },
      },
    );
    expect(textOf(reply)).toContain('The late answer.');
    expect(steps).toEqual(expect.arrayContaining(['Step 1', 'Step 20']));
    server.closeAllConnections();
    server.close();
  },
  SLOW,
);

it.each([2025, 2026] as const)(
  'a call that a client of %i cancels ends the request to the hosted service, and the next call is answered',
  async (year) => {
    const { server, env } = await startSlowService(SLOW);
    const ended = new Promise<void>((resolve) => {
      server.on('request', (_request, response) => response.on('close', resolve));
    });
    const client = await overStdio[year](started(env));
    opened.push(client);
    const stop = new AbortController();
    const onprogress = () => stop.abort();
    const call = client.call('research', { question: 'What is late?' }, { signal: stop.signal, onprogress });
    await expect(call).rejects.toThrow();
    await ended;
    expect(passagesOf(await client.call('search_library', { query: 'dollar limit' })).length).toBeGreaterThan(0);
    server.close();
  },
  SLOW,
);

const SUBSCRIBERS = Object.entries(WAYS).filter(([name]) => name !== 'the client of 2025 over HTTP');

it.each(SUBSCRIBERS)(
  '%s that subscribed to a document is notified of a change and reads the new text',
  async (name, open) => {
    const { client, subscribe, call } = await open();
    opened.push({ client });
    const { resources } = await client.listResources();
    const uri = resources.find((each) => each.name === 'memo.md')?.uri ?? '';
    const told = new Promise((resolve) => void subscribe(uri, resolve).then(() => change(name)));
    expect(await told).toBe(uri);
    const found = await call('search_library', { query: 'zanzibar election' });
    expect(textOf(found)).toContain(`As ${name} told us`);
  },
  SLOW,
);

function change(name: string): void {
  writeFileSync(join(library, 'memo.md'), `# Memo\n\nAs ${name} told us, the zanzibar election was filed late.\n`);
}

it.each([2025, 2026] as const)(
  'a client of %i that asks while the library is read hears how far it is, and gets the passages',
  async (year) => {
    const large = join(folder, `large-${year}`);
    mkdirSync(large);
    for (let number = 1; number <= 200; number += 1) {
      writeFileSync(join(large, `${number}.md`), `# Note ${number}\n\nThe limit of client ${number} is $${number}.\n`);
    }
    const { args, ...rest } = started();
    const client = await overStdio[year]({ ...rest, args: args.with(-1, large) });
    opened.push(client);
    const steps: string[] = [];
    const onprogress = ({ message = '' }) => void steps.push(message);
    const reply = await client.call('search_library', { query: 'limit of client 77' }, { onprogress });
    expect(passagesOf(reply)[0]?.path).toBe(join(large, '77.md'));
    expect(steps).toContainEqual(expect.stringMatching(/^Reading document \d+ of 200$/));
  },
  SLOW,
);

it(
  'a client that leaves in the middle of a call over HTTP disturbs no other client',
  async () => {
    const leaving = await overHttp[2026](address, KEY);
    const call = leaving.call('research', { question: 'What was the limit in 2020?' }).then(
      () => 'answered',
      () => 'left',
    );
    await leaving.client.close();
    expect(['answered', 'left']).toContain(await call);
    const next = await overHttp[2025](address, KEY);
    opened.push(next);
    expect(passagesOf(await next.call('search_library', { query: 'dollar limit' })).length).toBeGreaterThan(0);
  },
  SLOW,
);

it(
  'agents need the key over HTTP, and a web page cannot reach the server with it',
  async () => {
    await expect(overHttp[2026](address, 'wrong')).rejects.toThrow();
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const foreign = await fetch(address, {
      method: 'POST',
      headers: { ...headers, origin: 'https://evil.example' },
      body,
    });
    expect(foreign.status).toBe(403);
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
  },
  SLOW,
);
