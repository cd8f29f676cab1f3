import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builds } from '../../../scripts/support/builds.ts';
import { root, samplesFolder } from '../../../scripts/support/paths.ts';

/** Milliseconds for a process that reads a library on a busy machine. */
const SLOW = 60_000;

let folder: string;
let library: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiscal-mcp-'));
  library = join(folder, 'library');
  script = join(folder, 'dist', 'mcp.js');
  await cp(samplesFolder, library, { recursive: true });
  for (const options of [builds.mcp, builds.worker, builds.reader]) {
    await build({ ...options, absWorkingDir: root, outdir: join(folder, 'dist') });
  }
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
}, SLOW);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function connect(env: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script, '--library', library], env, stderr: 'pipe' }),
  );
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    const [part] = result.content as { text: string }[];
    return { text: part?.text ?? '', isError: result.isError ?? false };
  };
  return { client, call };
}

function start(env: Record<string, string> = {}, args: readonly string[] = ['--library', library]) {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH ?? '', ...env } });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, errors: () => errors };
}

it(
  'An agent finds a passage of the library, reads its lines, and sees the documents as resources.',
  async () => {
    const { client, call } = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'research',
      'search_library',
      'read_passage',
    ]);
    const found = await call('search_library', { query: 'dollar limit section 179 2025' });
    expect(found.text).toContain('2,500,000');
    const [, path = '', first = ''] = /(\/\S+irc-179[^\s:]*):(\d+)-\d+/.exec(found.text) ?? [];
    const read = await call('read_passage', { path, line: Number(first), endLine: Number(first) + 1 });
    expect(read.text).toContain(`${path}:${first}-`);
    const { resources } = await client.listResources();
    const document = resources.find(({ uri }) => uri.endsWith('/irc-179-election-to-expense.md'));
    const { contents } = await client.readResource({ uri: document?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('179');
    const answer = await call('research', { question: 'What is the dollar limit of section 179 for 2025?' });
    expect(answer.text).toContain('Sources:\n[1] ');
    await client.close();
  },
  SLOW,
);

it(
  'An agent cannot read a file that is not in the library, and learns why a call is refused.',
  async () => {
    const { client, call } = await connect();
    for (const path of [
      '/etc/passwd',
      join(library, '..', 'package.json'),
      join(library, '../library/README.md'),
      'README.md',
    ]) {
      const answer = await call('read_passage', { path });
      expect(answer.isError, path).toBe(path !== join(library, 'README.md'));
    }
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow();
    const large = await call('search_library', { query: 'x'.repeat(2 * 1024 * 1024) });
    expect(large).toEqual({ isError: true, text: expect.stringContaining('at most 100000 characters') });
    expect((await call('delete_all', {})).isError).toBe(true);
    await client.close();
  },
  SLOW,
);

it(
  'The hosted service of the environment answers research, and its key reaches that origin only.',
  async () => {
    const seen: (string | undefined)[] = [];
    const service = createServer((request, response) => {
      seen.push(request.headers.authorization);
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        'data: {"choices":[{"index":0,"delta":{"content":"From the service."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      );
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    const { client, call } = await connect({
      FISCAL_BASE_URL: `http://127.0.0.1:${port}/v1`,
      FISCAL_API_KEY: 'sk-mcp-1',
    });
    expect((await call('research', { question: 'What is it?' })).text).toContain('From the service.');
    await call('search_library', { query: 'limit' });
    expect(seen).toEqual(['Bearer sk-mcp-1']);
    await client.close();
    service.close();
  },
  SLOW,
);

it(
  'A client that leaves in the middle of a call ends the server.',
  async () => {
    const { child, ended } = start();
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 't', version: '1' };
    say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    say({ id: 2, method: 'tools/call', params: { name: 'search_library', arguments: { query: 'limit' } } });
    child.stdin.end();
    expect(await ended).toBe(0);
  },
  SLOW,
);

it(
  'Messages that are not JSON-RPC are skipped, and the next message is answered.',
  async () => {
    const { child, ended } = start();
    const reply = new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    child.stdin.write('not json\n{"jsonrpc":"1.0"}\n[]\n\n{"id":{}}\n');
    child.stdin.write('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    expect(JSON.parse(await reply)).toMatchObject({ id: 7, result: {} });
    child.stdin.end();
    expect(await ended).toBe(0);
  },
  SLOW,
);

it(
  'A folder that does not exist and an address without a key are refused with a sentence.',
  async () => {
    const missing = start({}, ['--library', join(folder, 'nowhere')]);
    expect(await missing.ended).toBe(2);
    expect(missing.errors()).toContain('--library: there is no folder');
    const keyless = start({ FISCAL_BASE_URL: 'https://service.example' });
    expect(await keyless.ended).toBe(2);
    expect(keyless.errors()).toContain('needs a key in FISCAL_API_KEY');
  },
  SLOW,
);
