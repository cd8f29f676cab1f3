import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discoverTokens, looksLikeToken, type TokenRules, type TokenVerifier } from '../../src/firm/access/tokens.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

describe('a token of the sign-in of the firm', () => {
  let issuer: Server;
  let origin: string;
  let rules: TokenRules;
  let verifier: TokenVerifier;
  let pair: Pair;
  let other: Pair;
  /** What the issuer publishes. */
  let published: { kid: string; pair: Pair }[];
  let isDown = false;

  beforeAll(async () => {
    [pair, other] = [
      await generateKeyPair('ES256', { extractable: true }),
      await generateKeyPair('ES256', { extractable: true }),
    ];
    issuer = createServer(async (request, reply) => {
      if (isDown) return reply.writeHead(500).end();
      if (request.url === '/.well-known/openid-configuration')
        return reply.end(JSON.stringify({ issuer: origin, jwks_uri: `${origin}/keys` }));
      const keys = published.map(async ({ kid, pair: { publicKey } }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: 'ES256',
      }));
      reply.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: await Promise.all(keys) }));
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    rules = { issuer: origin, audience: 'fiscal', userClaim: 'sub', groupsClaim: 'groups' };
  });
  afterAll(() => new Promise((resolve) => issuer.close(resolve)));
  beforeEach(async () => {
    isDown = false;
    published = [{ kid: 'one', pair }];
    verifier = await discoverTokens(rules, 0);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const claims = (changed: Record<string, unknown> = {}): JWTPayload => ({
    ...{ iss: origin, aud: 'fiscal', sub: 'ada', exp: now() + 300, groups: ['audit team'] },
    ...changed,
  });
  const sign = (payload: JWTPayload, { privateKey }: Pair = pair, kid = 'one') =>
    new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);

  it('names its person, groups and end', async () => {
    const exp = now() + 300;
    const token = await sign(claims({ exp }));
    expect(looksLikeToken(token)).toBe(true);
    expect(await verifier.verify(token)).toEqual({
      ...{ type: 'token', name: 'ada', groups: ['audit team'], expiresAt: (exp + 30) * 1000 },
    });
  });

  it.each([
    ['from another issuer', { iss: 'https://login.example' }],
    ['for another service', { aud: 'mail' }],
    ['expired', { exp: 1_000_000_000 }],
    ['not valid yet', { nbf: 4_000_000_000 }],
    ['for nobody', { sub: undefined }],
    ['for a name that is no text', { sub: 7 }],
    ['with groups that are no list', { groups: 'audit team' }],
    ['that never ends', { exp: undefined }],
  ])('is refused: %s', async (_, changed) => {
    expect(await verifier.verify(await sign(claims(changed)))).toBeNull();
  });

  it.each([
    ['no claim', { groups: undefined }],
    ['another place to read them from', { groups: undefined, _claim_names: { groups: 'src1' } }],
    ['a part of them and another place', { _claim_names: { groups: 'src1' } }],
    ['only that there are some', { hasgroups: true }],
  ])('is refused with a reason for the log if its groups are not all in it: %s', async (_, changed) => {
    await expect(verifier.verify(await sign(claims(changed)))).rejects.toMatchObject({
      status: 403,
      code: 'token_without_groups',
    });
  });

  it('is accepted with an empty list of groups', async () => {
    expect(await verifier.verify(await sign(claims({ groups: [] })))).toMatchObject({ groups: [] });
  });

  it('is accepted with clocks that differ by less than half a minute', async () => {
    expect(await verifier.verify(await sign(claims({ exp: now() - 10, nbf: now() + 10 })))).not.toBeNull();
    expect(await verifier.verify(await sign(claims({ exp: now() - 60 })))).toBeNull();
  });

  it('is refused if it is forged: by another key, without a signature, changed, or signed with the public key as a secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey));
    const good = await sign(claims());
    const [head = '', , signature = ''] = good.split('.');
    const changed = Buffer.from(JSON.stringify(claims({ sub: 'bob' }))).toString('base64url');
    const forged = [
      await sign(claims(), other),
      await sign(claims(), other, 'unknown'),
      new UnsecuredJWT(claims()).encode(),
      `${head}.${changed}.${signature}`,
      await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret),
    ];
    for (const token of forged) expect(await verifier.verify(token)).toBeNull();
    expect(await verifier.verify(good)).not.toBeNull();
  });

  it('is accepted after the issuer has changed its key, and refused with the old one', async () => {
    const old = await sign(claims());
    expect(await verifier.verify(old)).not.toBeNull();
    published = [{ kid: 'two', pair: other }];
    expect(await verifier.verify(await sign(claims(), other, 'two'))).not.toBeNull();
    expect(await verifier.verify(old)).toBeNull();
  });

  it('counts by an email address only if the issuer has verified that it is theirs', async () => {
    const byEmail = await discoverTokens({ ...rules, userClaim: 'email' }, 0);
    const email = 'ada@firm.example';
    expect(await byEmail.verify(await sign(claims({ email, email_verified: true })))).toMatchObject({ name: email });
    expect(await byEmail.verify(await sign(claims({ email, email_verified: false })))).toBeNull();
    expect(await byEmail.verify(await sign(claims({ email })))).toBeNull();
  });

  it('cannot be looked at while the issuer is away, which is no verdict', async () => {
    isDown = true;
    await expect(verifier.verify(await sign(claims()))).rejects.toMatchObject({ status: 503, code: 'not_ready' });
  });

  it('needs an issuer that names itself as it is named here, and whose addresses are safe', async () => {
    await expect(discoverTokens({ ...rules, issuer: `${origin}/` })).rejects.toThrow('names itself');
    await expect(discoverTokens({ ...rules, issuer: 'http://login.example' })).rejects.toThrow('https://');
    isDown = true;
    await expect(discoverTokens(rules)).rejects.toThrow('does not answer');
  });
});
