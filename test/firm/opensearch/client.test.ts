import { expect, it } from 'vitest';
import { bulk } from '../../../src/firm/opensearch/bulk.ts';
import { createEngineClient, EngineRefused, EngineUnavailable } from '../../../src/firm/opensearch/client.ts';
import { createSearches, OutsideOfRights } from '../../../src/firm/opensearch/searches.ts';
import { nodeWith, type Reply } from './support/node.ts';

const BUSY: Reply = { status: 429, body: { error: { type: 'rejected_execution_exception' } } };
const GENERATION = { number: 1, documents: 'd', passages: 'p', build: '1' };
const search = { method: 'POST', path: '/_msearch', body: {}, patience: 10_000 } as const;

it('a request that a busy node rejects is sent to another node', async () => {
  const busy = await nodeWith(() => BUSY);
  const free = await nodeWith(() => ({ body: { ok: true } }));
  const client = createEngineClient({ urls: [busy.url, free.url] });
  expect((await client.send(search)).body).toEqual({ ok: true });
  expect([busy.bodies.length, free.bodies.length]).toEqual([1, 1]);
});

it('a node that has gone is left out while another one answers', async () => {
  const free = await nodeWith(() => ({ body: { ok: true } }));
  const client = createEngineClient({ urls: ['http://127.0.0.1:1', free.url] });
  for (let at = 0; at < 3; at += 1) expect((await client.send(search)).body).toEqual({ ok: true });
});

it('a node that accepts a request and does not answer is given up while there is time to ask another one', async () => {
  const silent = await nodeWith(() => null);
  const free = await nodeWith(() => ({ body: { ok: true } }));
  const client = createEngineClient({ urls: [silent.url, free.url] });
  expect((await client.send({ ...search, patience: 6000 })).body).toEqual({ ok: true });
  expect(silent.bodies).toHaveLength(1);
});

it('of many requests that a node fails at the same time, each asks it once', async () => {
  const gone = await nodeWith(() => ({ status: 503, body: {} }));
  const free = await nodeWith(() => ({ body: { ok: true } }));
  const client = createEngineClient({ urls: [gone.url, free.url] });
  await Promise.all(Array.from({ length: 20 }, () => client.send(search)));
  await client.send(search);
  expect([gone.bodies.length, free.bodies.length]).toEqual([20, 21]);
});

it('an answer is asked for uncompressed, because to compress it takes longer than to send it', async () => {
  const node = await nodeWith(() => ({ body: {} }));
  await createEngineClient({ urls: [node.url] }).send(search);
  expect(node.encodings).toEqual(['identity']);
});

