import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ANSWER, createFakeResearcher, untilStopped } from '../../support/fakeResearcher.ts';
import { ask, dataParts, exchange, openSocket, QUESTION, rawQuestion } from '../../support/httpExchange.ts';
import { KEY, type StartedService, type StartOptions, startService } from '../../support/startService.ts';

const open: StartedService[] = [];
async function start(options: StartOptions = {}): Promise<StartedService> {
  const service = await startService(options);
  open.push(service);
  return service;
}
afterEach(async () => {
  for (const service of open.splice(0)) {
    service.shutdown.abort();
    await service.close();
  }
});

const body = JSON.stringify(QUESTION);
const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };

it('the server refuses a body above the limit with 413 and closes the connection', async () => {
  const service = await start({ limits: { bodyBytes: 1_000 } });
  const reply = await exchange(service.port, { headers, body: 'x'.repeat(1_001) });
  expect(reply.status).toBe(413);
  expect(reply.headers.connection).toBe('close');
});

it('the server refuses a body above the limit without a declared length while the caller still sends', async () => {
  const researcher = createFakeResearcher();
  const service = await start({ researcher, limits: { bodyBytes: 1_000 } });
  const pieces = Array.from({ length: 500 }, () => 'x'.repeat(1_000));
  const reply = await exchange(service.port, { headers, body: pieces });
  expect(reply.status).toBe(413);
  expect(researcher.requests).toHaveLength(0);
});

it('a caller whose body is refused can finish sending and read the error', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  const half = 'x'.repeat(500_000);
  const write = (text: string): Promise<void> =>
    new Promise((resolve, reject) => raw.socket.write(text, (failure) => (failure ? reject(failure) : resolve())));
  await write(
    `POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
  );
  await eventually(() => expect(raw.received()).toContain('HTTP/1.1 401'));
  await write(half);
  await write(half);
  await raw.closed;
  expect(raw.failures).toEqual([]);
});

it('the server closes the connection of a refused caller that never ends its body', async () => {
  const service = await start({ sockets: { lingerMs: 100 } });
  const raw = await openSocket(service.port);
  raw.socket.write(
    `POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\nx`,
  );
  await raw.closed;
  expect(raw.received()).toContain('HTTP/1.1 401');
});

it('the server does not ask for a body whose declared length is too large', async () => {
  const service = await start({ limits: { bodyBytes: 1_000 } });
  const raw = await openSocket(service.port);
  raw.socket.write(
    `POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n`,
  );
  await eventually(() => expect(raw.received()).toContain('HTTP/1.1 413'));
  expect(raw.received()).not.toContain('100 Continue');
  raw.socket.destroy();
});

it('the server checks the key before it reads the body', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  raw.socket.write(
    `POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  await eventually(() => expect(raw.received()).toContain('HTTP/1.1 401'));
  expect(raw.received().toLowerCase()).toContain('connection: close');
  raw.socket.destroy();
});

it('a caller without a valid key is not asked to send its body', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  raw.socket.write(
    'POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
  );
  await eventually(() => expect(raw.received()).toContain('HTTP/1.1 401'));
  expect(raw.received()).not.toContain('100 Continue');
  raw.socket.destroy();
});

it('headers that arrive too slowly are answered with 408 and an error body', async () => {
  const service = await start({ sockets: { headersMs: 100 } });
  const raw = await openSocket(service.port);
  raw.socket.write('POST /chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  await raw.closed;
  expect(raw.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(raw.received().split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'request_timeout' } });
});

it('a body that arrives too slowly ends with 408 and never reaches the researcher', async () => {
  const researcher = createFakeResearcher();
  const service = await start({ researcher, sockets: { headersMs: 100, requestMs: 200 } });
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion().slice(0, -10));
  await raw.closed;
  expect(raw.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(raw.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(researcher.requests).toHaveLength(0);
});

it('bytes that are not HTTP are answered with 400 and an error body', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  raw.socket.write('\x16\x03\x01 hello\r\n\r\n');
  await raw.closed;
  expect(raw.received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(raw.received()).toContain('"message":"This is not a valid HTTP request."');
  expect(raw.received()).toContain('"code":"invalid_http"');
});

it('an unknown Expect header is ignored', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion().replace('Host:', 'Expect: miracles\r\nHost:'));
  await eventually(() => expect(raw.received()).toContain('HTTP/1.1 200'));
  raw.socket.destroy();
});

