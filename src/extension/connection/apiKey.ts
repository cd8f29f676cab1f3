/**
 * The API key of the research service. It is stored in VS Code's SecretStorage, or in memory where the storage fails, and is bound
 * to the origin that it was entered for. It leaves this file only for the transport of that origin: never for a log, a page, a
 * setting or the result of a command.
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { isUsableKey } from '../../client/redact.ts';
import { parseJson } from '../../text/json.ts';
import { SECTION } from '../common/contributions.ts';

/** The value contains the origin too, so that a value copied to another name is refused. */
const storedSchema = z.object({ origin: z.string(), key: z.string().check(z.minLength(1)) });

/** Set when this machine has lost a stored key. A storage in memory accepts and returns keys like one that lasts. */
const FORGETS = `${SECTION}.secretsForget`;

/** The origin that the key of the environment was first used for. */
const ENVIRONMENT_ORIGIN = `${SECTION}.environmentKeyOrigin`;

/** Longest key that is accepted, in characters. */
const MAX_KEY = 4096;

export type KeyProblem = 'empty' | 'notPrintable' | 'tooLong';

/**
 * The problem of a typed key, without the spaces around it, or null. The HTTP layer would put a key with a line break into an
 * error text, so only printable ASCII without spaces is accepted.
 */
export function keyProblem(typed: string): KeyProblem | null {
  const key = typed.trim();
  if (key === '') return 'empty';
  if (key.length > MAX_KEY) return 'tooLong';
  return isUsableKey(key) ? null : 'notPrintable';
}

export type KeyState =
  | 'stored'
  /** The secret storage did not store it. It is used until this window closes. */
  | 'session'
  | 'environment'
  /** A key was stored for this origin, and the secret storage no longer has it. */
  | 'lost'
  | 'none';

export function hasKey(state: KeyState): boolean {
  return state !== 'none' && state !== 'lost';
}

/** Whether a key was stored. `unsure`: this machine has lost a stored key before. */
export type Kept = 'kept' | 'unsure' | 'session';

export interface ApiKeys extends Vscode.Disposable {
  /** The key for this origin, or undefined. */
  get(origin: string): Promise<string | undefined>;
  state(origin: string): Promise<KeyState>;
  /** Stores the key and reads it back. A key that cannot be stored is used until this window closes. Never rejects. */
  set(origin: string, key: string): Promise<Kept>;
  /** Whether a working secret storage has lost a stored key. */
  readonly forgets: boolean;
  remove(origin: string): Promise<void>;
  /** Every key that was read or entered in this session, for redaction. */
  known(): readonly string[];
  /** A key was set or removed, here or in another window. */
  readonly onDidChange: Vscode.Event<void>;
}

export function createApiKeys(options: {
  readonly vscode: Pick<typeof Vscode, 'EventEmitter'>;
  readonly secrets: Vscode.SecretStorage;
  /** Remembers that a key was stored, without the key, so that its loss can be reported. */
  readonly memento: Vscode.Memento;
  /** What the keys are for: keys of the research service, those of model endpoints, and sessions are stored under different names. */
  readonly purpose?: 'apiKey' | 'modelKey' | 'session';
  /** FISCAL_API_KEY, for containers without a secret storage. Used only where none is stored. */
  readonly environmentKey: string | undefined;
}): ApiKeys {
  const { secrets, memento } = options;
  const name = (origin: string) => `${SECTION}.${options.purpose ?? 'apiKey'}:${origin}`;
  const fromEnvironment = keyProblem(options.environmentKey ?? '') ? undefined : options.environmentKey?.trim();
  const seen = new Set<string>(fromEnvironment ? [fromEnvironment] : []);
  /** Keys that the storage has not confirmed yet, by origin. A question that is asked meanwhile uses them. */
  const storing = new Map<string, string>();
  /** Keys that could not be stored, by origin. */
  const ofSession = new Map<string, string>();
  /** False while the storage throws. Its contents are then unknown. */
  let answers = true;
  const changed = new options.vscode.EventEmitter<void>();
  const listener = secrets.onDidChange((event) => {
    if (!event.key.startsWith(name(''))) return;
    // A key that another window stored takes precedence over the key that only this window has.
    const origin = event.key.slice(name('').length);
    void stored(origin).then((key) => {
      if (key) ofSession.delete(origin);
      changed.fire();
    });
  });

  /** The storage throws when the keyring is missing or locked. The chat then works without a stored key. */
  async function read(key: string): Promise<string | undefined> {
    try {
      const value = await secrets.get(key);
      answers = true;
      return value;
    } catch {
      answers = false;
      return undefined;
    }
  }

  async function stored(origin: string): Promise<string | undefined> {
    const value = await read(name(origin));
    if (value === undefined) return undefined;
    const parsed = storedSchema.safeParse(parseJson(value));
    if (!parsed.success || parsed.data.origin !== origin) return undefined;
    seen.add(parsed.data.key);
    return parsed.data.key;
  }

  /** The key of the environment has no origin. It belongs to the first one that it was used for. */
  function isForEnvironment(origin: string): boolean {
    const bound = memento.get<unknown>(ENVIRONMENT_ORIGIN);
    return fromEnvironment !== undefined && (bound === undefined || bound === origin);
  }

  async function useEnvironment(origin: string): Promise<string | undefined> {
    if (!isForEnvironment(origin)) return undefined;
    await memento.update(ENVIRONMENT_ORIGIN, origin);
    return fromEnvironment;
  }

  return {
    onDidChange: changed.event,
    known: () => [...seen],
    get forgets() {
      return memento.get<boolean>(FORGETS) === true;
    },
    get: async (origin) =>
      storing.get(origin) ?? ofSession.get(origin) ?? (await stored(origin)) ?? (await useEnvironment(origin)),
    async state(origin) {
      if (storing.has(origin)) return 'stored';
      if (ofSession.has(origin)) return 'session';
      if (await stored(origin)) return 'stored';
      const lost = memento.get<boolean>(name(origin)) === true;
      if (lost && answers) await memento.update(FORGETS, true);
      if (isForEnvironment(origin)) return 'environment';
      return lost ? 'lost' : 'none';
    },
    async set(origin, key) {
      const value = key.trim();
      seen.add(value);
      storing.set(origin, value);
      changed.fire();
      try {
        await secrets.store(name(origin), JSON.stringify({ origin, key: value }));
      } catch {
        // The key is read back below.
      }
      const kept = (await stored(origin)) === value;
      if (kept) ofSession.delete(origin);
      else ofSession.set(origin, value);
      if (storing.get(origin) === value) storing.delete(origin);
      await memento.update(name(origin), kept ? true : undefined);
      if (!kept) return 'session';
      return memento.get<boolean>(FORGETS) ? 'unsure' : 'kept';
    },
    async remove(origin) {
      if (memento.get<unknown>(ENVIRONMENT_ORIGIN) === origin) await memento.update(ENVIRONMENT_ORIGIN, undefined);
      // The storage reports a stored key only.
      if (ofSession.delete(origin)) changed.fire();
      try {
        await secrets.delete(name(origin));
      } catch (error) {
        if (await stored(origin)) throw error;
      }
      await memento.update(name(origin), undefined);
    },
    dispose() {
      listener.dispose();
      changed.dispose();
    },
  };
}
