/** Changes of people, collections and rights. The database notes each of them in the audit. */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import * as z from 'zod/mini';
import { isInside } from '../../service/nodeHelpers.ts';
import type { Connection, Database } from '../database/database.ts';
import { type Collection, digestOf, type Scope } from './access.ts';

/** Its message says to the administrator what is wrong. */
class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
}

export interface Principal {
  readonly kind: 'user' | 'group';
  readonly name: string;
}

const idSchema = z.object({ id: z.int() });
const nothing = z.unknown();

async function idOf(connection: Connection, { kind, name }: Principal): Promise<number> {
  const sql = 'SELECT id FROM fiscal.principals WHERE kind = $1 AND name = $2';
  const [row] = await connection.query(idSchema, sql, [kind, name]);
  if (!row) throw new AdministrationError(`There is no ${kind} ${name}. Add it with: ${kind} add ${name}`);
  return row.id;
}

async function collectionId(connection: Connection, name: string): Promise<number> {
  const [row] = await connection.query(idSchema, 'SELECT id FROM fiscal.collections WHERE name = $1', [name]);
  if (!row) throw new AdministrationError(`There is no collection ${name}.`);
  return row.id;
}

/** Adds the person or group, or activates it again. */
export async function addPrincipal(database: Database, { kind, name }: Principal): Promise<void> {
  await database.query(
    nothing,
    `INSERT INTO fiscal.principals (kind, name) VALUES ($1, $2)
     ON CONFLICT (kind, name) DO UPDATE SET active = true WHERE NOT principals.active`,
    [kind, name],
  );
}

/** Keys of the person are refused from now on, and the rights of the group hold for nobody. The audit still knows the id. */
export async function deactivate(database: Database, principal: Principal): Promise<void> {
  const id = await idOf(database, principal);
  await database.query(nothing, 'UPDATE fiscal.principals SET active = false WHERE id = $1', [id]);
}

export function setMember(database: Database, user: string, group: string, isMember: boolean): Promise<void> {
  return database.transaction(async (connection) => {
    const ids = [
      await idOf(connection, { kind: 'group', name: group }),
      await idOf(connection, { kind: 'user', name: user }),
    ];
    const sql = isMember
      ? 'INSERT INTO fiscal.members (group_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING'
      : 'DELETE FROM fiscal.members WHERE group_id = $1 AND user_id = $2';
    await connection.query(nothing, sql, ids);
  });
}

/** A grant lets see, a wall forbids. */
export function setRight(
  database: Database,
  table: 'grants' | 'walls',
  principal: Principal,
  collection: string,
  exists: boolean,
): Promise<void> {
  return database.transaction(async (connection) => {
    const ids = [await idOf(connection, principal), await collectionId(connection, collection)];
    const sql = exists
      ? `INSERT INTO fiscal.${table} (principal_id, collection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`
      : `DELETE FROM fiscal.${table} WHERE principal_id = $1 AND collection_id = $2`;
    await connection.query(nothing, sql, ids);
  });
}

export interface NewKey {
  readonly id: number;
  /** Kept nowhere. */
  readonly key: string;
}

/** `days`: until the key expires; null: never. */
export async function addKey(
  database: Database,
  user: string,
  scopes: readonly Scope[],
  days: number | null,
): Promise<NewKey> {
  const key = `fiscal_${randomBytes(32).toString('base64url')}`;
  const [row] = await database.query(
    idSchema,
    `INSERT INTO fiscal.keys (principal_id, digest, scopes, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(days => $4)) RETURNING id`,
    [await idOf(database, { kind: 'user', name: user }), digestOf(key), scopes, days],
  );
  if (!row) throw new Error('The key was not added.');
  return { id: row.id, key };
}

export async function revokeKey(database: Database, id: number): Promise<void> {
  const rows = await database.query(
    idSchema,
    'UPDATE fiscal.keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING id',
    [id],
  );
  if (rows.length === 0) throw new AdministrationError(`There is no key ${id}.`);
}

/** `folder`: absolute, as the servers see it. No collection may be inside of another one, whose readers would see it too. */
export function addCollection(
  database: Database,
  { name, kind, folder }: Omit<Collection, 'id' | 'public_id'>,
): Promise<void> {
  return database.transaction(async (connection) => {
    await connection.query(nothing, 'LOCK TABLE fiscal.collections IN SHARE ROW EXCLUSIVE MODE');
    const rows = await connection.query(
      z.object({ name: z.string(), folder: z.string() }),
      'SELECT name, folder FROM fiscal.collections',
    );
    const own = realIfHere(folder);
    if (own === null) throw new AdministrationError(`The folder ${folder} cannot be read on this machine.`);
    for (const other of rows) {
      if (other.name === name) throw new AdministrationError(`There is a collection ${name} already.`);
      // A folder of another machine was resolved when it was added.
      const its = realIfHere(other.folder) ?? other.folder;
      if (own === its || isInside(own, its) || isInside(its, own))
        throw new AdministrationError(
          `The folder is the one of the collection ${other.name}, inside of it, or around it. Choose another folder: those who see one collection would see documents of the other.`,
        );
    }
    const sql = 'INSERT INTO fiscal.collections (name, kind, folder) VALUES ($1, $2, $3)';
    await connection.query(nothing, sql, [name, kind, own]);
  });
}

export async function removeCollection(database: Database, name: string): Promise<void> {
  await database.query(nothing, 'DELETE FROM fiscal.collections WHERE id = $1', [await collectionId(database, name)]);
}

export interface Quota {
  /** Null: no limit. */
  readonly perDay: number | null;
  readonly running: number | null;
}

export async function setQuota(database: Database, principal: Principal, { perDay, running }: Quota): Promise<void> {
  await database.query(
    nothing,
    `INSERT INTO fiscal.quotas (principal_id, per_day, running) VALUES ($1, $2, $3)
     ON CONFLICT (principal_id) DO UPDATE SET per_day = $2, running = $3`,
    [await idOf(database, principal), perDay, running],
  );
}

/** Links are followed, because two paths may lead to one folder. */
function realIfHere(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}
