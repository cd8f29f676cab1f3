/**
 * The key of the hosted service. It lives in VS Code's SecretStorage only, bound to the origin that it was entered for, and
 * leaves this file for the transport of that origin alone: never a log, a page, a setting or the result of a command.
 */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import { isUsableKey } from '../../client/key.ts';
import { SECTION } from '../contributions.ts';

/** The origin stands in the value too: a value copied to another name is refused. */
const storedSchema = z.object({ origin: z.string(), key: z.string().check(z.minLength(1)) });

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
  | 'environment'
  /** One was stored for this origin earlier, and this machine's secret storage no longer has it. */
  | 'lost'
  | 'none';

export interface ApiKeys extends Vscode.Disposable {
  /** The key for this origin, or undefined. */
  get(origin: string): Promise<string | undefined>;
  state(origin: string): Promise<KeyState>;
  /** Stores and reads back. False: the secret storage did not keep it. */
  set(origin: string, key: string): Promise<boolean>;
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
  const changed = new options.vscode.EventEmitter<void>();
  const listener = secrets.onDidChange((event) => {
    if (event.key.startsWith(name(''))) changed.fire();
  });

  /** A keyring that is missing or locked makes the storage throw; then there is no stored key, and the chat works on. */
  async function read(key: string): Promise<string | undefined> {
    try {
      return await secrets.get(key);
    } catch {
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
    get: async (origin) => (await stored(origin)) ?? fromEnvironment,
    async state(origin) {
      if (await stored(origin)) return 'stored';
      if (fromEnvironment) return 'environment';
      return memento.get<boolean>(name(origin)) ? 'lost' : 'none';
    },
    async set(origin, key) {
      const value = key.trim();
      seen.add(value);
      await secrets.store(name(origin), JSON.stringify({ origin, key: value }));
      const kept = (await stored(origin)) === value;
      await memento.update(name(origin), kept ? true : undefined);
      return kept;
    },
    async remove(origin) {
      await secrets.delete(name(origin));
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
