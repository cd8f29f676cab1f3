import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceAddress } from '../../../src/client/baseUrl.ts';
import { findSignIn } from '../../../src/client/signIn.ts';
import { type SettingsHolder, watchSettings } from '../../../src/extension/common/settings.ts';
import { createApiKeys } from '../../../src/extension/connection/apiKey.ts';
import { createBrowserSignIn } from '../../../src/extension/connection/browserSignIn.ts';
import { createKeyCommands } from '../../../src/extension/connection/keyCommands.ts';
import { redactKeys } from '../../../src/extension/connection/redactKeys.ts';
import type { Services } from '../../../src/extension/connection/researchServices.ts';
import { createSessions, microsoftScopes, withSessions } from '../../../src/extension/connection/sessions.ts';
import { signIn, signOut } from '../../../src/extension/connection/signInCommands.ts';
import { fakeMemento, fakeSecrets, fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openIssuer(): Promise<TestIssuer> {
  const issuer = await startIssuer();
  closing.push(() => issuer.close());
  return issuer;
}

/** The server of a firm, as far as it publishes its sign-in. */
const publishes = (fields: Record<string, unknown>) =>
  listen((request, reply) => {
    const resource = `http://${request.headers.host}`;
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ resource, ...fields }));
  });

async function open(options: { isFirmServer?: boolean; changed?: Record<string, unknown> } = {}) {
  const issuer = await openIssuer();
  const origin = await publishes({
    ...{
      authorization_servers: [issuer.origin],
      scopes_supported: ['openid', 'groups'],
      fiscal_client_id: 'fiscal-vscode',
    },
    ...options.changed,
  });
  const address: ServiceAddress = { origin, base: origin, host: new URL(origin).host, completionsUrl: '' };
  const fake = fakeVscode();
  let handleUri: (uri: unknown) => void = () => {};
  /** The browser of the user: follows the issuer to its redirect address, which VS Code passes to the extension. */
  const browse = async (page: string) => {
    const { headers } = await fetch(page, { redirect: 'manual' });
    const back = headers.get('location');
    if (back !== null)
      handleUri({ path: new URL(back).pathname, query: decodeURIComponent(new URL(back).search.slice(1)) });
    return true;
  };
  let browser: (page: string) => Promise<boolean> = browse;
  let cancel = () => {};
  Object.assign(fake.api.window, {
    registerUriHandler: (handler: { handleUri: typeof handleUri }) => {
      handleUri = (uri) => handler.handleUri(uri);
      return { dispose: () => {} };
    },
    withProgress: async (_options: unknown, work: (...args: unknown[]) => unknown) =>
      work({}, { onCancellationRequested: (listener: () => void) => (cancel = listener) }),
  });
  Object.assign(fake.api.Uri, {
    from: ({ scheme, authority, path }: Record<string, string>) => ({
      scheme,
      toString: () => `${scheme}://${authority}${path}`,
    }),
  });
  Object.assign(fake.api.env, {
    uriScheme: 'vscode',
    asExternalUri: async (uri: unknown) => uri,
    openExternal: async (page: unknown) => browser(String(page)),
  });
  const secrets = fakeSecrets();
  let clock = Date.now();
  const window = () => {
    const memento = fakeMemento();
    const api = { vscode: fake.api, secrets: secrets.storage, memento, environmentKey: undefined };
    const stored = createApiKeys({ ...api, purpose: 'session' });
    const sessions = createSessions({ vscode: fake.api, stored, now: () => clock });
    return { sessions, keys: withSessions(createApiKeys(api), sessions, stored) };
  };
  const { sessions, keys } = window();
  const handler = createBrowserSignIn(fake.api, 'fiscal.fiscal');
  const deps = {
    ...{ vscode: fake.api, sessions, findSignIn, browser: () => handler, refresh: async () => {} },
    settings: { current: { isFirmServer: options.isFirmServer ?? true } } as unknown as SettingsHolder,
  };
  return {
    ...{ issuer, origin, fake, secrets, sessions, keys, window, deps, address },
    signIn: () => signIn(deps, address),
    browse,
    useBrowser: (use: typeof browser) => (browser = use),
    cancel: () => cancel(),
    reply: (query: string) => handleUri({ path: '/signed-in', query }),
    wait: (seconds: number) => (clock += seconds * 1000),
  };
}

