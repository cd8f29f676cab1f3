import { execFileSync, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildProgram } from '../../scripts/support/buildProgram.ts';
import { samplesFolder } from '../../scripts/support/paths.ts';
import { readLine } from '../../src/compliance/researchLog/logEntry.ts';

/** Milliseconds for a process that reads a library on a busy machine. */
const SLOW = 60_000;

let folder: string;
let library: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiscal-mcp-'));
  library = join(folder, 'library');
  await cp(samplesFolder, library, { recursive: true });
  script = await buildProgram(folder);
}, SLOW);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function connect(env: Record<string, string> = {}, options: readonly string[] = []) {
  const client = new Client({ name: 'test', version: '1' });
  const args = [script, 'mcp', '--in-memory', '--library', library, ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }));
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    const [part] = result.content as { text: string }[];
    return { text: part?.text ?? '', isError: result.isError ?? false };
  };
  return { client, call };
}

function start(env: Record<string, string> = {}, args: readonly string[] = ['--library', library]) {
  const child = spawn(process.execPath, [script, 'mcp', '--in-memory', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, errors: () => errors };
}

/** A hosted service that repeats the question. */
async function startService() {
  const requests: { authorization: string | undefined; question: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const question = messages.at(-1)?.content ?? '';
    requests.push({ authorization: request.headers.authorization, question });
    const delta = { content: `From the service: ${question}` };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    env: { FISCAL_BASE_URL: `http://127.0.0.1:${port}/v1`, FISCAL_API_KEY: 'sk-mcp-1' },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it(
  'an agent finds a passage of the library, reads its lines, and sees the documents as resources',
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
  'an agent reads a document by the end of its path that only one document has, and by the address of its resource',
  async () => {
    const rates = join(folder, 'rates');
    const path = join(rates, 'a/rates.md');
    for (const name of ['a', 'b']) {
      await mkdir(join(rates, name), { recursive: true });
      await writeFile(join(rates, name, 'rates.md'), '# Rates\n\nThe rate is 21 percent.\n');
    }
    const { client, call } = await connect({}, ['--library', rates]);
    for (const name of ['a/rates.md', './a/rates.md', pathToFileURL(path).href, `${rates}/b/../a/rates.md`]) {
      expect((await call('read_passage', { path: name })).text, name).toContain(`${path}:1-3\n`);
    }
    expect(await call('read_passage', { path: 'rates.md' })).toMatchObject({ isError: true });
    expect(await call('read_passage', { path: 'ates.md' })).toMatchObject({ isError: true });
    await client.close();
  },
  SLOW,
);

it(
  'an agent cannot read a file that is not in the library, and learns why a call is refused',
  async () => {
    const { client, call } = await connect();
    for (const path of [
      '/etc/passwd',
      join(library, '..', 'package.json'),
      join(library, '../library/README.md'),
      '../package.json',
    ]) {
      const answer = await call('read_passage', { path });
      expect(answer.isError, path).toBe(path !== join(library, 'README.md'));
    }
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow();
    const large = await call('search_library', { query: 'x'.repeat(2 * 1024 * 1024) });
    expect(large).toEqual({ isError: true, text: expect.stringContaining('query may have at most 100000 characters') });
    await expect(call('delete_all', {})).rejects.toMatchObject({ code: -32602 });
    await client.close();
  },
  SLOW,
);

it.skipIf(process.platform === 'win32')(
  'a document that was replaced by a link or a pipe after the scan is not read, and the server still ends',
  async () => {
    const own = join(folder, 'replaced');
    await mkdir(own);
    const secret = join(folder, 'secret.md');
    await writeFile(secret, 'the private key zanzibar');
    const names = ['link.md', 'excluded.md', 'pipe.md'];
    for (const name of [...names, 'private.md']) await writeFile(join(own, name), `A lease of ${name}.`);
    const { child, ended } = start({}, ['--library', own, '--exclude', 'private.md']);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    let id = 0;
    const request = async (method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
      return String((await lines.next()).value);
    };
    const clientInfo = { name: 'test', version: '1' };
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    expect(await request('resources/list', {})).toContain('pipe.md');
    await rm(join(own, 'link.md'));
    await symlink(secret, join(own, 'link.md'));
    await rm(join(own, 'excluded.md'));
    await symlink('private.md', join(own, 'excluded.md'));
    await rm(join(own, 'pipe.md'));
    execFileSync('mkfifo', [join(own, 'pipe.md')]);
    for (const name of names) {
      const path = join(own, name);
      expect(await request('tools/call', { name: 'read_passage', arguments: { path } })).toContain('"isError":true');
      expect(await request('resources/read', { uri: pathToFileURL(path).href })).toContain('"error"');
    }
    child.stdin.end();
    expect(await ended).toBe(0);
  },
  SLOW,
);

it(
  'the hosted service of the environment answers research, and its key reaches that origin only',
  async () => {
    await using service = await startService();
    const { client, call } = await connect(service.env);
    expect((await call('research', { question: 'What is it?' })).text).toContain('From the service: What is it?');
    await call('search_library', { query: 'limit' });
    expect(service.requests.map(({ authorization }) => authorization)).toEqual(['Bearer sk-mcp-1']);
    await client.close();
  },
  SLOW,
);

it(
  'a client that leaves in the middle of a call ends the server',
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
  'messages that are not JSON-RPC are skipped, and the next message is answered',
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
  'a message of more than 4 MB ends the connection',
  async () => {
    const { child, ended } = start();
    child.stdin.on('error', () => {});
    const params = { name: 'search_library', arguments: { query: 'x'.repeat(5 * 1024 * 1024) } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    expect(await ended).toBe(0);
  },
  SLOW,
);

it(
  'a folder that does not exist and an address without a key are refused with a sentence',
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

const SSN = '123-45-6789';

it(
  'a hosted service and the agent receive placeholders for client identifiers, and the agent can use them',
  async () => {
    await using service = await startService();
    const dossier = join(library, 'Aurora Bakery');
    await mkdir(dossier, { recursive: true });
    const file = join(dossier, 'facts.md');
    await writeFile(
      file,
      `# Zymurgy election\n\nThe zymurgy election of Aurora Bakery, SSN ${SSN}, was filed in 2025.\n`,
    );
    const { client, call } = await connect({ ...service.env, FISCAL_CLIENT_NAMES: 'Borealis Mill\nAurora Bakery\n' });
    const answer = await call('research', { question: `Must Aurora Bakery (${SSN}) file?` });
    expect(service.requests.map(({ question }) => question)).toEqual(['Must [NAME-2] ([SSN-1]) file?']);
    expect(answer.text).toContain('From the service: Must [NAME-2] ([SSN-1]) file?');

    const found = await call('search_library', { query: 'zymurgy election [NAME-2]' });
    expect(found.text).toContain('election of [NAME-2], SSN [SSN-1], was');
    expect(found.text).not.toContain('Aurora');
    const [, path = ''] = /· (\/\S+ ?\S*facts\.md):\d/.exec(found.text) ?? [];
    expect(path).toContain('/[NAME-2]/facts.md');
    expect((await call('read_passage', { path })).text).toContain('election of [NAME-2], SSN [SSN-1], was');
    const { resources } = await client.listResources();
    expect(JSON.stringify(resources)).not.toContain('Aurora');
    const document = resources.find(({ name }) => name === 'facts.md');
    const { contents } = await client.readResource({ uri: document?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('SSN [SSN-1], was');
    await client.close();

    const blocking = await connect({ ...service.env, FISCAL_CLIENT_NAMES: 'Aurora Bakery' }, [
      '--identifiers',
      'block',
    ]);
    const refused = await blocking.call('research', { question: `Must ${SSN} file?` });
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('It was not sent.') });
    const withheld = await blocking.call('read_passage', { path: file });
    expect(withheld).toEqual({ isError: true, text: expect.stringContaining('contains client identifiers') });
    expect(JSON.stringify(await blocking.client.listResources())).not.toContain('Aurora');
    await blocking.client.close();
    expect(service.requests).toHaveLength(1);

    const open = await connect({}, ['--identifiers', 'off']);
    expect((await open.call('read_passage', { path: file })).text).toContain(SSN);
    await open.client.close();
    await rm(dossier, { recursive: true });
  },
  SLOW,
);

it(
  'the research log has each question as it was sent and its answer, and shows that an entry was removed',
  async () => {
    await using service = await startService();
    const log = join(folder, 'log');
    const file = join(log, 'research-log.jsonl');
    const entries = async () =>
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => readLine(line));
    const first = await connect(service.env, ['--log', log]);
    await first.call('research', { question: `Must ${SSN} file?`, mode: 'deep' });
    await first.call('search_library', { query: 'limit' });
    await first.client.close();
    const logged = await entries();
    expect(logged.every((read) => read?.isWhole)).toBe(true);
    expect(logged.map((read) => read?.entry.event)).toMatchObject([
      { type: 'begun' },
      {
        type: 'asked',
        mode: 'tax_research_deep_research',
        host: new URL(service.env.FISCAL_BASE_URL).host,
        sent: { text: 'Must [SSN-1] file?' },
      },
      { type: 'answered', state: 'done', answer: { length: 'From the service: Must [SSN-1] file?'.length } },
      { type: 'asked', host: 'library', sent: { text: 'limit' } },
      { type: 'answered', state: 'done' },
    ]);
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, `${lines.slice(0, 4).join('\n')}\n`);
    const second = await connect(service.env, ['--log', log]);
    await second.call('research', { question: 'And now?' });
    await second.client.close();
    expect((await entries()).slice(4).map((read) => read?.entry.event.type)).toEqual([
      'begun',
      'gap',
      'asked',
      'answered',
    ]);
  },
  SLOW,
);

it(
  'a question that cannot be logged or counted is not sent',
  async () => {
    await using service = await startService();
    const log = join(folder, 'unwritable');
    await mkdir(join(log, 'research-log.jsonl'), { recursive: true });
    const unlogged = await connect(service.env, ['--log', log]);
    const refused = await unlogged.call('research', { question: 'Is it?' });
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('research log cannot be written') });
    await unlogged.client.close();
    const counts = join(folder, 'uncountable');
    await mkdir(counts);
    await appendFile(join(counts, 'usage'), 'a file where a folder should be');
    const uncounted = await connect(service.env, ['--log', counts, '--limit', '3']);
    const refusedToo = await uncounted.call('research', { question: 'Is it?' });
    expect(refusedToo).toEqual({ isError: true, text: expect.stringContaining('cannot be counted') });
    await uncounted.client.close();
    expect(service.requests).toHaveLength(0);
  },
  SLOW,
);

it(
  'the limit of a day holds for calls at the same time and for the next run, and the library stays free',
  async () => {
    await using service = await startService();
    const options = ['--log', join(folder, 'limited'), '--limit', '2'];
    const first = await connect(service.env, options);
    const answers = await Promise.all(['A?', 'B?', 'C?'].map((question) => first.call('research', { question })));
    expect(answers.filter(({ isError }) => isError)).toEqual([
      { isError: true, text: 'The limit is reached: 2 of 2 questions today. The question was not sent.' },
    ]);
    await first.client.close();
    const second = await connect(service.env, options);
    expect((await second.call('research', { question: 'D?' })).isError).toBe(true);
    expect((await second.call('search_library', { query: 'limit' })).isError).toBe(false);
    await second.client.close();
    expect(service.requests).toHaveLength(2);
  },
  SLOW,
);

it(
  'options that contradict each other are refused with a sentence',
  async () => {
    for (const [options, sentence] of [
      [['--identifiers', 'warn'], '--identifiers: use replace, block, off'],
      [['--limit', '5'], '--limit needs --log DIR'],
      [['--limit', '0', '--log', folder], '--limit: enter a number'],
    ] as const) {
      const refused = start({}, ['--library', library, ...options]);
      expect(await refused.ended).toBe(2);
      expect(refused.errors()).toContain(sentence);
    }
  },
  SLOW,
);

it(
  'the MCP server returns no characters that the user cannot see',
  async () => {
    await writeFile(join(library, 'hidden.md'), 'The rent is due\u{e0049}\u{e0067}\u202e monthly.\n');
    await writeFile(join(library, 'hid\u{e0041}\u202e.md'), '# Lease\u3164 of the mill\n\nThe mill is let.\n');
    const { client, call } = await connect();
    expect((await client.listResources()).resources).toContainEqual(
      expect.objectContaining({ name: 'hid[U+E0041][U+202E].md', title: 'Lease[U+3164] of the mill' }),
    );
    const { text } = await call('read_passage', { path: join(library, 'hidden.md') });
    expect(text).toContain('The rent is due[U+E0049][U+E0067][U+202E] monthly.');
    await client.close();
  },
  SLOW,
);

it(
  'a search with a first or last day says how many passages without a date it leaves out',
  async () => {
    await writeFile(
      join(library, 'kazoo-2025.md'),
      '---\ndate: 2025-03-01\n---\n# Kazoo levy 2025\n\nThe kazoo levy is due.\n',
    );
    await writeFile(join(library, 'kazoo.md'), '# Kazoo levy\n\nThe kazoo levy is paid by the maker.\n');
    const { client, call } = await connect();
    const query = 'kazoo levy';
    const dated = await call('search_library', { query, dateFrom: '2025-01-01' });
    expect(dated.text).toContain('The kazoo levy is due.');
    expect(dated.text).not.toContain('paid by the maker');
    expect(dated.text).toMatch(/\n\n1 passage without a date was left out that fits as well\./);
    expect((await call('search_library', { query, dateTo: '2020-12-31' })).text).toMatch(/^No passage.*\n\n1 passage/);
    expect((await call('search_library', { query })).text).not.toContain('without a date');
    await client.close();
  },
  SLOW,
);

it(
  'a client receives placeholders also in addresses, kinds, dates and the problem of a filter',
  async () => {
    const dossier = join(library, 'Meyer & Söhne', '2025 123-45\u20106789');
    await mkdir(dossier, { recursive: true });
    const kind = 'meyer & söhne';
    const text = '# Xylophone levy\n\nThe xylophone levy of the year is $7,700.\n';
    await writeFile(join(dossier, 'levy.md'), `---\nkind: ${kind}\ndate: ${SSN}\n---\n${text}`);
    const { client, call } = await connect({ FISCAL_CLIENT_NAMES: 'Meyer & Söhne' });
    const found = await client.callTool({ name: 'search_library', arguments: { query: 'xylophone levy' } });
    const { passages } = z
      .object({ passages: z.array(z.object({ path: z.string(), uri: z.string() })) })
      .parse(found.structuredContent);
    const [levy] = passages;
    expect(levy?.path).toMatch(/\/\[NAME-1\]\/2025 \[SSN-\d\]\/levy\.md$/);
    const read = await client.callTool({ name: 'read_passage', arguments: { path: levy?.path } });
    const { contents } = await client.readResource({ uri: levy?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('$7,700');
    const { resources } = await client.listResources();
    const refused = await call('search_library', { query: 'levy', kind: 'unknown' });
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('[NAME-1]') });
    for (const each of [found, read, contents, resources, refused]) {
      const received = decodeURI(JSON.stringify(each));
      expect(received).not.toMatch(/Meyer|Söhne|123.45.6789/i);
      expect(received).toContain('[NAME-1]');
    }
    await client.close();
    await rm(join(library, 'Meyer & Söhne'), { recursive: true });
  },
  SLOW,
);
