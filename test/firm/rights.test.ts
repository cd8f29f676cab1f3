import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Credential, createAccess, digestOf, existingCollections } from '../../src/firm/access/access.ts';
import { appendAudit, auditHead, verifyAudit } from '../../src/firm/access/audit.ts';
import { type Database, openDatabase } from '../../src/firm/database/database.ts';
import { migrate } from '../../src/firm/database/migrate.ts';
import { POSTGRES, startPostgres, type TestPostgres, WITHOUT_POSTGRES } from './support/postgres.ts';

const idSchema = z.object({ id: z.int() });

describe.skipIf(POSTGRES === null)(`the database of a firm ${WITHOUT_POSTGRES}`, () => {
  let postgres: TestPostgres;
  let admin: Database;
  let server: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    const urls = await postgres.create();
    admin = openDatabase({ url: urls.adminUrl, connections: 2 });
    server = openDatabase({ url: urls.serverUrl, connections: 4 });
  });
  afterAll(async () => {
    await admin?.close();
    await server?.close();
    await postgres?.stop();
  });

  const add = async (sql: string, ...values: unknown[]) => {
    const [row] = await admin.query(idSchema, `${sql} RETURNING id`, values);
    return row?.id ?? 0;
  };
  let names = 0;
  const fresh = (prefix: string) => `${prefix} ${++names}`;
  const addPrincipal = (kind: 'user' | 'group', name = fresh(kind)) =>
    add('INSERT INTO fiscal.principals (kind, name) VALUES ($1, $2)', kind, name);
  const addCollection = async (kind: 'authority' | 'matter' = 'matter') => {
    const name = fresh('collection');
    return add('INSERT INTO fiscal.collections (name, kind, folder) VALUES ($1, $2, $3)', name, kind, `/${name}`);
  };
  const addKey = async (user: number, more: { expires?: Date; scopes?: string[] } = {}) => {
    const key = randomBytes(32).toString('base64url');
    const id = await add(
      'INSERT INTO fiscal.keys (principal_id, digest, scopes, expires_at) VALUES ($1, $2, $3, $4)',
      ...[user, digestOf(key), more.scopes ?? ['ask'], more.expires ?? null],
    );
    const credential: Credential = { type: 'key', digest: digestOf(key) };
    return { id, credential };
  };
  const change = (sql: string, ...values: unknown[]) => admin.query(z.unknown(), sql, values);
  const grant = (who: number, what: number) => change('INSERT INTO fiscal.grants VALUES ($1, $2)', who, what);
  const wall = (who: number, what: number) => change('INSERT INTO fiscal.walls VALUES ($1, $2)', who, what);
  const seen = async (credential: Credential) =>
    (await createAccess(server).enter(credential, 'ask'))?.collections.map(({ id }) => id) ?? null;

  it('reads the rights of a person with one statement, because they are read many times for a question', async () => {
    const [user, collection] = [await addPrincipal('user'), await addCollection()];
    await grant(user, collection);
    const statements: string[] = [];
    const counting: Database = {
      ...server,
      query(row, sql, values) {
        statements.push(sql);
        return server.query(row, sql, values);
      },
      transaction: () => Promise.reject(new Error('A transaction has more statements.')),
    };
    const token: Credential = { type: 'token', name: fresh('person'), groups: [], expiresAt: Date.now() + 60_000 };
    const credentials = [(await addKey(user)).credential, token];
    for (const credential of credentials) {
      const caller = await createAccess(counting).enter(credential, 'ask');
      expect(caller?.collections.map(({ id }) => id)).toEqual(credential.type === 'key' ? [collection] : []);
    }
    expect(statements).toHaveLength(2);
  });

  it('shows nothing to a user without grants', async () => {
    const user = await addPrincipal('user');
    await addCollection();
    expect(await seen((await addKey(user)).credential)).toEqual([]);
  });

  it('shows what the user and the groups of the user were granted', async () => {
    const [user, group, other] = [await addPrincipal('user'), await addPrincipal('group'), await addPrincipal('group')];
    const [own, ofGroup, ofOther] = [await addCollection(), await addCollection(), await addCollection()];
    await change('INSERT INTO fiscal.members VALUES ($1, $2)', group, user);
    await Promise.all([grant(user, own), grant(group, ofGroup), grant(other, ofOther)]);
    expect(await seen((await addKey(user)).credential)).toEqual([own, ofGroup]);
  });

  it('lets a wall count more than any grant, of the user or of a group', async () => {
    const [user, group] = [await addPrincipal('user'), await addPrincipal('group')];
    const [first, second, third] = [await addCollection(), await addCollection(), await addCollection()];
    await change('INSERT INTO fiscal.members VALUES ($1, $2)', group, user);
    for (const collection of [first, second, third]) for (const who of [user, group]) await grant(who, collection);
    const { credential } = await addKey(user);
    await wall(user, first);
    await wall(group, second);
    expect(await seen(credential)).toEqual([third]);
    await change('DELETE FROM fiscal.walls WHERE principal_id = $1', group);
    expect(await seen(credential)).toEqual([second, third]);
  });

  it('lets the walls of a group that was removed hold, and its grants not', async () => {
    const [user, group] = [await addPrincipal('user'), await addPrincipal('group')];
    const [walled, granted, own] = [await addCollection(), await addCollection(), await addCollection()];
    await change('INSERT INTO fiscal.members VALUES ($1, $2)', group, user);
    for (const collection of [walled, own]) await grant(user, collection);
    await grant(group, granted);
    await wall(group, walled);
    const { credential } = await addKey(user);
    expect(await seen(credential)).toEqual([granted, own]);
    await change('UPDATE fiscal.principals SET active = false WHERE id = $1', group);
    expect(await seen(credential)).toEqual([own]);
  });

  it('lets the walls of the groups in the newest token of a person hold for its keys, and the grants not', async () => {
    const [user, group] = [await addPrincipal('user', 'mia'), await addPrincipal('group', 'walled team')];
    const [walled, granted, own] = [await addCollection(), await addCollection(), await addCollection()];
    for (const collection of [walled, own]) await grant(user, collection);
    await grant(group, granted);
    await wall(group, walled);
    const { credential } = await addKey(user);
    expect(await seen(credential)).toEqual([walled, own]);
    const token = (groups: string[], expiresAt: number): Credential => ({
      ...{ type: 'token', name: 'mia', groups, expiresAt: Date.now() + expiresAt },
    });
    expect(await seen(token(['walled team'], 60_000))).toEqual([granted, own]);
    expect(await seen(credential)).toEqual([own]);
    expect(await seen(token([], 30_000))).toEqual([own]);
    expect(await seen(credential)).toEqual([own]);
    expect(await seen(token([], 90_000))).toEqual([walled, own]);
    expect(await seen(credential)).toEqual([walled, own]);
  });

  it('refuses a key that is unknown, revoked, expired, for something else, or of a user who left', async () => {
    const user = await addPrincipal('user');
    const { id, credential } = await addKey(user);
    expect(await seen(credential)).toEqual([]);
    expect(await seen({ type: 'key', digest: digestOf('unknown') })).toBeNull();
    expect(await seen((await addKey(user, { expires: new Date(Date.now() - 1000) })).credential)).toBeNull();
    expect(await seen((await addKey(user, { scopes: ['metrics'] })).credential)).toBeNull();
    await change('UPDATE fiscal.keys SET revoked_at = now() WHERE id = $1', id);
    expect(await seen(credential)).toBeNull();
    const last = (await addKey(user)).credential;
    await change('UPDATE fiscal.principals SET active = false WHERE id = $1', user);
    expect(await seen(last)).toBeNull();
  });

  it('ends keys by the clock of PostgreSQL and tokens by that of the server, if the two differ', async () => {
    const user = await addPrincipal('user');
    const hour = 3_600_000;
    const until = async (time: number) => (await addKey(user, { expires: new Date(Date.now() + time) })).credential;
    const token = (time: number): Credential => ({
      ...{ type: 'token', name: fresh('person'), groups: [], expiresAt: Date.now() + time },
    });
    for (const [offset, tokens] of [
      [-2 * hour, [true, true]],
      [2 * hour, [false, false]],
    ] as const) {
      const access = createAccess(server, () => Date.now() + offset);
      const isKnown = async (credential: Credential) => (await access.enter(credential, 'ask')) !== null;
      expect([await isKnown(await until(hour)), await isKnown(await until(-hour))]).toEqual([true, false]);
      expect([await isKnown(token(hour)), await isKnown(token(-hour))]).toEqual(tokens);
    }
  });

  it('adds a person whose token was verified, with the groups that the token names', async () => {
    const group = await addPrincipal('group', 'audit team');
    const collection = await addCollection();
    await grant(group, collection);
    const token = (groups: string[], expiresAt = Date.now() + 60_000): Credential => ({
      ...{ type: 'token', name: 'ada@firm.example', groups, expiresAt },
    });
    expect(await seen(token(['audit team']))).toEqual([collection]);
    expect(await seen(token(['another team']))).toEqual([]);
    expect(await seen(token(['audit team'], Date.now() - 1))).toBeNull();
  });

  it('shows the server nothing but the collections of the person that it works for, whatever it asks', async () => {
    const user = await addPrincipal('user');
    const collection = await addCollection();
    await grant(user, collection);
    const { credential } = await addKey(user);
    expect(await server.query(z.unknown(), 'SELECT * FROM fiscal.collections')).toEqual([]);
    const all = await createAccess(server).enterAnd(credential, 'ask', (_, connection) =>
      connection.query(idSchema, 'SELECT id FROM fiscal.collections'),
    );
    expect(all).toEqual([{ id: collection }]);
    for (const table of [
      'grants',
      'walls',
      'keys',
      'principals',
      'members',
      'audit',
      'audit_head',
      'quotas',
      'running',
      'token_groups',
    ])
      await expect(server.query(z.unknown(), `SELECT * FROM fiscal.${table}`), table).rejects.toThrow(
        'permission denied',
      );
    await expect(server.query(z.unknown(), "SELECT fiscal.become(1, '{}')")).rejects.toThrow('permission denied');
    await expect(server.query(z.unknown(), 'DELETE FROM fiscal.collections')).rejects.toThrow('permission denied');
  });

  it('tells the server which of the collections that it knows still exist, and nothing of others', async () => {
    const [first, second, third] = [await addCollection(), await addCollection(), await addCollection()];
    await change('DELETE FROM fiscal.collections WHERE id = $1', second);
    expect(await existingCollections(server, [first, second])).toEqual([first]);
    expect(await existingCollections(server, [third, first])).toHaveLength(2);
  });

  it('forgets the person at the end of the transaction', async () => {
    const one = openDatabase({ url: (await postgres.create()).serverUrl, connections: 1 });
    await createAccess(one).enter({ type: 'token', name: 'ada', groups: [], expiresAt: Date.now() + 60_000 }, 'ask');
    const rows = await one.query(z.object({ them: z.array(z.int()) }), 'SELECT fiscal.current_principals() AS them');
    expect(rows).toEqual([{ them: [] }]);
    await one.close();
  });

  it('limits questions at the same time and of a day, by the highest limit of the user and the groups', async () => {
    const user = await addPrincipal('user');
    const { credential } = await addKey(user);
    const rowSchema = z.object({
      run: z.nullable(z.string()),
      refused: z.nullable(z.string()),
      retry_after: z.nullable(z.int()),
    });
    const begin = async () => {
      const rows = await createAccess(server).enterAnd(credential, 'ask', (_, connection) =>
        connection.query(rowSchema, 'SELECT * FROM fiscal.begin_question($1, $2, $3)', [user, 3, 2]),
      );
      return rows?.[0];
    };
    const end = (run: string | null | undefined) => server.query(z.unknown(), 'SELECT fiscal.end_question($1)', [run]);
    const [first, second, third] = [await begin(), await begin(), await begin()];
    expect([first?.refused, second?.refused, third?.refused]).toEqual([null, null, 'running']);
    await end(first?.run);
    expect((await begin())?.refused).toBeNull();
    await end(second?.run);
    const refused = await begin();
    expect(refused?.refused).toBe('per_day');
    expect(refused?.retry_after).toBeGreaterThan(0);
    expect(refused?.retry_after).toBeLessThanOrEqual(86_400);
    await change('INSERT INTO fiscal.quotas VALUES ($1, 4, NULL)', user);
    expect((await begin())?.refused).toBeNull();
    expect((await begin())?.refused).toBe('per_day');
  });

  it('begins questions while a change of the rights of the person is not committed', async () => {
    const user = await addPrincipal('user');
    const collection = await addCollection();
    const rows = await admin.transaction(async (connection) => {
      // The reference to the person is locked. The audit is not: it belongs to the whole firm.
      await connection.query(z.unknown(), 'ALTER TABLE fiscal.grants DISABLE TRIGGER audited');
      await connection.query(z.unknown(), 'INSERT INTO fiscal.grants VALUES ($1, $2)', [user, collection]);
      await connection.query(z.unknown(), 'ALTER TABLE fiscal.grants ENABLE TRIGGER audited');
      return server.query(z.unknown(), 'SELECT * FROM fiscal.begin_question($1, NULL, NULL)', [user]);
    });
    expect(rows).toHaveLength(1);
  });

  it('answers that it is not ready if another transaction keeps the audit, and ends one that does nothing', async () => {
    const user = await addPrincipal('user');
    const stalled = admin.transaction(async (connection) => {
      await connection.query(z.unknown(), 'SELECT 1 FROM fiscal.audit_head FOR UPDATE');
      await expect(appendAudit(server, user, 'question', {})).rejects.toMatchObject({ status: 503 });
      await expect
        .poll(() =>
          appendAudit(server, user, 'question', {}).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    });
    await expect(stalled).rejects.toMatchObject({ status: 503 });
  });

  it('notes each change of rights in the audit, with ids and without names or digests', async () => {
    const before = await auditHead(server);
    const user = await addPrincipal('user', 'Grace Hopper');
    const collection = await addCollection();
    await addKey(user);
    await grant(user, collection);
    await wall(user, collection);
    await change('DELETE FROM fiscal.grants WHERE principal_id = $1', user);
    const entries = await admin.query(
      z.object({ entry: z.string() }),
      'SELECT entry FROM fiscal.audit WHERE seq > $1 ORDER BY seq',
      [before.seq],
    );
    const parsed = entries.map(({ entry }) => JSON.parse(entry));
    expect(parsed.map(({ action }) => action)).toEqual([
      ...['principals.insert', 'collections.insert', 'keys.insert', 'grants.insert', 'walls.insert', 'grants.delete'],
    ]);
    expect(parsed[3].details).toEqual({ principal_id: user, collection_id: collection });
    expect(JSON.stringify(parsed)).not.toMatch(/Grace|digest|folder/);
    expect(parsed.every(({ role }) => role === 'admin')).toBe(true);
  });

  it('keeps one chain while many servers write to it at once', async () => {
    const before = await auditHead(server);
    const user = await addPrincipal('user');
    await Promise.all(Array.from({ length: 40 }, (_, at) => appendAudit(server, user, 'question', { at })));
    const result = await verifyAudit(admin, before);
    expect(result).toMatchObject({ valid: true, head: await auditHead(server) });
    expect((await auditHead(server)).seq).toBe(before.seq + 41);
  });

  it('finds an entry of the audit that was changed, removed from the middle, or cut off at the end', async () => {
    const { adminUrl, serverUrl } = await postgres.create();
    const [owner, writer] = [openDatabase({ url: adminUrl }), openDatabase({ url: serverUrl })];
    for (let at = 0; at < 5; at += 1) await appendAudit(writer, 1, 'answer', { sources: at });
    const head = await auditHead(owner);
    await expect(owner.query(z.unknown(), 'DELETE FROM fiscal.audit')).rejects.toThrow('never changed');
    await owner.query(z.unknown(), 'ALTER TABLE fiscal.audit DISABLE TRIGGER audit_stays');
    const spoiled = async (sql: string) => {
      let result: unknown;
      await owner
        .transaction(async (connection) => {
          for (const statement of sql.split(';')) await connection.query(z.unknown(), statement);
          result = await verifyAudit(connection, head);
          throw new Error('undo');
        })
        .catch(() => {});
      return result;
    };
    expect(await spoiled('SELECT 1')).toMatchObject({ valid: true, head });
    expect(
      await spoiled(`UPDATE fiscal.audit SET entry = replace(entry, '"sources": 2', '"sources": 9') WHERE seq = 3`),
    ).toEqual({ valid: false, seq: 3, problem: 'The entry was changed.' });
    expect(await spoiled('DELETE FROM fiscal.audit WHERE seq = 2')).toMatchObject({ valid: false, seq: 2 });
    expect(await spoiled('DELETE FROM fiscal.audit WHERE seq = 5')).toMatchObject({ valid: false, seq: 6 - 1 });
    const cut = `DELETE FROM fiscal.audit WHERE seq = 5;
      UPDATE fiscal.audit_head SET seq = 4, hash = (SELECT hash FROM fiscal.audit WHERE seq = 4)`;
    expect(await spoiled(cut)).toMatchObject({ valid: false, seq: 5 });
    await Promise.all([owner.close(), writer.close()]);
  });

  it('does nothing when the tables are those of this version already', async () => {
    const { adminUrl } = await postgres.create();
    const owner = openDatabase({ url: adminUrl });
    expect(await migrate(owner.pool)).toEqual([]);
    await owner.close();
  });
});