describe('signing in at the server of a firm', () => {
  it('keeps a token for the origin of the server in the secret storage, which requests are sent with', async () => {
    const { signIn, keys, origin, secrets, fake } = await open();
    expect(await signIn()).toBe('signedIn');
    const token = await keys.get(origin);
    expect(token?.split('.')).toHaveLength(3);
    expect(await keys.state(origin)).toBe('stored');
    for (const other of ['https://service.example', origin.replace('http:', 'https:')])
      expect(await keys.get(other)).toBeUndefined();
    expect([...secrets.values.keys()]).toEqual([`fiscal.session:${origin}`]);
    expect(keys.known()).toContain(token);
    expect(JSON.stringify([fake.settings, fake.messages])).not.toContain(token);
  });

  it('refuses a session that was copied to the name of another origin', async () => {
    const { signIn, keys, secrets } = await open();
    await signIn();
    const [value = ''] = [...secrets.values.values()];
    secrets.values.set('fiscal.session:https://evil.example', value);
    expect(await keys.get('https://evil.example')).toBeUndefined();
  });

  it('asks first whether the server is that of the firm, with the issuer, and names it as such in the settings of the user', async () => {
    const { signIn, fake, keys, origin } = await open({ isFirmServer: false });
    fake.answers.push(undefined);
    expect(await signIn()).toBe('canceled');
    expect([await keys.get(origin), fake.opened]).toEqual([undefined, []]);
    expect(fake.messages.at(-1)).toBe(`Is ${new URL(origin).host} the server of your firm?`);
    fake.answers.push('Use an API Key');
    expect(await signIn()).toBe('key');
    fake.answers.push('Sign In');
    expect(await signIn()).toBe('signedIn');
    expect(fake.settings.firmServer?.global).toBe(origin);
  });

  it.each([true, false])(
    'goes to the server and the issuer of the user, whatever each setting of an opened folder says (trusted: %s)',
    async (trusted) => {
      const { fake, deps, origin, keys, sessions, issuer } = await open();
      const asked: unknown[] = [];
      const evil = await listen((request, reply) => {
        asked.push(request.url);
        const published = { resource: evil, authorization_servers: [evil], scopes_supported: ['openid', 'evil'] };
        reply
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ ...published, fiscal_client_id: 'evil' }));
      });
      const values: SettingValues = { baseUrl: { global: origin } };
      let byFolder = evil;
      fake.trusted = trusted;
      fake.folders = ['/matter'];
      fake.settings = new Proxy(values, {
        get: (_, name: string) => ({ ...values[name], remote: byFolder, workspace: byFolder, folder: byFolder }),
      });
      let page = '';
      Object.assign(fake.api.env, {
        openExternal: async (address: unknown) => {
          page = String(address);
          return false;
        },
      });
      const commands = createKeyCommands({
        ...{
          ...deps,
          keys,
          settings: watchSettings(fake.api),
          services: { refresh: async () => {}, foundSignIn: () => {} } as unknown as Services,
        },
      });
      fake.answers.push(undefined);
      await commands.signIn();
      // A folder that names the server of the user as that of the firm does not spare the question either.
      byFolder = origin;
      fake.configurationChanged();
      fake.answers.push('Sign In');
      await commands.signIn();
      expect(fake.messages.slice(0, 2)).toEqual(Array(2).fill(`Is ${new URL(origin).host} the server of your firm?`));
      const { origin: place, searchParams } = new URL(page);
      expect([place, searchParams.get('client_id'), searchParams.get('scope')]).toEqual([
        ...[issuer.origin, 'fiscal-vscode', 'openid groups'],
      ]);
      expect(asked).toEqual([]);
      expect(await sessions.has(origin)).toBe(false);
    },
  );

  it.each([
    ['another state', { state: 'forged' }],
    ['no state', { state: '' }],
  ])('ignores a reply with %s, says so, and goes on waiting', async (_, reply) => {
    const { signIn, issuer, fake, keys, origin, useBrowser, browse, cancel } = await open();
    issuer.faults = { reply };
    useBrowser(async (page) => {
      await browse(page);
      expect(fake.messages.at(-1)).toContain('not started in this window');
      cancel();
      return true;
    });
    expect(await signIn()).toBe('canceled');
    expect(await keys.get(origin)).toBeUndefined();
  });

  it.each([
    ['the code is forged', { reply: { code: 'forged' } }],
    ['the reply names another issuer', { reply: { iss: 'https://evil.example' } }],
    ['the issuer reports an error', { reply: { error: 'access_denied' } }],
    ['the issuer names itself otherwise', { issuer: 'https://evil.example' }],
    ['the identity is that of another sign-in', { nonce: 'other' }],
    ['the issuer is down', { down: true }],
    ['the issuer is busy', { busy: { status: 429, error: 'slow_down' } }],
    ['the issuer sends the browser back because it is busy', { reply: { error: 'temporarily_unavailable' } }],
  ])('keeps nothing if %s, and says that it failed', async (_, faults) => {
    const { signIn, issuer, fake, keys, origin, secrets } = await open();
    issuer.faults = faults;
    expect(await signIn()).toBe('canceled');
    expect(fake.messages.at(-1)).toMatch(/^(?:Signed out|Sign-in service not available)\./);
    expect([await keys.get(origin), secrets.values.size]).toEqual([undefined, 0]);
    expect(fake.messages.join(' ')).not.toContain('forged');
  });

  it('keeps nothing if the code was sent to another redirect address', async () => {
    const { signIn, keys, origin, useBrowser, browse, issuer } = await open();
    issuer.redirects = /./;
    useBrowser((page) => browse(page.replace('vscode%3A%2F%2Ffiscal.fiscal', 'vscode%3A%2F%2Fevil.evil')));
    expect(await signIn()).toBe('canceled');
    expect(await keys.get(origin)).toBeUndefined();
  });

  it('tells a server without a sign-in from one', async () => {
    const pages = [
      listen((_, reply) => void reply.writeHead(404).end()),
      listen((_, reply) => void reply.setHeader('content-type', 'text/html').end('<html>')),
      listen((_, reply) => void reply.writeHead(302, { location: 'https://evil.example/' }).end()),
    ];
    for (const page of pages) expect(await findSignIn(await page)).toBeNull();
  });

  it.each([400, 401, 403, 404, 405, 410, 501])(
    'a server that answers with status %i has no sign-in',
    async (status) => {
      const origin = await listen((_, reply) => void reply.writeHead(status).end());
      expect(await findSignIn(origin)).toBeNull();
    },
  );

  it.each(['{"error":"unknown path"}', '{"choices":[]}', '"ok"', 'null', '[]', '{', '{"resource":1}'])(
    'a service that answers every path with %s has no sign-in',
    async (body) => {
      const origin = await listen((_, reply) => void reply.setHeader('content-type', 'application/json').end(body));
      expect(await findSignIn(origin)).toBeNull();
    },
  );

  it.each([408, 429, 500, 502, 503, 504])(
    'a server that answers with status %i is not taken for one without a sign-in, and a key can be used instead',
    async (status) => {
      const { deps, fake } = await open();
      const origin = await listen((_, reply) => void reply.writeHead(status).end());
      const { host } = new URL(origin);
      const address = { origin, base: origin, host, completionsUrl: '' };
      expect(await signIn(deps, address)).toBe('canceled');
      const text = `Sign-in service not available (HTTP ${status}). The sign-in service of ${host} does not answer as expected. Try again.`;
      expect(fake.messages.at(-1)).toContain(text);
      fake.answers.push('Use an API Key');
      expect(await signIn(deps, address)).toBe('key');
    },
  );

  it('a server that cannot be reached is named with the reason', async () => {
    const { deps, fake } = await open();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const [origin, host] = [`http://127.0.0.1:${port}`, `127.0.0.1:${port}`];
    expect(await signIn(deps, { origin, base: origin, host, completionsUrl: '' })).toBe('canceled');
    expect(fake.messages.at(-1)).toContain(`${host} refused the connection. Check the base URL`);
  });

  it.each([
    ['is for another server', { resource: 'https://firm.example' }],
    ['has an issuer without TLS', { authorization_servers: ['http://id.firm.example'] }],
    ['has an issuer that is no address', { authorization_servers: ['javascript:alert(1)'] }],
    ['has no issuer', { authorization_servers: [] }],
    ['has scopes that are none', { scopes_supported: ['a b'] }],
    ['is too large', { padding: 'x'.repeat(2_000_000) }],
  ])('is not begun if what the server publishes %s', async (_, changed) => {
    const { signIn, fake, useBrowser } = await open({ changed });
    useBrowser(async () => {
      throw new Error('The browser is not expected.');
    });
    expect(await signIn()).toBe('canceled');
    expect(fake.messages.at(-1)).toContain('Sign-in service not available');
  });
});

