/**
 * The key of the hosted service. It lives in VS Code's SecretStorage, or in memory where that does not take it, bound to the origin that it was entered for, and
 * leaves this file for the transport of that origin alone: never a log, a page, a setting or the result of a command.
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { isUsableKey } from '../../client/redact.ts';
import { SECTION } from '../contributions.ts';

/** The origin stands in the value too: a value copied to another name is refused. */
const storedSchema = z.object({ origin: z.string(), key: z.string().check(z.minLength(1)) });

/** Set once this machine has lost a key: a storage in memory takes and gives a key like one that lasts. */
const FORGETS = `${SECTION}.secretsForget`;

/** Longest key that is accepted, in characters. */
const MAX_KEY = 4096;

export type KeyProblem = 'empty' | 'notPrintable' | 'tooLong';

/**
 * What is wrong with a key as it was typed, blanks around it taken off; null when nothing is. A line break inside would be
 * put into an error text by the HTTP layer, so only printable ASCII without blanks passes.
 */
export function keyProblem(typed: string): KeyProblem | null {
  const key = typed.trim();
  if (key === '') return 'empty';
  if (key.length > MAX_KEY) return 'tooLong';
  return isUsableKey(key) ? null : 'notPrintable';
}

export type KeyState =
  | 'stored'
  /** The secret storage did not take it: it is there until this window closes. */
  | 'session'
  | 'environment'
  /** One was stored for this origin earlier, and this machine's secret storage no longer has it. */
  | 'lost'
  | 'none';

export function hasKey(state: KeyState): boolean {
  return state !== 'none' && state !== 'lost';
}

/** How long a key stays: `unsure` where this machine has lost one that it had taken. */
export type Kept = 'kept' | 'unsure' | 'session';

export interface ApiKeys extends Vscode.Disposable {
  /** The key for this origin, or undefined. */
  get(origin: string): Promise<string | undefined>;
  state(origin: string): Promise<KeyState>;
  /** Stores and reads back. A key that the secret storage does not take is used until this window closes. Never rejects. */
  set(origin: string, key: string): Promise<Kept>;
  /** Whether a secret storage that answers has lost a key that it had taken. */
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
  /** Remembers (without the key) that one was stored, so that its loss can be told. */
  readonly memento: Vscode.Memento;
  /** FISCAL_API_KEY, for containers without a secret storage. Used only where none is stored. */
  readonly environmentKey: string | undefined;
}): ApiKeys {
  const { secrets, memento } = options;
  const name = (origin: string) => `${SECTION}.apiKey:${origin}`;
  const fromEnvironment = keyProblem(options.environmentKey ?? '') ? undefined : options.environmentKey?.trim();
  const seen = new Set<string>(fromEnvironment ? [fromEnvironment] : []);
  /** Keys that the secret storage did not take, by origin. */
  const unkept = new Map<string, string>();
  /** False while the storage throws: what it holds is then not known. */
  let answers = true;
  const changed = new options.vscode.EventEmitter<void>();
  const listener = secrets.onDidChange((event) => {
    if (!event.key.startsWith(name(''))) return;
    // One that another window could store goes before the one that only this window has.
    const origin = event.key.slice(name('').length);
    void stored(origin).then((key) => {
      if (key) unkept.delete(origin);
      changed.fire();
    });
  });

  /** A keyring that is missing or locked makes the storage throw; then there is no stored key, and the chat works on. */
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

  return {
    onDidChange: changed.event,
    known: () => [...seen],
    get forgets() {
      return memento.get<boolean>(FORGETS) === true;
    },
    get: async (origin) => unkept.get(origin) ?? (await stored(origin)) ?? fromEnvironment,
    async state(origin) {
      if (unkept.has(origin)) return 'session';
      if (await stored(origin)) return 'stored';
      const lost = memento.get<boolean>(name(origin)) === true;
      if (lost && answers) await memento.update(FORGETS, true);
      if (fromEnvironment) return 'environment';
      return lost ? 'lost' : 'none';
    },
    async set(origin, key) {
      const value = key.trim();
      seen.add(value);
      try {
        await secrets.store(name(origin), JSON.stringify({ origin, key: value }));
      } catch {
        // What it holds now is read below.
      }
      const kept = (await stored(origin)) === value;
      if (kept) unkept.delete(origin);
      else unkept.set(origin, value);
      await memento.update(name(origin), kept ? true : undefined);
      if (!kept) return 'session';
      return memento.get<boolean>(FORGETS) ? 'unsure' : 'kept';
    },
    async remove(origin) {
      unkept.delete(origin);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
