/** A small OpenID Connect issuer: it signs in one person without asking, with PKCE, and renews each token to renew once. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What the next replies do. */
export interface IssuerFaults {
  /** The issuer answers nothing but 500. */
  down?: boolean;
  /** It gives no tokens now. */
  busy?: { readonly status: number; readonly error: string };
  /** It refuses all tokens to renew. */
  refuses?: boolean;
  /** Parameters that its reply in the browser has instead of the right ones. */
  reply?: Readonly<Record<string, string>>;
  /** Its replies name this issuer. */
  issuer?: string;
  nonce?: string;
}

export interface TestIssuer {
  readonly origin: string;
  faults: IssuerFaults;
  /** Seconds for which an access token is valid. */
  lifetime: number;
  /** Redirect addresses that clients may name. */
  redirects: RegExp;
  /** How often a token was renewed. */
  renewed: number;
  /** All tokens that the issuer has given. */
  readonly issued: string[];
  /** An access token for this person. */
  token(claims?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** `host`: an address of this machine. */
export async function startIssuer(
  clientId = 'fiscal-vscode',
  audience = 'fiscal',
  host = '127.0.0.1',
): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const codes = new Map<string, { redirect: string; challenge: string; nonce: string }>();
  const renewable = new Set<string>();
  const now = () => Math.floor(Date.now() / 1000);

  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;

  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
  const issuer: TestIssuer = {
    ...{
      origin,
      faults: {},
      lifetime: 300,
      redirects: /^vscode:\/\/fiscal\.fiscal\/signed-in$/,
      renewed: 0,
      issued: [],
    },
    token: (claims = {}) =>
      sign({
        ...{ iss: origin, aud: audience, sub: 'ada', groups: [], exp: now() + issuer.lifetime, jti: randomUUID() },
        ...claims,
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const json = (value: unknown, status = 200) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (issuer.faults.down) return void reply.writeHead(500).end();
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return void json({
          issuer: issuer.faults.issuer ?? origin,
          jwks_uri: `${origin}/keys`,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          authorization_response_iss_parameter_supported: true,
          id_token_signing_alg_values_supported: ['ES256'],
        });
      case '/keys':
        return void json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] });
      case '/authorize': {
        const given = (name: string) => url.searchParams.get(name) ?? '';
        const redirect = given('redirect_uri');
        if (
          given('client_id') !== clientId ||
          !issuer.redirects.test(redirect) ||
          given('code_challenge_method') !== 'S256'
        )
          return void reply.writeHead(400).end('The request is refused.');
        const code = randomUUID();
        codes.set(code, { redirect, challenge: given('code_challenge'), nonce: given('nonce') });
        const back = new URL(redirect);
        const fields = { code, state: given('state'), iss: origin, ...issuer.faults.reply };
        for (const [name, value] of Object.entries(fields)) back.searchParams.set(name, value);
        return void reply.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        const { busy } = issuer.faults;
        if (busy) return void json({ error: busy.error }, busy.status);
        const form = new URLSearchParams(await text(request));
        const nonce = form.has('code') ? redeem(form) : renew(form);
        if (nonce === null) return void json({ error: 'invalid_grant' }, 400);
        const refreshToken = randomUUID();
        renewable.add(refreshToken);
        const accessToken = await issuer.token();
        issuer.issued.push(accessToken, refreshToken);
        return void json({
          access_token: accessToken,
          token_type: 'Bearer',
          expires_in: issuer.lifetime,
          refresh_token: refreshToken,
          id_token: await sign({
            ...{ iss: origin, aud: clientId, sub: 'ada', iat: now(), exp: now() + 300 },
            ...(nonce !== '' && { nonce: issuer.faults.nonce ?? nonce }),
          }),
        });
      }
      default:
        return void reply.writeHead(404).end();
    }
  }

  /** The nonce of the code, or null if it is refused. */
  function redeem(form: URLSearchParams): string | null {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === challenge && code.redirect === form.get('redirect_uri') ? code.nonce : null;
  }

  function renew(form: URLSearchParams): string | null {
    if (issuer.faults.refuses || !renewable.delete(form.get('refresh_token') ?? '')) return null;
    issuer.renewed += 1;
    return '';
  }

  return issuer;
}
