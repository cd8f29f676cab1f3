import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/firm/database/database.ts';
import { createFirmApp } from '../../src/firm/http/firmApp.ts';
import type { SignIn } from '../../src/firm/http/signIn.ts';
import type { FirmStore } from '../../src/firm/library/firmStore.ts';

const ADDRESS = 'https://fiscal.firm.example';
const SIGN_IN: SignIn = {
  ...{ issuer: 'https://id.firm.example/realms/firm', clientId: 'fiscal-vscode', scopes: ['openid', 'groups'] },
  address: () => ADDRESS,
};

/** Neither the database nor the store may be asked. */
function serve(signIn?: SignIn, names: ReadonlySet<string> | null = null) {
  const app = createFirmApp({
    ...{ database: {} as Database, store: {} as FirmStore, log: () => {}, shutdown: new AbortController().signal },
    tokens: { verify: async () => null },
    ...{ names, ...(signIn && { signIn }) },
  });
  return (path: string, headers: Record<string, string> = {}) =>
    app.handle(new Request(`http://service.invalid${path}`, { headers }));
}

describe('the sign-in that the server publishes', () => {
  it('names the issuer, the client of the extension and the scopes, without a key', async () => {
    const reply = await serve(SIGN_IN)('/.well-known/oauth-protected-resource');
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      resource: ADDRESS,
      authorization_servers: [SIGN_IN.issuer],
      scopes_supported: ['openid', 'groups'],
      bearer_methods_supported: ['header'],
      resource_name: 'Fiscal',
      fiscal_client_id: 'fiscal-vscode',
    });
  });

  it('is named in the refusal of a request without a key, and the refusal of a token says that it is one', async () => {
    const metadata = `resource_metadata="${ADDRESS}/.well-known/oauth-protected-resource"`;
    const missing = await serve(SIGN_IN)('/matters');
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}`]);
    const refused = await serve(SIGN_IN)('/matters', { authorization: 'Bearer a.b.c' });
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer ${metadata}, error="invalid_token"`);
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_token' } });
  });

  it('does not exist at a server that has none', async () => {
    const get = serve();
    expect((await get('/.well-known/oauth-protected-resource')).status).toBe(401);
    expect((await get('/matters')).headers.get('www-authenticate')).toBe('Bearer');
  });
});

it.each([
  ['localhost:8080', 401],
  ['LOCALHOST', 401],
  ['evil.example', 403],
  ['localhost.evil.example:8080', 403],
  ['', 403],
])('an agent without a key that calls the server by the Host %j is answered with %i', async (host, status) => {
  const headers = host === '' ? {} : { host };
  const reply = await serve(undefined, new Set(['localhost']))('/mcp', headers);
  expect(reply.status).toBe(status);
  expect((await serve()('/mcp', headers)).status).toBe(401);
});
