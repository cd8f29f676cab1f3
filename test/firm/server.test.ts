import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFirmServer } from '../../src/client/firmServer.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { openDatabase } from '../../src/firm/database/database.ts';
import { completionSchema } from '../../src/protocol/chatCompletions.ts';
import type { Source } from '../../src/protocol/researchEvent.ts';
import { testAuthority } from '../support/certificate.ts';
import {
  buildFirm,
  type FirmFolders,
  type FirmProgram,
  makeDocuments,
  SECRETS,
  type ServerProcess,
} from './support/firm.ts';
import { POSTGRES, startPostgres, type TestDatabase, type TestPostgres, WITHOUT_POSTGRES } from './support/postgres.ts';

const QUESTION = 'Can the cost of the packaging line be expensed under section 179, and what is the dollar limitation?';

const auditSchema = z.object({
  seq: z.int(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
});

describe.skipIf(POSTGRES === null)(`the firm's server as a program ${WITHOUT_POSTGRES}`, () => {
  let postgres: TestPostgres;
  let urls: TestDatabase;
  let folders: FirmFolders;
  let built: string;
  let firm: FirmProgram;
  let server: ServerProcess;
  let origin: string;
  /** Of the servers that have ended. */
  let earlierLog = '';
  const keys: Record<string, string> = {};

  const newKey = async (user: string, ...more: string[]) =>
    /^Key (\d+): (\S+)$/m.exec(await firm.run('key', 'add', '--user', user, ...more)) ?? [];

  beforeAll(async () => {
    postgres = await startPostgres();
    urls = await postgres.create();
    folders = makeDocuments();
    built = mkdtempSync(join(tmpdir(), 'fiscal-program-'));
    firm = await buildFirm(built, urls);
    await firm.run('migrate');
    await firm.run('group', 'add', 'everybody');
    for (const user of ['ada', 'bob']) {
      await firm.run('user', 'add', user);
      await firm.run('group', 'join', '--user', user, '--group', 'everybody');
      keys[user] = (await newKey(user))[2] ?? '';
    }
    await firm.run('collection', 'add', 'law', '--kind', 'authority', '--folder', folders.folder('law'));
    await firm.run('grant', 'add', '--collection', 'law', '--group', 'everybody');
    for (const [matter, user] of Object.entries({ alpha: 'ada', beta: 'bob' })) {
      await firm.run('collection', 'add', matter, '--folder', folders.folder(matter));
      await firm.run('grant', 'add', '--collection', matter, '--user', user);
    }
    server = firm.serve();
    origin = await server.origin;
  });
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await server?.exit;
    await postgres?.stop();
    folders?.remove();
    if (built) rmSync(built, { recursive: true, force: true });
  });

  const get = (path: string, key?: string) =>
    fetch(`${origin}${path}`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });
  const ask = (user: string, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    fetch(`${origin}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[user] ?? user}`, ...headers },
      body: JSON.stringify({ model: 'service-1.0', messages: [{ role: 'human', content: QUESTION }], ...fields }),
    });
  const auditEntries = async () => {
    const owner = openDatabase({ url: urls.adminUrl, connections: 1 });
    const rows = await owner
      .query(z.object({ entry: z.string() }), 'SELECT entry FROM fiscal.audit ORDER BY seq')
      .finally(() => owner.close());
    return rows.map(({ entry }) => z.parse(auditSchema, JSON.parse(entry)));
  };
  interface Entry {
    readonly path: string;
    readonly document: string;
    readonly line: number;
  }
  const sourcesOf = async (user: string, fields: Record<string, unknown> = {}): Promise<Entry[]> => {
    const stream = await (await ask(user, { stream: true, ...fields })).text();
    expect(stream).toContain('data: [DONE]');
    return stream
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)))
      .filter(({ type }) => type === 'source_message')
      .flatMap(({ content }) => content);
  };

  it('the official client of MCP lists the tools, asks, and opens a source with a key, and is refused without one', async () => {
    const connect = async (key?: string) => {
      const client = new Client({ name: 'test', version: '1' });
      const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }));
      return client;
    };
    const client = await connect(keys.ada);
    const call = async (name: string, input: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: input });
      const [first] = content;
      return first?.type === 'text' ? first.text : '';
    };
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['research', 'read_document', 'list_matters']);
    expect(await call('list_matters', {})).toContain('alpha');
    const answer = await call('research', { question: QUESTION, matter: 'alpha' });
    expect(answer).toContain(SECRETS.alpha);
    expect(answer).not.toContain(SECRETS.beta);
    const document = /"document": "([^"]+)"/.exec(answer)?.[1] ?? '';
    expect(await call('read_document', { document })).toMatch(/packaging line|section 179/);
    expect(await call('research', { question: QUESTION, matter: 'beta' })).toContain('may not see');
    await client.close();
    await expect(connect()).rejects.toThrow(/401|key|sign/i);
  });

  it('answers from the law and from the matter of the person who asks, with sources', async () => {
    const answer = z.parse(completionSchema, await (await ask('ada')).json());
    const text = answer.choices[0]?.message.content;
    expect(text).toContain('$2,500,000');
    expect(text).toContain(SECRETS.alpha);
    expect(text).not.toContain(SECRETS.beta);
    const sources = await sourcesOf('bob');
    expect(sources.map(({ path }) => path)).toEqual(expect.arrayContaining(['law/section-179.md', 'beta/memo.md']));
    expect(JSON.stringify(sources)).not.toContain(SECRETS.alpha);
    expect(JSON.stringify(sources)).not.toContain(folders.root);
  });

  it('limits a question that names its matter to authorities and that matter', async () => {
    await firm.run('grant', 'add', '--collection', 'beta', '--user', 'ada');
    expect((await sourcesOf('ada')).map(({ path }) => path)).toContain('beta/memo.md');
    const inAlpha = (await sourcesOf('ada', { matter: 'alpha' })).map(({ path }) => path);
    expect(inAlpha).toContain('alpha/memo.md');
    expect(inAlpha).not.toContain('beta/memo.md');
    const byHeader = await (await ask('ada', {}, { 'fiscal-matter': 'alpha' })).text();
    expect(byHeader).not.toContain(SECRETS.beta);
    expect((await ask('ada', { matter: 'beta' }, { 'fiscal-matter': 'alpha' })).status).toBe(400);
    await firm.run('grant', 'remove', '--collection', 'beta', '--user', 'ada');
  });

  it('answers a hidden matter exactly as one that does not exist', async () => {
    const replyTo = async (matter: string) => {
      const reply = await ask('ada', { matter });
      const { date, ...headers } = Object.fromEntries(reply.headers);
      return { status: reply.status, headers: { ...headers, 'x-request-id': '' }, body: await reply.text() };
    };
    const [hidden, missing] = [await replyTo('beta'), await replyTo('gamma')];
    expect(hidden.status).toBe(404);
    expect(hidden).toEqual(missing);
  });

  it('lists the matters that the person may name, and no others', async () => {
    const mattersOf = async (key: string | undefined) => (await get('/v1/matters', key)).json();
    expect(await mattersOf(keys.ada)).toEqual({ matters: [{ name: 'alpha' }] });
    expect(await mattersOf(keys.bob)).toEqual({ matters: [{ name: 'beta' }] });
    await firm.run('wall', 'add', '--collection', 'alpha', '--group', 'everybody');
    expect(await mattersOf(keys.ada)).toEqual({ matters: [] });
    await firm.run('wall', 'remove', '--collection', 'alpha', '--group', 'everybody');
  });

  it('lists to each of two people who ask at the same time the matter that they share and their own, and nothing of the other', async () => {
    const shared = folders.folder('shared');
    mkdirSync(shared);
    writeFileSync(
      join(shared, 'plan.md'),
      '# Plan\n\nThe packaging line is below the dollar limitation of section 179.\n',
    );
    await firm.run('collection', 'add', 'shared', '--folder', shared);
    await firm.run('grant', 'add', '--collection', 'shared', '--group', 'everybody');
    const own = { ada: 'alpha', bob: 'beta' };
    const listed = async (user: 'ada' | 'bob') => {
      const reply = await (await get('/matters', keys[user])).json();
      return z
        .parse(z.object({ matters: z.array(z.object({ name: z.string() })) }), reply)
        .matters.map(({ name }) => name);
    };
    const quoted = async (user: 'ada' | 'bob') =>
      [...new Set((await sourcesOf(user)).map(({ path }) => path.split('/')[0] ?? ''))].sort();
    const both = ['ada', 'bob', 'bob', 'ada', 'ada', 'bob'] as const;
    await Promise.all(
      both.map(async (user) => {
        const [matters, folders] = await Promise.all([listed(user), quoted(user)]);
        expect(matters.sort(), user).toEqual([own[user], 'shared']);
        expect(folders, user).toEqual([own[user], 'law', 'shared'].sort());
      }),
    );
    await firm.run('wall', 'add', '--collection', 'shared', '--user', 'bob');
    const after = await Promise.all(both.map(async (user) => [user, (await listed(user)).sort()]));
    expect(after).toEqual(both.map((user) => [user, user === 'bob' ? ['beta'] : ['alpha', 'shared']]));
    await firm.run('collection', 'remove', 'shared');
    expect(await listed('ada')).toEqual(['alpha']);
    rmSync(shared, { recursive: true });
  });

  it('opens a source for those who may see it, and answers all others as if it did not exist', async () => {
    const own = (await sourcesOf('ada')).find(({ path }) => path === 'alpha/memo.md');
    const opened = await get(`/v1/documents/${own?.document}`, keys.ada);
    expect(opened.status).toBe(200);
    const { path, text } = z.parse(z.object({ path: z.string(), text: z.string() }), await opened.json());
    expect(path).toBe('alpha/memo.md');
    expect(text.split('\n')[(own?.line ?? 0) - 1]).toMatch(/packaging line/);
    const [hidden, missing] = await Promise.all([
      get(`/v1/documents/${own?.document}`, keys.bob),
      get(`/v1/documents/${own?.document.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`, keys.bob),
    ]);
    expect([hidden.status, await hidden.text()]).toEqual([404, await missing.text()]);
    for (const id of ['', '..%2f..%2fetc%2fpasswd', '1', '1-', `${own?.document}/x`, 'x'.repeat(5000)])
      expect((await get(`/v1/documents/${id}`, keys.ada)).status, id).toBe(404);
  });

  it('is understood by the client of the extension: a question in a matter, the source of its answer, and what is refused', async () => {
    const transport = createNodeTransport();
    const getKey = () => keys.ada;
    const research = createResearchClient({ baseUrl: origin, getKey, transport });
    const library = createFirmServer({ baseUrl: origin, getKey, transport, redact: (text) => text });
    const { signal } = new AbortController();
    const askIn = async (matter: string) => {
      const messages = [{ role: 'human' as const, content: QUESTION }];
      const sources: Source[] = [];
      for await (const event of research.ask({ messages, matter, stream: true }, signal))
        if (event.type === 'sources') sources.push(...event.sources);
      return sources;
    };
    expect(await library.matters(signal)).toEqual(['alpha']);
    const memo = (await askIn('alpha')).find(({ location }) => location?.path === 'alpha/memo.md')?.location;
    const id = memo?.document ?? '';
    const { text } = await library.document(id, signal);
    expect(text.split('\n')[(memo?.line ?? 0) - 1]).toMatch(/packaging line/);
    await firm.run('wall', 'add', '--collection', 'alpha', '--user', 'ada');
    expect(await library.matters(signal)).toEqual([]);
    await expect(library.document(id, signal)).rejects.toMatchObject({ status: 404 });
    await expect(askIn('alpha')).rejects.toMatchObject({ kind: 'forbidden', reason: 'noMatter', status: 404 });
    await firm.run('wall', 'remove', '--collection', 'alpha', '--user', 'ada');
  });

  it('lets a wall count more than the grant, at the next question', async () => {
    await firm.run('wall', 'add', '--collection', 'alpha', '--group', 'everybody');
    expect(await (await ask('ada')).text()).not.toContain(SECRETS.alpha);
    await firm.run('wall', 'remove', '--collection', 'alpha', '--group', 'everybody');
    expect(await (await ask('ada')).text()).toContain(SECRETS.alpha);
  });

  it('refuses requests without a key, and those of a key that was revoked', async () => {
    const [, number = '', key = ''] = await newKey('bob');
    expect((await ask(key)).status).toBe(200);
    await firm.run('key', 'revoke', number);
    const revoked = await ask(key);
    const unknown = await ask('fiscal_unknown');
    expect([revoked.status, await revoked.text()]).toEqual([401, await unknown.text()]);
    for (const path of ['/models', '/matters', '/metrics', '/documents/1-00'])
      expect((await get(path)).status, path).toBe(401);
  });

  it('states its health, and gives metrics without names to a key for metrics only', async () => {
    expect((await get('/health')).status).toBe(200);
    expect((await get('/ready')).status).toBe(200);
    const [, , key = ''] = await newKey('ada', '--scope', 'metrics');
    expect((await get('/metrics', keys.ada)).status).toBe(401);
    expect((await ask(key)).status).toBe(401);
    const text = await (await get('/metrics', key)).text();
    expect(text).toMatch(/^fiscal_answers_total\{outcome="done"\} [1-9]/m);
    expect(text).toMatch(/^fiscal_questions_running 0$/m);
    expect(text).not.toMatch(/alpha|beta|ada|bob/);
  });

  it('refuses a question over the limit of the day with the time to wait', async () => {
    await firm.run('quota', 'set', '--user', 'bob', '--per-day', '0');
    const refused = await ask('bob');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await firm.run('quota', 'set', '--user', 'bob', '--running', '4');
    expect((await ask('bob')).status).toBe(200);
  });

  it('refuses a collection whose folder is inside of another one', async () => {
    await expect(firm.run('collection', 'add', 'all', '--folder', folders.root)).rejects.toThrow(
      'inside of it, or around',
    );
  });

  it('adds a collection although the folder of another one is not on the machine of the administrator', async () => {
    const [gone, kept] = [folders.folder('gone'), folders.folder('kept')];
    for (const folder of [gone, join(kept, 'inner')]) mkdirSync(folder, { recursive: true });
    await firm.run('collection', 'add', 'gone', '--folder', gone);
    rmSync(gone, { recursive: true });
    await firm.run('collection', 'add', 'kept', '--folder', kept);
    rmSync(kept, { recursive: true });
    mkdirSync(join(kept, 'inner'), { recursive: true });
    await expect(firm.run('collection', 'add', 'inner', '--folder', join(kept, 'inner'))).rejects.toThrow(
      'inside of it',
    );
    for (const name of ['gone', 'kept']) await firm.run('collection', 'remove', name);
  });

  it('refuses to serve as a user of the database who sees all collections', async () => {
    const owner = await buildFirm(built, { ...urls, serverUrl: urls.adminUrl });
    await expect(owner.serve().origin).rejects.toThrow('may see all collections');
    const indexer = await buildFirm(built, { ...urls, serverUrl: urls.indexerUrl });
    await expect(indexer.serve().origin).rejects.toThrow('may see all collections');
  });

  it('refuses to speak plain HTTP to other machines', async () => {
    await expect(firm.serve('--listen', '0.0.0.0:0').origin).rejects.toThrow('unencrypted');
  });

  it('speaks TLS with its certificate, and nothing else on that port', async () => {
    const file = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url));
    const safe = firm.serve('--tls-cert', file('good.pem'), '--tls-key', file('server.key.pem'));
    const address = await safe.origin;
    expect(address).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      https
        .get(`${address}/health`, { ca: testAuthority() }, (reply) => resolve(reply.resume().statusCode))
        .on('error', reject);
    });
    expect(status).toBe(200);
    await expect(fetch(address.replace('https:', 'http:'))).rejects.toThrow();
    safe.child.kill('SIGTERM');
    expect(await safe.exit).toBe(0);
  });

  it('has the end of an answer in the audit, and lets the person ask again, if the caller cuts its stream', async () => {
    const before = (await auditEntries()).at(-1)?.seq ?? 0;
    const caller = new AbortController();
    const reply = await fetch(`${origin}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.ada}` },
      body: JSON.stringify({ model: 'service-1.0', messages: [{ role: 'human', content: QUESTION }], stream: true }),
      signal: caller.signal,
    });
    await reply.body?.getReader().read();
    caller.abort();
    const added = async () => (await auditEntries()).filter(({ seq }) => seq > before);
    const question = (await added()).find(({ action }) => action === 'question');
    await expect
      .poll(async () => (await added()).find(({ action }) => action === 'answer')?.details)
      .toMatchObject({ question: question?.seq });
    const owner = openDatabase({ url: urls.adminUrl, connections: 1 });
    const running = () => owner.query(z.object({ id: z.string() }), 'SELECT id FROM fiscal.running');
    await expect
      .poll(running)
      .toEqual([])
      .finally(() => owner.close());
    expect((await ask('ada')).status).toBe(200);
  });

  it('has a complete audit after the server was killed while it answered, with each question and what was shown', async () => {
    const before = (await auditEntries()).at(-1)?.seq ?? 0;
    const reply = await ask('ada', { stream: true, ZeroDataRetention: true });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    let shown = '';
    while (!shown.includes('source_message')) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true };
      if (done) break;
      shown += value;
    }
    server.child.kill('SIGKILL');
    await server.exit;
    earlierLog += server.stderr();
    expect(await firm.run('audit', 'verify')).toMatch(/^The audit is complete: \d+ entries/);
    const added = (await auditEntries()).filter(({ seq }) => seq > before);
    // The end of the answer before may be noted after its reply.
    const [question, sources] = ['question', 'sources'].map((wanted) => added.find(({ action }) => action === wanted));
    expect(question).toMatchObject({ action: 'question', details: { matter: null } });
    expect(question?.details).not.toHaveProperty('question');
    expect(sources).toMatchObject({ action: 'sources', details: { question: question?.seq } });
    const documents = [...shown.matchAll(/"document":"([^"]+)"/g)].map(([, id = '']) => id);
    expect(documents.length).toBeGreaterThan(0);
    const noted = added.filter(({ action }) => action === 'sources');
    expect(noted.flatMap(({ details }) => details.documents)).toEqual(expect.arrayContaining(documents));
    server = firm.serve();
    origin = await server.origin;
    expect((await ask('ada')).status).toBe(200);
    const digest = createHash('sha256').update(QUESTION).digest('hex');
    const later = (await auditEntries()).filter(({ seq }) => seq > (sources?.seq ?? 0));
    expect(later.find(({ action }) => action === 'question')?.details.question).toBe(digest);
    expect(JSON.stringify(await auditEntries())).not.toMatch(/packaging|alpha|beta|memo|fiscal_[^w]/i);
  });

  it('logs neither questions nor names nor keys, and ends with the head of the audit', async () => {
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    const log = earlierLog + server.stderr();
    expect(log.match(/"event":"started"/g)).toHaveLength(2);
    const head = (await firm.run('audit', 'head')).trim();
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const last = lines.findLast(({ event }) => event === 'audit');
    expect(`${last.seq}:${last.hash}`).toBe(head);
    expect(
      lines.some(({ event, route, status }) => event === 'request' && route === '/chat/completions' && status === 200),
    ).toBe(true);
    expect(log).not.toMatch(/packaging|alpha|beta|memo|fiscal_|law\//i);
    expect(await firm.run('audit', 'verify', '--head', head)).toContain('complete');
  });
});