describe('a session', () => {
  it('is renewed before its token expires, once for questions at the same time', async () => {
    const { signIn, keys, origin, issuer, wait } = await open();
    await signIn();
    const first = await keys.get(origin);
    expect(await keys.get(origin)).toBe(first);
    wait(200);
    const [second, same] = await Promise.all([keys.get(origin), keys.get(origin)]);
    expect(second).not.toBe(first);
    expect([same, issuer.renewed]).toEqual([second, 1]);
  });

  it('removes its newest tokens from texts, and forgets those of long ago', async () => {
    const { signIn, keys, origin, wait } = await open();
    await signIn();
    const first = await keys.get(origin);
    const redact = redactKeys(keys);
    expect(redact(`Bearer ${first}`)).toBe('Bearer [key]');
    for (let at = 0; at < 6; at += 1) {
      wait(200);
      expect(redact(`Bearer ${await keys.get(origin)}`)).toBe('Bearer [key]');
    }
    expect(keys.known()).not.toContain(first);
  });

  it('goes on with the token that another window has renewed', async () => {
    const { signIn, keys, origin, window, wait } = await open();
    await signIn();
    wait(200);
    const other = window();
    const [one, two] = await Promise.all([keys.get(origin), other.keys.get(origin)]);
    expect([one, two].every((token) => token !== undefined)).toBe(true);
    expect(await keys.state(origin)).toBe('stored');
  });

  it('ends if the issuer refuses to renew it, with the reason for the card', async () => {
    const { signIn, keys, origin, issuer, wait } = await open();
    await signIn();
    issuer.faults = { refuses: true };
    wait(200);
    await expect(keys.get(origin)).rejects.toMatchObject({ kind: 'auth', reason: 'signedOut' });
    expect(await keys.state(origin)).not.toBe('stored');
    expect(await keys.get(origin)).toBeUndefined();
  });

  it('goes on while its token is valid and the issuer is away, and is kept after that', async () => {
    const { signIn, keys, origin, issuer, wait } = await open();
    await signIn();
    const token = await keys.get(origin);
    issuer.faults = { down: true };
    wait(200);
    expect(await keys.get(origin)).toBe(token);
    wait(200);
    await expect(keys.get(origin)).rejects.toMatchObject({ kind: 'network', reason: 'signInUnavailable' });
    issuer.faults = {};
    expect(await keys.get(origin)).not.toBe(token);
  });

  it.each([
    [429, 'slow_down'],
    [408, 'invalid_request'],
    [400, 'temporarily_unavailable'],
    [400, 'server_error'],
  ])('is kept when the issuer answers with status %i and “%s”, which is no refusal', async (status, error) => {
    const { signIn, keys, origin, issuer, wait } = await open();
    await signIn();
    const token = await keys.get(origin);
    issuer.faults = { busy: { status, error } };
    wait(400);
    await expect(keys.get(origin)).rejects.toMatchObject({ kind: 'network', reason: 'signInUnavailable' });
    issuer.faults = {};
    expect(await keys.get(origin)).not.toBe(token);
  });

  it('ends when the user signs out or sets a key', async () => {
    const { signIn, keys, origin, deps, address, secrets } = await open();
    await signIn();
    await signOut(deps, address);
    expect([await keys.get(origin), secrets.values.size]).toEqual([undefined, 0]);
    await signIn();
    await keys.set(origin, 'sk-own');
    expect(await keys.get(origin)).toBe('sk-own');
  });
});

