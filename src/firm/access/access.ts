/** Who asks, and which collections they may see: read from PostgreSQL each time, and kept nowhere. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Connection, Database } from '../database/database.ts';

export type Scope = 'ask' | 'metrics';

/** What a caller has shown. */
export type Credential =
  | { readonly type: 'key'; readonly digest: Buffer }
  /** A token that was verified. The name is unique in the firm. */
  | { readonly type: 'token'; readonly name: string; readonly groups: readonly string[]; readonly expiresAt: number };

const collectionSchema = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(['authority', 'matter']),
  folder: z.string(),
  /** 32 random hexadecimal digits, for ids that callers see. */
  public_id: z.string(),
});
export type Collection = Readonly<z.infer<typeof collectionSchema>>;

const callerSchema = z.object({
  user_id: z.int(),
  key_id: z.nullable(z.int()),
  collections: z.array(collectionSchema),
});

export interface Caller {
  /** Ids of the firm's database. */
  readonly user: number;
  readonly key: number | null;
  /** In the order of their ids. */
  readonly collections: readonly Collection[];
}

export interface Access {
  /** Null if the credential is not valid, or not for this. */
  enter(credential: Credential, scope: Scope): Promise<Caller | null>;
  /** `enter`, and further work in the same transaction. */
  enterAnd<T>(
    credential: Credential,
    scope: Scope,
    work: (caller: Caller, connection: Connection) => Promise<T>,
  ): Promise<T | null>;
}

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `now`: milliseconds since 1970. */
export function createAccess(database: Database, now: () => number = Date.now): Access {
  /** With one statement, because the rights are read again and again while a question is answered. */
  async function enterWith(connection: Connection, credential: Credential, scope: Scope): Promise<Caller | null> {
    if (credential.type === 'token' && (scope !== 'ask' || credential.expiresAt <= now())) return null;
    const [known] =
      credential.type === 'key'
        ? await connection.query(callerSchema, 'SELECT * FROM fiscal.rights_by_key($1, $2)', [credential.digest, scope])
        : await connection.query(callerSchema, 'SELECT * FROM fiscal.rights_by_name($1, $2, $3)', [
            credential.name,
            credential.groups,
            new Date(credential.expiresAt),
          ]);
    return known === undefined ? null : { user: known.user_id, key: known.key_id, collections: known.collections };
  }

  return {
    enter: (credential, scope) => enterWith(database, credential, scope),
    enterAnd: (credential, scope, work) =>
      database.transaction(async (connection) => {
        const caller = await enterWith(connection, credential, scope);
        return caller && work(caller, connection);
      }),
  };
}

/** Which of these collections the firm still has. */
export async function existingCollections(database: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await database.query(z.object({ id: z.int() }), 'SELECT id FROM fiscal.existing_collections($1)', [ids]);
  return rows.map(({ id }) => id);
}
