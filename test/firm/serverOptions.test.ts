import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readServerOptions } from '../../src/firm/commands/server.ts';

const read = (...options: string[]) => readServerOptions(options, { HOME: '/home/a', XDG_CACHE_HOME: '/cache' });

it('a server without options listens on this machine, keeps its index in the folder for caches and has no limit of a day', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    tokens: null,
    search: null,
    indexDir: expect.stringContaining('firm'),
    quota: { perDay: null, running: 4 },
    refreshTime: 60_000,
  });
});

it('the options of a server are read, and no limit can be 0 that would stop it', () => {
  const options = read(
    ...['--listen', '[::1]:8443', '--index', 'index', '--per-day', '200', '--running', '2', '--all-running', '1'],
    ...['--refresh', '1', '--oidc-issuer', 'https://id.example', '--oidc-audience', 'fiscal'],
  );
  expect(options).toMatchObject({
    host: '::1',
    port: 8443,
    indexDir: resolve('index'),
    quota: { perDay: 200, running: 2 },
    allRunning: 1,
    refreshTime: 1000,
    tokens: { issuer: 'https://id.example', audience: 'fiscal', userClaim: 'sub', groupsClaim: 'groups' },
  });
  expect(read('--in-memory').indexDir).toBeNull();
  for (const limit of ['--all-running', '--refresh'])
    expect(() => read(limit, '0')).toThrow(`${limit} must be a whole number from 1`);
});

it('OpenSearch on another machine is asked over https, and every port can be used', () => {
  expect(read('--search-url', 'https://search.firm.example:9200').search).not.toBeNull();
  expect(read('--listen', 'localhost:65535').port).toBe(65_535);
});

it('a server speaks to other machines with a certificate, or behind a proxy that has one', () => {
  expect(() => read('--listen', '0.0.0.0:8443')).toThrow('would be sent unencrypted');
  expect(read('--listen', '0.0.0.0:8443', '--trust-proxy').tls).toBeNull();
  const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  expect(read('--listen', '0.0.0.0:8443', ...tls).tls).toEqual({ cert: 'cert.pem', key: 'key.pem' });
  for (const listen of ['localhost:1', '127.0.0.1:1', '[::1]:1']) expect(read('--listen', listen).tls).toBeNull();
});

it.each([
  [['--listen', '8443'], '--listen must be HOST:PORT'],
  [['--listen', 'localhost:65536'], '--listen must be HOST:PORT'],
  [['--search-url', 'http://search.firm.example:9200'], 'use https:// for another machine'],
  [['--search-url', 'ftp://127.0.0.1'], 'write http://HOST:PORT'],
  [['--tls-cert', 'a'], 'belong together'],
  [['--tls-key', 'a'], 'belong together'],
  [['--oidc-issuer', 'https://id.example'], 'belong together'],
  [['--oidc-audience', 'fiscal'], 'belong together'],
  [['--per-day', '-1'], '--per-day'],
  [['--running', 'many'], '--running must be a whole number'],
  [['--all-running', '1.5'], '--all-running must be a whole number'],
  [['--refresh', '1000000'], '--refresh must be a whole number'],
  [['--search-url', 'http://127.0.0.1:9200', '--index', 'a'], 'the server has no index'],
  [['--search-url', 'http://127.0.0.1:9200', '--in-memory'], 'the server has no index'],
  [['--search-url', 'http://127.0.0.1:9200', '--refresh', '5'], 'the server has no index'],
] as const)('the options %j of a server are refused with a sentence', (options, reason) => {
  expect(() => read(...options)).toThrow(reason);
});

it('a server publishes its sign-in if it has a client or scopes for it, and an issuer', () => {
  const oidc = ['--oidc-issuer', 'https://id.example', '--oidc-audience', 'fiscal'];
  expect(read(...oidc).signIn).toBeNull();
  expect(read(...oidc, '--oidc-client-id', 'vscode').signIn).toEqual({
    ...{ issuer: 'https://id.example', clientId: 'vscode', scopes: ['openid'] },
  });
  expect(read(...oidc, '--oidc-scope', 'openid api://fiscal/ask').signIn).toMatchObject({
    ...{ clientId: null, scopes: ['openid', 'api://fiscal/ask'] },
  });
  expect(() => read('--oidc-client-id', 'vscode')).toThrow('need --oidc-issuer');
});

it('the public address of a server is an origin', () => {
  expect(read('--public-url', 'https://fiscal.firm.example').publicUrl).toBe('https://fiscal.firm.example');
  for (const wrong of ['https://firm.example/fiscal', 'fiscal.firm.example', 'ftp://firm.example'])
    expect(() => read('--public-url', wrong)).toThrow('--public-url');
});

it('a server without a certificate or a proxy is called by agents at the names of this machine and at its public name only', () => {
  const local = ['127.0.0.1', 'localhost', '[::1]'];
  expect([...(read().names ?? [])]).toEqual(local);
  expect([...(read('--public-url', 'https://fiscal.firm.example:8443').names ?? [])]).toEqual([
    ...local,
    'fiscal.firm.example',
  ]);
  expect(read('--trust-proxy').names).toBeNull();
  expect(read('--tls-cert', 'cert.pem', '--tls-key', 'key.pem').names).toBeNull();
});
