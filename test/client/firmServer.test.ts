import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResearchError } from '../../src/client/errors.ts';
import { createFirmServer } from '../../src/client/firmServer.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { CANARY_KEY, expectNoCanary } from '../support/canary.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

const ID = `${'a'.repeat(32)}-${'b'.repeat(32)}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Step[] => [
  { do: 'status', status, headers: { ...JSON_TYPE, ...headers } },
  { do: 'body', text: typeof body === 'string' ? body : JSON.stringify(body) },
  { do: 'end' },
];

describe('the client of the server of a firm', () => {
  let server: HostileServer;
  beforeAll(async () => {
    server = await startHostileServer();
  });
  afterAll(() => server.close());

  const clientFor = (baseUrl: string, key: string | undefined = CANARY_KEY, maxTime?: number) =>
    createFirmServer({
      baseUrl,
      getKey: () => key,
      redact: (text) => text,
      transport: createNodeTransport(),
      ...(maxTime !== undefined && { maxTime }),
    });
  const open = async (steps: readonly Step[], maxTime?: number) => {
    const behaviour = await server.behave(steps);
    const work = clientFor(behaviour.baseUrl, CANARY_KEY, maxTime).document(ID, new AbortController().signal);
    return { behaviour, result: await work.catch((thrown: unknown) => thrown) };
  };
  const errorOf = async (steps: readonly Step[], maxTime?: number): Promise<ResearchError> => {
    const { behaviour, result } = await open(steps, maxTime);
    if (!(result instanceof ResearchError)) throw new Error(`no error: ${JSON.stringify(result)}`);
    expect(behaviour.requests.length, 'it is sent once').toBeLessThanOrEqual(1);
    expectNoCanary(JSON.stringify([result.message, result.toInfo()]));
    await behaviour.closed();
    return result;
  };

  it('a document is read by one GET with the key, from the path of its id', async () => {
    const document = { title: 't', path: 'm/a.md', text: 'one\ntwo', places: [{ line: 1, label: 'A1' }], more: 1 };
    const { behaviour, result } = await open(reply(200, document));
    expect(result).toEqual({ text: 'one\ntwo', places: [{ line: 1, label: 'A1' }] });
    expect(behaviour.requests).toMatchObject([
      { method: 'GET', path: `/documents/${ID}`, headers: { authorization: `Bearer ${CANARY_KEY}` }, body: '' },
    ]);
  });

  it('the matters are the names that the server lists', async () => {
    const { baseUrl } = await server.behave(reply(200, { matters: [{ name: 'a' }, { name: '2025-114 Harbor' }] }));
    const names = await clientFor(`${baseUrl}/v1`).matters(new AbortController().signal);
    expect(names).toEqual(['a', '2025-114 Harbor']);
  });

  it.each([[401], [403], [404], [410], [429], [500], [503]])(
    'status %i is an error with this status, and nothing is sent again',
    async (status) => {
      const error = await errorOf(
        reply(status, { error: { message: CANARY_KEY, type: 't', param: null, code: null } }),
      );
      expect(error.status).toBe(status);
    },
  );

  it('a redirect is not followed, so that the key reaches no other origin', async () => {
    const before = server.otherRequests.length;
    const error = await errorOf([
      { do: 'status', status: 302, headers: { location: '{{OTHER_ORIGIN}}/documents/x' } },
      { do: 'end' },
    ]);
    expect([error.kind, error.reason]).toEqual(['address', 'redirect']);
    expect(server.otherRequests).toHaveLength(before);
  });

  it.each<[string, Step[], string]>([
    [
      'a sign-in page',
      reply(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
      'notTheService',
    ],
    ['JSON that is cut off', reply(200, '{"text":"a'), 'protocol'],
    ['a document without its text', reply(200, { places: [] }), 'protocol'],
    ['a text that is a list', reply(200, { text: ['a'], places: [] }), 'protocol'],
    ['places that are not numbers', reply(200, { text: 'a', places: [{ line: '1', label: 'x' }] }), 'protocol'],
    [
      'more bytes than its limit',
      [
        { do: 'status', status: 200, headers: JSON_TYPE },
        { do: 'repeat', char: 'x', bytes: 17 * 1024 * 1024 },
        { do: 'end' },
      ],
      'tooLarge',
    ],
    [
      'more bytes than its limit when they are unpacked',
      [
        { do: 'status', status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
        { do: 'gzipRepeat', char: 'x', bytes: 17 * 1024 * 1024 },
        { do: 'end' },
      ],
      'tooLarge',
    ],
  ])('%s is not read as a document', async (_, steps, kind) => {
    expect((await errorOf(steps)).kind).toBe(kind);
  });

  it('a server that does not answer is given up', async () => {
    expect((await errorOf([{ do: 'hang' }], 300)).kind).toBe('timeout');
  });

  it('a server that sends a byte from time to time is given up', async () => {
    const steps: Step[] = [
      { do: 'status', status: 200, headers: JSON_TYPE },
      ...Array.from({ length: 400 }, (): Step[] => [
        { do: 'body', text: ' ' },
        { do: 'wait', ms: 20 },
      ]).flat(),
      // Without the limit, the reply would be read.
      { do: 'body', text: JSON.stringify({ text: 'It is read.', places: [] }) },
      { do: 'end' },
    ];
    expect((await errorOf(steps, 300)).kind).toBe('timeout');
  });

  it('the connection is closed when the user cancels', async () => {
    const behaviour = await server.behave([{ do: 'hang' }]);
    const abort = new AbortController();
    const work = clientFor(behaviour.baseUrl).document(ID, abort.signal);
    await expect.poll(() => behaviour.requests.length).toBe(1);
    abort.abort();
    await expect(work).rejects.toMatchObject({ kind: 'aborted' });
    await behaviour.closed();
  });

  it('an id that is no part of a path is not asked for, and nothing is asked for without a key', async () => {
    const behaviour = await server.behave(reply(200, { text: '', places: [] }));
    const signal = new AbortController().signal;
    for (const id of ['', '../matters', 'a/b', 'a?b', '%2e%2e', 'x'.repeat(201)])
      await expect(clientFor(behaviour.baseUrl).document(id, signal), id).rejects.toMatchObject({ kind: 'protocol' });
    for (const key of ['', 'a\nb'])
      await expect(clientFor(behaviour.baseUrl, key).document(ID, signal)).rejects.toMatchObject({ kind: 'auth' });
    expect(behaviour.requests).toEqual([]);
  });
});