it('a connection that is reset during a request is not logged as refused', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion().slice(0, -10));
  await ask(service.port);
  raw.socket.resetAndDestroy();
  await raw.closed;
  await eventually(() => expect(service.logs).toHaveLength(2));
  expect(service.logs.filter((entry) => entry.event === 'refused')).toEqual([]);
});

it('a header of 100 KB is answered with 431', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  raw.socket.write(`GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`);
  await raw.closed;
  expect(raw.received()).toMatch(/^HTTP\/1\.1 431 /);
});

it.each([
  '/health?x=1',
  '/chat/completions/',
  '//chat/completions',
  '/v2/chat/completions',
  '/%00',
  '/chat%2Fcompletions',
])('the server answers the path %s without failing', async (path) => {
  const service = await start();
  const reply = await exchange(service.port, { path, headers, body });
  expect([404, 405]).toContain(reply.status);
  expect(JSON.parse(reply.body)).toHaveProperty('error.code');
});

it.each(['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
  'the method %s is refused with an error body',
  async (method) => {
    const service = await start();
    const reply = await exchange(service.port, { method, headers: { authorization: `Bearer ${KEY}` } });
    expect(reply.status).toBe(405);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'method_not_allowed' } });
  },
);

it.each([
  ['evil.example', 403],
  ['evil.example:80', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.', 403],
  ['127.0.0.1@evil.example', 403],
  ['localhost:9999', 200],
  ['LOCALHOST', 200],
  ['[::1]:80', 200],
])('the Host %s is answered with %i', async (host, status) => {
  const service = await start();
  const reply = await exchange(service.port, { headers: { ...headers, host }, body });
  expect(reply.status).toBe(status);
});

it.each([
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://localhost:1' }, 403],
  [{ origin: '' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 200],
])('the headers %o of a browser are answered with %i, also for the health check', async (extra, status) => {
  const service = await start();
  expect((await exchange(service.port, { headers: { ...headers, ...extra }, body })).status).toBe(status);
  const health = await exchange(service.port, { method: 'GET', path: '/health', headers: { ...extra } });
  expect(health.status).toBe(status);
  expect(health.headers).not.toHaveProperty('access-control-allow-origin');
});

it('the health check needs no key and reveals nothing about the library', async () => {
  const service = await start();
  const reply = await exchange(service.port, { method: 'GET', path: '/health', headers: {} });
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.body)).toEqual({ status: 'ok', model: 'service-1.0' });
});

it('every reply has its own request id and forbids caching', async () => {
  const service = await start();
  const replies = [
    await ask(service.port),
    await ask(service.port, { stream: true }),
    await ask(service.port, { model: 'x' }),
  ];
  const ids = replies.map((reply) => reply.headers['x-request-id']);
  expect(new Set(ids).size).toBe(3);
  for (const reply of replies) {
    expect(reply.headers['x-request-id']).toMatch(/^req-/);
    expect(reply.headers['cache-control']).toBe('no-store');
  }
});

it('GET /models lists the one model to a caller with a key', async () => {
  const service = await start();
  const reply = await exchange(service.port, { method: 'GET', path: '/models', headers, body: '' });
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.body)).toMatchObject({ object: 'list', data: [{ id: 'service-1.0', object: 'model' }] });
  const stranger = await exchange(service.port, { method: 'GET', path: '/models', headers: {}, body: '' });
  expect(stranger.status).toBe(401);
  const post = await exchange(service.port, { method: 'POST', path: '/models', headers, body: '{}' });
  expect(post.status).toBe(405);
  expect(service.logs.map(({ route }) => route)).toEqual(['/models', '/models', '/models']);
});

it('a deeply nested body is refused or ignored and never causes a failure', async () => {
  const service = await start();
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const extra = await exchange(service.port, { headers, body: body.replace('{', `{"extra":${nested},`) });
  expect(extra.status).toBe(200);
  const content = await exchange(service.port, {
    headers,
    body: `{"model":"service-1.0","messages":[{"role":"human","content":${nested}}]}`,
  });
  expect(content.status).toBe(400);
  expect(JSON.parse(content.body)).toMatchObject({ error: { param: 'messages[0].content[0]' } });
});

it('the research stops when the caller closes the connection during a stream', async () => {
  const researcher = createFakeResearcher([...ANSWER.slice(0, 1), untilStopped]);
  const service = await start({ researcher });
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion({ stream: true }));
  await eventually(() => expect(raw.received()).toContain('step_message'));
  raw.socket.destroy();
  await eventually(() => expect(researcher.aborted()).toBe(1));
  await eventually(() => expect(service.logs.at(-1)).toMatchObject({ outcome: 'cancelled' }));
});

