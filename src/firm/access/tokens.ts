/** Tokens of the firm's sign-in (OpenID Connect): who they are for, by the keys that the issuer publishes. */
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { HttpError } from '../../service/app/httpError.ts';
import { isLoopback } from '../../text/loopback.ts';
import { NotReady } from '../notReady.ts';
import type { Credential } from './access.ts';

export interface TokenRules {
  /** Exactly as the tokens have it. */
  readonly issuer: string;
  readonly audience: string;
  /** The claim with the name of the person, which must be unique in the firm and never given to another person. */
  readonly userClaim: string;
  /** The claim with the names of the groups. */
  readonly groupsClaim: string;
}

export interface TokenVerifier {
  /** Null if the token is not valid here. Rejects with 503 if the keys of the issuer cannot be read, with 403 if it does not list all groups. */
  verify(token: string): Promise<Credential | null>;
}

/** Algorithms with a public key. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Seconds that the clocks of issuer and server may differ. */
const TOLERANCE = 30;
/** Milliseconds for a request to the issuer. */
const REQUEST_TIME = 5_000;

const nameSchema = z.string().check(z.minLength(1), z.maxLength(200));
const groupsSchema = z.array(nameSchema).check(z.maxLength(10_000));

/** A token has three parts. A key of ours has no dots. */
export const looksLikeToken = (bearer: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(bearer);

function createTokenVerifier(rules: TokenRules, keys: JWTVerifyGetKey): TokenVerifier {
  const { issuer, audience, userClaim, groupsClaim } = rules;
  return {
    async verify(token) {
      const verified = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: TOLERANCE,
        requiredClaims: ['exp', userClaim],
      }).catch(refusedOrUnavailable);
      if (verified === null) return null;
      const { payload } = verified;
      const name = nameSchema.safeParse(payload[userClaim]);
      // Anybody may state an address that is not theirs.
      if (!name.success || (userClaim === 'email' && payload.email_verified !== true)) return null;
      // Walls of groups that the token leaves out would not hold. Entra ID leaves them out for a person of many groups.
      if (payload[groupsClaim] === undefined || payload._claim_names !== undefined || payload.hasgroups !== undefined)
        throw withoutGroups();
      const groups = groupsSchema.safeParse(payload[groupsClaim]);
      if (!groups.success) return null;
      return {
        type: 'token',
        name: name.data,
        groups: groups.data,
        expiresAt: ((payload.exp ?? 0) + TOLERANCE) * 1000,
      };
    },
  };
}

/** The log of the request has the code. */
const withoutGroups = (): HttpError =>
  new HttpError(403, 'Your sign-in does not list your groups. Ask your administrator to add them to the token.', {
    type: 'permission_error',
    code: 'token_without_groups',
  });

/** Errors of the token are those of jose, but for a key set that could not be read. */
function refusedOrUnavailable(thrown: unknown): null {
  const isOfIssuer = thrown instanceof errors.JWKSTimeout || thrown instanceof errors.JWKSInvalid;
  if (thrown instanceof errors.JOSEError && !isOfIssuer && thrown.code !== 'ERR_JOSE_GENERIC') return null;
  throw new NotReady(thrown);
}

const configurationSchema = z.object({ issuer: z.string(), jwks_uri: z.string() });

/**
 * Reads where the issuer publishes its keys. They are read when they are first needed, and again for a token with an unknown key, at most
 * every `cooldown` milliseconds. Throws an error for the administrator.
 */
export async function discoverTokens(rules: TokenRules, cooldown = 30_000): Promise<TokenVerifier> {
  const address = `${rules.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  requireSafe(address);
  const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIME) }).catch(
    () => null,
  );
  if (!reply?.ok) throw new Error(`The issuer does not answer at ${address}.`);
  const parsed = configurationSchema.safeParse(await reply.json().catch(() => null));
  if (!parsed.success) throw new Error(`${address} has no issuer and jwks_uri.`);
  if (parsed.data.issuer !== rules.issuer)
    throw new Error(`The issuer names itself ${parsed.data.issuer}. Give --oidc-issuer exactly so.`);
  requireSafe(parsed.data.jwks_uri);
  const options = { timeoutDuration: REQUEST_TIME, cooldownDuration: cooldown };
  return createTokenVerifier(rules, createRemoteJWKSet(new URL(parsed.data.jwks_uri), options));
}

/** Keys that came over plain HTTP could be anybody's. */
function requireSafe(address: string): void {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname)))
    throw new Error(`The address must begin with https:// (${address}).`);
}