describe('a sign-in with Entra ID', () => {
  const place = {
    issuer: 'https://login.microsoftonline.com/tenant-1/v2.0',
    clientId: null,
    scopes: ['api://fiscal/ask'],
  };

  it('is that of VS Code for the tenant of the firm, and its token is not stored by the extension', async () => {
    const { deps, address, keys, origin, secrets, fake } = await open();
    const asked: unknown[][] = [];
    let session: { accessToken: string } | undefined = { accessToken: 'a.b.c' };
    Object.assign(fake.api, {
      authentication: {
        getSession: async (...args: unknown[]) => {
          asked.push(args);
          return session;
        },
      },
    });
    expect(await signIn({ ...deps, findSignIn: async () => place }, address)).toBe('signedIn');
    expect(asked).toMatchObject([
      ['microsoft', ['api://fiscal/ask', 'VSCODE_TENANT:tenant-1'], { createIfNone: true }],
    ]);
    expect(await keys.get(origin)).toBe('a.b.c');
    expect(JSON.stringify([...secrets.values])).not.toContain('a.b.c');
    session = undefined;
    await expect(keys.get(origin)).rejects.toMatchObject({ reason: 'signedOut' });
  });

  it('asks for nothing but applications of the firm, whatever the server publishes', () => {
    const scopes = [
      'openid',
      'https://graph.microsoft.com/Mail.Read',
      'Mail.Read',
      '00000003-0000-0000-c000-000000000000/.default',
    ];
    expect(
      microsoftScopes({ ...place, clientId: 'c', scopes: [...scopes, 'VSCODE_CLIENT_ID:x', 'api://f/ask'] }),
    ).toEqual(['openid', 'api://f/ask', 'VSCODE_TENANT:tenant-1', 'VSCODE_CLIENT_ID:c']);
  });
});