it('the research stops when the caller closes the connection before a whole reply', async () => {
  const researcher = createFakeResearcher([untilStopped]);
  const service = await start({ researcher });
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion());
  await eventually(() => expect(researcher.requests).toHaveLength(1));
  raw.socket.resetAndDestroy();
  await eventually(() => expect(researcher.aborted()).toBe(1));
  await eventually(() => expect(service.logs.at(-1)).toMatchObject({ outcome: 'cancelled', status: 499 }));
});

it('the research waits for a reader that does not read', async () => {
  let made = 0;
  const piece = { type: 'text', text: `${'x'.repeat(1_000)} ` } as const;
  function* endless() {
    for (;;) {
      made++;
      yield piece;
    }
  }
  const researcher = createFakeResearcher(endless());
  const service = await start({ researcher });
  const raw = await openSocket(service.port);
  raw.socket.pause();
  raw.socket.write(rawQuestion({ stream: true }));
  let before = -1;
  // What the system's own socket buffers take (some MB) is out of our hands; after that nothing more may be made.
  await eventually(() => {
    const now = made;
    const still = now > 0 && now === before;
    before = now;
    expect(still).toBe(true);
  }, 300);
  expect(made).toBeLessThan(50_000);
  raw.socket.destroy();
  await eventually(() => expect(researcher.aborted()).toBe(1));
});

it('the server closes the connection of a reader that reads nothing for too long', async () => {
  function* endless() {
    for (;;) yield { type: 'text', text: 'x'.repeat(10_000) } as const;
  }
  const researcher = createFakeResearcher(endless());
  const service = await start({ researcher, sockets: { stallMs: 200 } });
  const raw = await openSocket(service.port);
  raw.socket.pause();
  raw.socket.write(rawQuestion({ stream: true }));
  await eventually(() => expect(researcher.aborted()).toBe(1));
  await eventually(() => expect(service.logs.at(-1)).toMatchObject({ outcome: 'cancelled' }));
  raw.socket.destroy();
});

it('invalid bytes after a request do not get into its reply', async () => {
  const service = await start({ researcher: createFakeResearcher([...ANSWER.slice(0, 1), untilStopped]) });
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion({ stream: true }));
  await eventually(() => expect(raw.received()).toContain('step_message'));
  raw.socket.write('\x00\x01 garbage\r\n\r\n');
  await raw.closed;
  expect(raw.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
});

it('fifty sockets that never finish their request do not delay another caller', async () => {
  const service = await start();
  const slow = await Promise.all(Array.from({ length: 50 }, () => openSocket(service.port)));
  for (const [index, raw] of slow.entries()) raw.socket.write(rawQuestion().slice(0, 20 + index * 4));
  expect((await ask(service.port)).status).toBe(200);
  for (const raw of slow) raw.socket.destroy();
});

it('a shutdown ends running streams with an error object and without [DONE]', async () => {
  const service = await start({ researcher: createFakeResearcher([...ANSWER.slice(0, 2), untilStopped]) });
  const raw = await openSocket(service.port);
  raw.socket.write(rawQuestion({ stream: true }));
  await eventually(() => expect(raw.received()).toContain('delta'));
  service.shutdown.abort();
  await service.close();
  await raw.closed;
  expect(raw.received()).toContain('"code":"shutting_down"');
  expect(raw.received()).not.toContain('[DONE]');
  // The chunked body is properly ended: the caller can tell this from a lost connection.
  expect(raw.received().endsWith('0\r\n\r\n')).toBe(true);
});

it('a shutdown ends a running whole reply with 503', async () => {
  const researcher = createFakeResearcher([untilStopped]);
  const service = await start({ researcher });
  const reply = ask(service.port);
  await eventually(() => expect(researcher.requests).toHaveLength(1));
  service.shutdown.abort();
  expect((await reply).status).toBe(503);
});

it('several questions on one connection are answered in turn', async () => {
  const service = await start();
  const raw = await openSocket(service.port);
  for (let count = 1; count <= 3; count++) {
    raw.socket.write(rawQuestion({ stream: true }));
    await eventually(() => expect(raw.received().split('[DONE]')).toHaveLength(count + 1));
  }
  raw.socket.destroy();
});

it('the server listens on the IPv6 loopback address if it is configured', async (context) => {
  const service = await start({ host: '::1' }).catch((error: NodeJS.ErrnoException) => error);
  if (service instanceof Error) return context.skip('This machine has no ::1.');
  const reply = await fetch(`${service.origin}/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...QUESTION, stream: true }),
  });
  expect(dataParts(await reply.text()).at(-1)).toBe('[DONE]');
});
