/**
 * Who is signed in at which server. A session is bound to the origin that it was begun for, as a key is, and its tokens are in the
 * secret storage. Tokens of Entra ID are kept by VS Code.
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { SetupError } from '../../client/errors.ts';
import { type SignInPlace, signInPlaceSchema, type Tokens, tokensSchema } from '../../client/session.ts';
import { within } from '../../protocol/within.ts';
import { parseJson } from '../../text/json.ts';
import { type ApiKeys, hasKey, type Kept } from './apiKey.ts';

const sessionSchema = z.object({
  place: signInPlaceSchema,
  /** Null: VS Code keeps them. */
  tokens: z.nullable(tokensSchema),
});
type Session = z.infer<typeof sessionSchema>;

/** Milliseconds before its end in which a token is renewed: the server ends a question when its token expires. */
const RENEW_BEFORE = 2 * 60_000;

/** Tokens that are redacted. */
const MAX_SEEN = 8;
/** Milliseconds. A refusal is shown after them. */
const WRITE_TIME = 2000;

export interface Sessions {
  /** The token for this origin, renewed if it is about to expire; undefined without a session. Throws a ResearchError. */
  token(origin: string): Promise<string | undefined>;
  has(origin: string): Promise<boolean>;
  /** `tokens`: null if VS Code keeps them. */
  start(origin: string, place: SignInPlace, tokens: Tokens | null): Promise<Kept>;
  end(origin: string): Promise<void>;
  /** The newest tokens that were used in this window, for redaction. */
  known(): readonly string[];
}

export function createSessions(options: {
  readonly vscode: Pick<typeof Vscode, 'authentication'>;
  /** Holds a session for each origin. */
  readonly stored: ApiKeys;
  readonly now?: () => number;
}): Sessions {
  const { vscode, stored, now = Date.now } = options;
  const seen = new Set<string>();
  /** Only the newest are kept: an expired token opens nothing, and each one takes time in every text that is redacted. */
  function note(token: string | null): void {
    if (!token || seen.has(token)) return;
    seen.add(token);
    const [oldest] = seen;
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
  }
  /** By origin. Two questions must not use the same token to renew: many issuers accept it once. */
  const renewing = new Map<string, Promise<string>>();

  async function read(origin: string): Promise<Session | null> {
    return sessionSchema.safeParse(parseJson((await stored.get(origin)) ?? '')).data ?? null;
  }

  function start(origin: string, place: SignInPlace, tokens: Tokens | null): Promise<Kept> {
    note(tokens?.accessToken ?? null);
    note(tokens?.refreshToken ?? null);
    return stored.set(origin, JSON.stringify({ place, tokens }));
  }

  async function ended(origin: string): Promise<never> {
    await stored.remove(origin);
    throw new SetupError('auth', { reason: 'signedOut' });
  }

  /** What `changed` says after the next change of the storage. Another window may be about to write what it has renewed. */
  async function written<T>(changed: () => Promise<T>): Promise<T> {
    let listener: Vscode.Disposable | undefined;
    const change = new Promise<void>((resolve) => {
      listener = stored.onDidChange(() => resolve());
    });
    await within(change, WRITE_TIME);
    listener?.dispose();
    return changed();
  }

  async function renew(origin: string, place: SignInPlace, tokens: Tokens): Promise<string> {
    const { accessToken, refreshToken, expiresAt } = tokens;
    const isValid = expiresAt > now();
    if (refreshToken === null) return isValid ? accessToken : ended(origin);
    /** Another window has renewed the session, or the user has ended it. */
    const changed = async (): Promise<string | null> => {
      const latest = await read(origin);
      if (latest === null) throw new SetupError('auth', { reason: 'signedOut' });
      const other = latest.tokens?.accessToken;
      return other === undefined || other === accessToken ? null : other;
    };
    try {
      const { renewTokens } = await import('../../client/signIn.ts');
      const renewed = await renewTokens(place, refreshToken);
      const other = await changed();
      if (other !== null) return other;
      await start(origin, place, renewed);
      return renewed.accessToken;
    } catch (thrown) {
      if (thrown instanceof SetupError) return (await changed()) ?? (await written(changed)) ?? ended(origin);
      if (isValid) return accessToken;
      throw thrown;
    }
  }

  return {
    start,
    known: () => [...seen],
    has: async (origin) => hasKey(await stored.state(origin)),
    end: (origin) => stored.remove(origin),
    async token(origin) {
      const session = await read(origin);
      if (session === null) return undefined;
      const { place, tokens } = session;
      if (tokens === null) {
        const kept = await vscode.authentication.getSession('microsoft', microsoftScopes(place), { silent: true });
        if (!kept) return ended(origin);
        note(kept.accessToken);
        return kept.accessToken;
      }
      note(tokens.accessToken);
      note(tokens.refreshToken);
      if (tokens.expiresAt - now() > RENEW_BEFORE) return tokens.accessToken;
      const running = renewing.get(origin) ?? renew(origin, place, tokens).finally(() => renewing.delete(origin));
      renewing.set(origin, running);
      return running;
    },
  };
}

const TENANT = /^https:\/\/login\.microsoftonline\.com\/([\w.-]+)(?:\/|$)/;

export const isMicrosoft = ({ issuer }: SignInPlace): boolean => TENANT.test(issuer);

/**
 * Of the published scopes, only those of an application of the firm, and what tells who somebody is: with any other one, a server could
 * ask for a token for the mail of the user.
 */
export function microsoftScopes({ issuer, clientId, scopes }: SignInPlace): string[] {
  const allowed = scopes.filter((scope) => /^(?:openid|profile|email|offline_access|api:\/\/.+)$/.test(scope));
  const tenant = TENANT.exec(issuer)?.[1] ?? 'organizations';
  return [...allowed, `VSCODE_TENANT:${tenant}`, ...(clientId === null ? [] : [`VSCODE_CLIENT_ID:${clientId}`])];
}

/** What requests are sent with: the token of a session, or else the key. A key that is set ends the session. */
export function withSessions(keys: ApiKeys, sessions: Sessions, stored: ApiKeys): ApiKeys {
  return {
    ...keys,
    get forgets() {
      return keys.forgets;
    },
    get: async (origin) => (await sessions.token(origin)) ?? keys.get(origin),
    state: async (origin) => ((await sessions.has(origin)) ? stored.state(origin) : keys.state(origin)),
    async set(origin, key) {
      await sessions.end(origin);
      return keys.set(origin, key);
    },
    known: () => [...keys.known(), ...sessions.known()],
    onDidChange(...listener) {
      const both = [keys.onDidChange(...listener), stored.onDidChange(...listener)];
      return { dispose: () => both.forEach((one) => void one.dispose()) };
    },
    dispose() {
      keys.dispose();
      stored.dispose();
    },
  };
}
