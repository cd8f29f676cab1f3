/** What is kept of a sign-in at a firm's server. */
import * as z from 'zod/mini';
import { isLoopback } from '../text/loopback.ts';
import { isUsableKey } from './redact.ts';

/** Characters of an access token. A server of Node reads headers of up to 16 KiB. */
const MAX_TOKEN = 12_000;
/** Also a client id. */
export const scopeSchema = z.string().check(z.regex(/^[\x21-\x7e]{1,300}$/));
/** Tokens that came over plain HTTP could be anybody's. */
export const safeAddressSchema = z.string().check(z.maxLength(2000), z.refine(isSafeAddress));

/** Where people of a firm sign in, as its server publishes it. */
export const signInPlaceSchema = z.object({
  issuer: safeAddressSchema,
  /** Null: with Entra ID, VS Code is the client. */
  clientId: z.nullable(scopeSchema),
  scopes: z.array(scopeSchema),
});
export type SignInPlace = z.infer<typeof signInPlaceSchema>;

export const tokensSchema = z.object({
  accessToken: z.string().check(z.maxLength(MAX_TOKEN), z.refine(isUsableKey)),
  refreshToken: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Tokens = z.infer<typeof tokensSchema>;

export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