it('a cluster that stays busy is reported after the time limit, without anything of the request', async () => {
  const node = await nodeWith(() => BUSY);
  const client = createEngineClient({ urls: [node.url], authorization: 'Basic c2VjcmV0' });
  const error = await client.send({ ...search, body: { secret: 'heron' }, patience: 500 }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(EngineUnavailable);
  expect(String(error.stack)).not.toMatch(/heron|c2VjcmV0/);
  expect(node.bodies.length).toBeGreaterThan(1);
});

it('the signal of a question ends a request that has no answer', async () => {
  const node = await nodeWith(() => null);
  const caller = new AbortController();
  const answer = createEngineClient({ urls: [node.url] }).send({ ...search, signal: caller.signal });
  await expect.poll(() => node.bodies.length).toBe(1);
  caller.abort(new Error('The caller has gone.'));
  await expect(answer).rejects.toThrow('The caller has gone.');
});

it('of a bulk request, what a full queue rejects is sent again, and only that', async () => {
  const node = await nodeWith((body, request) => {
    const items = body
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{"index"'));
    const one = (at: number) =>
      request <= 2 && at % 2 === 1
        ? { index: { status: 429, error: { type: 'rejected_execution_exception' } } }
        : { index: { status: 201, _seq_no: request, _primary_term: 1 } };
    return { body: { items: items.map((_, at) => one(at)) } };
  });
  const operations = Array.from({ length: 8 }, (_, at) => ({
    action: 'index' as const,
    index: 'p',
    id: String(at),
    source: { at },
  }));
  const results = await bulk(createEngineClient({ urls: [node.url] }), operations);
  expect(results.map((result) => result?.seqNo)).toEqual([1, 2, 1, 3, 1, 2, 1, 3]);
  expect(node.bodies.map((body) => body.trim().split('\n').length / 2)).toEqual([8, 4, 2]);
});

it.each([429, 403])('a disk that is almost full ends a bulk request at once and by its name (%i)', async (status) => {
  const item = { index: { status, error: { type: 'cluster_block_exception' } } };
  const node = await nodeWith(() => ({ body: { items: [item] } }));
  const operation = { action: 'index' as const, index: 'p', id: '1', source: {} };
  const sent = bulk(createEngineClient({ urls: [node.url] }), [operation]);
  await expect(sent).rejects.toThrow(EngineUnavailable);
  await expect(sent).rejects.toThrow('a disk is almost full');
  expect(node.bodies).toHaveLength(1);
});

it('a request of which all indices are blocked ends at once, and one to a cluster without a manager is sent again', async () => {
  const body = { error: { type: 'cluster_block_exception' } };
  const full = await nodeWith(() => ({ status: 429, body }));
  await expect(createEngineClient({ urls: [full.url] }).send(search)).rejects.toThrow('a disk is almost full');
  expect(full.bodies).toHaveLength(1);
  const leaderless = await nodeWith((_body, request) =>
    request === 1 ? { status: 503, body } : { status: 200, body: {} },
  );
  expect((await createEngineClient({ urls: [leaderless.url] }).send(search)).status).toBe(200);
});

it('a conflict of a bulk request is a result, and any other error ends it', async () => {
  const answer = (status: number, type: string) => ({ body: { items: [{ index: { status, error: { type } } }] } });
  const operation = { action: 'index' as const, index: 'p', id: '1', source: {} };
  const conflict = await nodeWith(() => answer(409, 'version_conflict_engine_exception'));
  expect(await bulk(createEngineClient({ urls: [conflict.url] }), [operation])).toEqual([null]);
  const refused = await nodeWith(() => answer(400, 'mapper_parsing_exception'));
  await expect(bulk(createEngineClient({ urls: [refused.url] }), [operation])).rejects.toThrow(EngineRefused);
});

it('each search has the filter of the collections, and a row of another collection ends the question', async () => {
  let collection = 'mine';
  const node = await nodeWith(() => ({
    body: { responses: [{ hits: { hits: [{ _id: '1', _source: { collection, path: 'secret.md' } }] } }] },
  }));
  const client = createEngineClient({ urls: [node.url] });
  let outside = 0;
  const { run } = createSearches(client, GENERATION, ['mine', 'shared'], new AbortController().signal, () => {
    outside += 1;
  });
  const one = { index: 'documents', filter: [{ term: { type: 'document' } }], body: {} } as const;
  expect(await run([one])).toHaveLength(1);
  expect(node.bodies[0]).toContain(
    '"filter":[{"terms":{"collection":["mine","shared"]}},{"term":{"type":"document"}}]',
  );
  for (const other of ['theirs', undefined]) {
    collection = other as string;
    const error = await run([one]).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OutsideOfRights);
    expect(String(error)).not.toContain('secret');
  }
  expect(outside).toBe(2);
});

it('an answer from a part of the shards is none', async () => {
  const late = await nodeWith(() => ({ body: { responses: [{ timed_out: true, hits: { hits: [] } }] } }));
  const one = { index: 'passages', filter: [], body: {} } as const;
  const searchesOf = (url: string) =>
    createSearches(createEngineClient({ urls: [url] }), GENERATION, ['mine'], new AbortController().signal, () => {});
  await expect(searchesOf(late.url).run([one])).rejects.toThrow(EngineUnavailable);
  const lost = await nodeWith((_, request) =>
    request === 1
      ? { body: { responses: [{ status: 503, error: { type: 'search_phase_execution_exception' } }] } }
      : { body: { responses: [{ hits: { hits: [] } }] } },
  );
  expect(await searchesOf(lost.url).run([one])).toHaveLength(1);
  expect(lost.bodies).toHaveLength(2);
});

it('searches that a busy node rejects as a whole are asked of another node, and those that the engine refuses are not', async () => {
  const one = { index: 'passages', filter: [], body: {} } as const;
  const searchesOf = (...urls: string[]) =>
    createSearches(createEngineClient({ urls }), GENERATION, ['mine'], new AbortController().signal, () => {});
  const busy = await nodeWith(() => BUSY);
  const free = await nodeWith(() => ({ body: { responses: [{ hits: { hits: [] } }] } }));
  expect(await searchesOf(busy.url, free.url).run([one])).toHaveLength(1);
  expect([busy.bodies.length, free.bodies.length]).toEqual([1, 1]);
  const refusing = await nodeWith(() => ({ status: 400, body: { error: { type: 'parsing_exception' } } }));
  await expect(searchesOf(refusing.url, free.url).run([one])).rejects.toThrow(EngineRefused);
  expect([refusing.bodies.length, free.bodies.length]).toEqual([1, 1]);
});
