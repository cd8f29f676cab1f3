import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fetchFile, isModified, type Network, type Validators } from '../../src/publishers/download.ts';
import { temporaryFolder } from '../service/temporary.ts';

const DAY = 'Mon, 02 Nov 2026 10:00:00 GMT';
const BY_TAG = { etag: '"1"', lastModified: DAY };
const BY_DAY = { etag: null, lastModified: DAY };

/** A publisher that replies in this way. */
async function withPublisher<T>(reply: RequestListener, act: (network: Network) => Promise<T>): Promise<T> {
  const server = createServer(reply);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const network = {
    userAgent: 'Fiscal/test',
    mirror: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: () => {},
    sleep: async () => {},
  };
  try {
    return await act(network);
  } finally {
    server.close();
  }
}

const URL_OF_LAW = 'https://laws.example/law.zip';
/** Whether it has another version of a file than the known one. */
const ask = (reply: RequestListener, known: Validators) =>
  withPublisher(reply, (network) => isModified(URL_OF_LAW, known, network, new AbortController().signal));

/** A publisher of one version. */
const publisherOf =
  (etag: string, day: string): RequestListener =>
  ({ headers }, response) => {
    const isKnown = headers['if-none-match'] === etag || headers['if-modified-since'] === day;
    response.writeHead(isKnown ? 304 : 200).end();
  };
const refusing =
  (status: number, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end();
  };

it('a law has another version if the publisher sends a file, and none if it says that the file has not changed', async () => {
  expect(await ask(publisherOf('"1"', DAY), BY_TAG)).toBe(false);
  expect(await ask(publisherOf('"2"', 'another day'), BY_TAG)).toBe(true);
  expect(await ask(publisherOf('"2"', DAY), BY_DAY)).toBe(false);
  expect(await ask(publisherOf('"2"', 'another day'), BY_DAY)).toBe(true);
});

it('the first check of a publisher knows no version', async () => {
  expect(await ask(publisherOf('"1"', DAY), { etag: null, lastModified: null })).toBe(true);
});

it.each([403, 404, 503])('a reply with the status %i is an error and no newer version of a law', async (status) => {
  await expect(ask(refusing(status), BY_TAG)).rejects.toThrow();
});

it('a web page in place of a law is an error and no newer version of it', async () => {
  await expect(ask(refusing(200, { 'content-type': 'text/html; charset=utf-8' }), BY_TAG)).rejects.toThrow();
});

it.each<[string, RequestListener]>([
  ['states', (_, response) => void response.writeHead(200, { 'content-length': 513 * 1024 }).write('x')],
  [
    'does not state',
    (_, response) => void response.writeHead(200, { 'transfer-encoding': 'chunked' }).end('x'.repeat(513 * 1024)),
  ],
])('a file that is larger than the limit, which the publisher %s, is refused', async (_, reply) => {
  const taken = withPublisher(reply, (network) =>
    fetchFile(URL_OF_LAW, join(temporaryFolder(), 'law.zip'), {
      network,
      signal: new AbortController().signal,
      known: null,
      onProgress: () => {},
      maxFile: 512 * 1024,
    }),
  );
  await expect(taken).rejects.toMatchObject({ problem: 'tooLarge' });
});

it('a file that was not used is not taken for a newer one whose download ended before its first byte', async () => {
  const path = join(temporaryFolder(), 'law.zip');
  const replies: RequestListener[] = [
    (_, response) => void response.writeHead(200, { etag: '"1"' }).end('one'),
    (_, response) => void response.writeHead(200, { etag: '"2"', 'content-length': 513 * 1024 }).write('x'),
    ({ headers }, response) =>
      void (headers['if-none-match'] === undefined
        ? response.writeHead(200, { etag: '"2"' }).end('two')
        : response.writeHead(304).end()),
  ];
  await withPublisher(
    (request, response) => replies.shift()?.(request, response),
    async (network) => {
      const { signal } = new AbortController();
      const fetch = () =>
        fetchFile(URL_OF_LAW, path, { network, signal, known: null, onProgress: () => {}, maxFile: 512 * 1024 });
      await fetch();
      await expect(fetch()).rejects.toMatchObject({ problem: 'tooLarge' });
      expect((await fetch())?.etag).toBe('"2"');
    },
  );
  expect(readFileSync(path, 'utf8')).toBe('two');
});

it.runIf(existsSync('/dev/full'))('a disk that fills while a file is downloaded is said to be full', async () => {
  const path = join(temporaryFolder(), 'law.zip');
  symlinkSync('/dev/full', `${path}.part`);
  const taken = withPublisher(
    (_, response) => void response.end('x'.repeat(1024)),
    (network) =>
      fetchFile(URL_OF_LAW, path, {
        network,
        signal: new AbortController().signal,
        known: null,
        onProgress: () => {},
      }),
  );
  await expect(taken).rejects.toMatchObject({ problem: 'diskFull' });
});
