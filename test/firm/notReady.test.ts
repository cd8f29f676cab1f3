import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addCollection, addKey, addPrincipal, setRight } from '../../src/firm/access/administration.ts';
import { type Database, openDatabase } from '../../src/firm/database/database.ts';
import { createFirmApp, type FirmApp, type FirmAppOptions } from '../../src/firm/http/firmApp.ts';
import { CollectionNotReady, type FirmDocument, type FirmStore } from '../../src/firm/library/firmStore.ts';
import { createSearchStore } from '../../src/firm/library/searchStore.ts';
import { EngineUnavailable } from '../../src/firm/opensearch/client.ts';
import type { OpenSearchStore } from '../../src/firm/opensearch/openSearchStore.ts';
import { OutsideOfRights } from '../../src/firm/opensearch/searches.ts';
import { POSTGRES, startPostgres, type TestPostgres, WITHOUT_POSTGRES } from './support/postgres.ts';

type Reading = OpenSearchStore['reader'];
const unused = async (): Promise<never> => {
  throw new Error('The server does not call it.');
};

/** An engine whose readers are made by `reader`. */
function engine(reader: Reading, ready: () => Promise<void> = async () => {}): FirmStore {
  const writer = () => {
    throw new Error('The server does not write.');
  };
  return createSearchStore({ reader, ready, prepare: unused, writer, collections: unused, rebuild: unused }, () => {});
}

describe.skipIf(POSTGRES === null)(`a server whose documents cannot be read ${WITHOUT_POSTGRES}`, () => {
  let postgres: TestPostgres;
  let admin: Database;
  let server: Database;
  let folder: string;
  let key: string;
  let id: string;
  const apps: FirmApp[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    const urls = await postgres.create();
    [admin, server] = [openDatabase({ url: urls.adminUrl, connections: 2 }), openDatabase({ url: urls.serverUrl })];
    folder = mkdtempSync(join(tmpdir(), 'fiscal-not-ready-'));
    mkdirSync(join(folder, 'law'));
    await addCollection(admin, { name: 'law', kind: 'authority', folder: join(folder, 'law') });
    await addPrincipal(admin, { kind: 'user', name: 'ada' });
    await setRight(admin, 'grants', { kind: 'user', name: 'ada' }, 'law', true);
    ({ key } = await addKey(admin, 'ada', ['ask'], null));
    const rows = await admin.query(z.object({ public_id: z.string() }), 'SELECT public_id FROM fiscal.collections');
    id = `${rows[0]?.public_id}-${'0'.repeat(32)}`;
  });
  afterAll(async () => {
    for (const app of apps) await app.settled();
    await admin?.close();
    await server?.close();
    await postgres?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  function serve(store: FirmStore, more: Pick<FirmAppOptions, 'allRunning'> = {}) {
    const shutdown = new AbortController().signal;
    const app = createFirmApp({ database: server, store, shutdown, log: () => {}, ...more });
    apps.push(app);
    const send = (path: string, body?: unknown) =>
      app.handle(
        new Request(`http://firm.invalid${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
    const messages = [{ role: 'human', content: 'What is the rent?' }];
    const ask = (stream = false) => send('/chat/completions', { model: 'service-1.0', messages, stream });
    return { app, send, ask };
  }
  const alarms = () =>
    admin.query(z.object({ entry: z.string() }), `SELECT entry FROM fiscal.audit WHERE entry LIKE '%"alarm"%'`);
  const answered = async (reply: Response) => ({
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    code: z.object({ error: z.object({ code: z.string() }) }).parse(await reply.json()).error.code,
  });

  it('answers questions, documents and looks at its readiness with 503 and the time to wait, and stays healthy', async () => {
    const gone = async (): Promise<never> => {
      throw new EngineUnavailable('OpenSearch does not answer: no connection.');
    };
    const { send, ask } = serve(engine(gone, gone));
    const expected = { status: 503, retryAfter: '5', code: 'not_ready' };
    expect(await answered(await ask())).toEqual(expected);
    expect(await answered(await send(`/documents/${id}`))).toEqual(expected);
    expect(await answered(await send('/ready'))).toEqual(expected);
    expect((await send('/health')).status).toBe(200);
    const stream = await (await ask(true)).text();
    expect(stream).toContain('"not_ready"');
    expect(stream).not.toContain('[DONE]');
    expect(stream).not.toContain('OpenSearch');
  });

  it('ends a question with an alarm in the audit if the engine returns a row outside of the rights', async () => {
    const { app, send, ask } = serve(
      engine(async (_collections, _signal, onOutside = () => {}) => {
        onOutside();
        throw new OutsideOfRights('The search engine returned a row of another collection.');
      }),
    );
    const before = (await alarms()).length;
    expect(await answered(await ask())).toMatchObject({ status: 500, code: 'internal_error' });
    expect(await answered(await send(`/documents/${id}`))).toMatchObject({ status: 500, code: 'internal_error' });
    await app.settled();
    expect((await alarms()).length).toBe(before + 2);
  });

  it('refuses a question over the limit of the server before its answer begins, and a refused or ended one makes room', async () => {
    let fail: () => void = () => {};
    let running = 0;
    const failing = new Promise<never>((_, reject) => {
      fail = () => reject(new EngineUnavailable('OpenSearch does not answer: no connection.'));
    });
    failing.catch(() => {});
    const reader: Reading = () => {
      running += 1;
      return failing;
    };
    const { ask, send } = serve(engine(reader), { allRunning: 2 });
    const question = { model: 'service-1.0', messages: [{ role: 'human', content: 'What is the rent?' }] };
    for (let at = 0; at < 3; at += 1)
      expect((await send('/chat/completions', { ...question, matter: 'unknown' })).status).toBe(404);
    const first = [ask(), ask()];
    await expect.poll(() => running).toBe(2);
    const refused = { status: 503, retryAfter: '3', code: 'server_busy' };
    expect(await answered(await ask())).toEqual(refused);
    expect(await answered(await ask(true))).toEqual(refused);
    expect(running).toBe(2);
    fail();
    for (const reply of await Promise.all(first)) expect(await answered(reply)).toMatchObject({ code: 'not_ready' });
    expect(await answered(await ask())).toMatchObject({ code: 'not_ready' });
    expect(running).toBe(3);
  });

  it('refuses a fifth document of a person while four are read, and one of a collection that is read for the first time', async () => {
    const found: FirmDocument = { title: 'Rent', path: 'law/rent.md', text: 'The rent is 1.', places: [] };
    let open: (document: FirmDocument) => void = () => {};
    let running = 0;
    const opened = new Promise<FirmDocument>((resolve) => {
      open = resolve;
    });
    const slow: FirmStore = {
      ...engine(unused),
      document() {
        running += 1;
        return opened;
      },
    };
    const { send } = serve(slow);
    const first = Array.from({ length: 4 }, () => send(`/documents/${id}`));
    await expect.poll(() => running).toBe(4);
    const refused = await answered(await send(`/documents/${id}`));
    expect(refused).toEqual({ status: 429, retryAfter: '1', code: 'too_many_documents' });
    open(found);
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await send(`/documents/${id}`)).status).toBe(200);
    const early = serve({ ...engine(unused), document: () => Promise.reject(new CollectionNotReady()) });
    expect(await answered(await early.send(`/documents/${id}`))).toEqual({
      ...{ status: 503, retryAfter: '10', code: 'collection_not_ready' },
    });
  });
});
