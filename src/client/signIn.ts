/**
 * Signing in at the issuer of a firm: where (RFC 9728), the authorization code flow with PKCE, and new tokens before the old ones
 * expire. The protocol is that of oauth4webapi. Tokens leave these functions in their results only, and are in no error.
 */
import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { ConnectionError, SetupError } from './errors.ts';
import { fromNetworkError } from './networkError.ts';
import {
  isSafeAddress,
  type SignInPlace,
  safeAddressSchema,
  scopeSchema,
  type Tokens,
  tokensSchema,
} from './session.ts';

/** Bytes of a reply. */
const MAX_REPLY = 1024 * 1024;
/** Milliseconds for a whole reply. */
const MAX_TIME = 20_000;
/** Seconds, where the issuer does not say how long a token is valid. */
const LIFETIME = 300;

/** What RFC 9728 requires. */
const metadataSchema = z.object({ resource: z.string() });
/** Errors of an issuer (RFC 6749) that say nothing about the person or the token. */
const NOT_NOW: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

const resourceSchema = z.object({
  authorization_servers: z.array(safeAddressSchema).check(z.minLength(1)),
  scopes_supported: z._default(z.array(scopeSchema).check(z.maxLength(20)), ['openid']),
  fiscal_client_id: z.optional(scopeSchema),
});

/**
 * Null if the server publishes no sign-in. A service that knows nothing of RFC 9728 may answer anything: a page, a refusal, or JSON of
 * its own. Throws a ConnectionError if it does not answer, or what it publishes cannot be used.
 */
export async function findSignIn(origin: string): Promise<SignInPlace | null> {
  return reading(async () => {
    const resource = new URL(origin);
    const reply = await oauth.resourceDiscoveryRequest(resource, options(origin)).catch((thrown: unknown) => {
      const error = fromNetworkError(thrown);
      throw error.reason === 'unknown' ? unavailable() : error;
    });
    if (isFailure(reply.status)) throw unavailable(reply.status);
    if (reply.status !== 200 || !/\bjson\b/.test(reply.headers.get('content-type') ?? '')) return null;
    if (
      !metadataSchema.safeParse(
        await reply
          .clone()
          .json()
          .catch(() => null),
      ).success
    )
      return null;
    const published = z.parse(resourceSchema, await oauth.processResourceDiscoveryResponse(resource, reply));
    const { authorization_servers: issuers, scopes_supported: scopes, fiscal_client_id: clientId = null } = published;
    return { issuer: issuers[0] ?? '', clientId, scopes };
  });
}

/** Whether the same request can get another answer later. */
const isFailure = (status: number) => status === 408 || status === 429 || (status >= 500 && status !== 501);

export interface BegunSignIn {
  /** What the browser opens. */
  readonly address: string;
  /** What the issuer repeats in its reply. */
  readonly state: string;
  /** `reply`: the parameters that the issuer gave to the redirect address. Throws if they are not the reply to this sign-in. */
  finish(reply: URLSearchParams): Promise<Tokens>;
}

export async function beginSignIn(place: SignInPlace, redirect: string): Promise<BegunSignIn> {
  return reading(async () => {
    const { server, client } = await discover(place);
    const url = new URL(z.parse(safeAddressSchema, server.authorization_endpoint));
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    const fields = {
      client_id: client.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      scope: place.scopes.join(' '),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return {
      address: url.href,
      state,
      finish: (reply) =>
        reading(async () => {
          const valid = oauth.validateAuthResponse(server, client, reply, state);
          const granted = await oauth.authorizationCodeGrantRequest(
            server,
            client,
            oauth.None(),
            valid,
            redirect,
            verifier,
            options(place.issuer),
          );
          // Issuers give an identity token with the scope `openid` only.
          const expected = place.scopes.includes('openid') ? { expectedNonce: nonce } : {};
          return toTokens(await oauth.processAuthorizationCodeResponse(server, client, granted, expected), null);
        }),
    };
  });
}

/** Throws a SetupError if the issuer refuses the token, and a ConnectionError if it does not answer as it should. */
export async function renewTokens(place: SignInPlace, refreshToken: string): Promise<Tokens> {
  return reading(async () => {
    const { server, client } = await discover(place);
    const reply = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      options(place.issuer),
    );
    return toTokens(await oauth.processRefreshTokenResponse(server, client, reply), refreshToken);
  });
}

async function discover({ issuer, clientId }: SignInPlace) {
  const url = new URL(issuer);
  const reply = await oauth.discoveryRequest(url, options(issuer));
  const server = await oauth.processDiscoveryResponse(url, reply);
  const client: oauth.Client = { client_id: z.parse(scopeSchema, clientId) };
  return { server, client };
}

function toTokens(granted: oauth.TokenEndpointResponse, refreshToken: string | null): Tokens {
  return z.parse(tokensSchema, {
    accessToken: granted.access_token,
    refreshToken: granted.refresh_token ?? refreshToken,
    expiresAt: Date.now() + (granted.expires_in ?? LIFETIME) * 1000,
  });
}

/** `at`: plain HTTP is possible to this machine, if the address begins with it. */
const options = (at: string) => ({
  [oauth.customFetch]: fetchWithin,
  [oauth.allowInsecureRequests]: at.startsWith('http:') && isSafeAddress(at),
});

type FetchOptions = oauth.CustomFetchOptions<string, oauth.ProtectedResourceRequestBody>;

/** Follows no redirect. */
async function fetchWithin(url: string, init: FetchOptions): Promise<Response> {
  if (!isSafeAddress(url)) throw new Error('The address is not safe.');
  const { method, headers, body } = init;
  const reply = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(MAX_TIME),
    // The functions that are used here send forms.
    ...(body !== undefined && { body: String(body) }),
  });
  if (reply.body === null) return reply;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of reply.body) {
    size += part.length;
    if (size > MAX_REPLY) throw new Error('The reply is too large.');
    parts.push(part);
  }
  return new Response(new Blob(parts), { status: reply.status, headers: reply.headers });
}

/** The errors of the library have parts of replies. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof SetupError || thrown instanceof ConnectionError) throw thrown;
    const isRefusal =
      (thrown instanceof oauth.ResponseBodyError && !isFailure(thrown.status)) ||
      thrown instanceof oauth.AuthorizationResponseError;
    if (isRefusal && !NOT_NOW.has(thrown.error)) throw new SetupError('auth', { reason: 'signedOut' });
    throw unavailable();
  }
}

const unavailable = (status?: number) => new ConnectionError('network', { reason: 'signInUnavailable', status });
