/** Brings the tables of a database to the version of this program. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import { FIRST_SCHEMA } from './firstSchema.ts';

const SCHEMA = 'fiscal';

/** The indexer sees all collections, and nothing else. */
const INDEXER_SCHEMA = `
DO $$ BEGIN CREATE ROLE fiscal_indexer NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
GRANT USAGE ON SCHEMA fiscal TO fiscal_indexer;
GRANT SELECT ON fiscal.collections TO fiscal_indexer;
CREATE POLICY indexed ON fiscal.collections FOR SELECT TO fiscal_indexer USING (true);
`;

/** A migration that was released is never changed. The names are in the order of the alphabet. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_first': {
    async up(database) {
      // Roles belong to the whole PostgreSQL server, which may have another database of Fiscal.
      await sql`DO $$ BEGIN CREATE ROLE fiscal_server NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`.execute(
        database,
      );
      await sql.raw(FIRST_SCHEMA).execute(database);
    },
  },
  '0002_indexer': {
    async up(database) {
      await sql.raw(INDEXER_SCHEMA).execute(database);
    },
  },
  '0003_existing': {
    async up(database) {
      await sql.raw(EXISTING_SCHEMA).execute(database);
    },
  },
  '0004_rights': {
    async up(database) {
      await sql.raw(RIGHTS_SCHEMA).execute(database);
    },
  },
};

/** The server closes the indexes of collections that were removed. It learns nothing but whether ids that it knows still exist. */
const EXISTING_SCHEMA = `
CREATE FUNCTION fiscal.existing_collections(known integer[]) RETURNS TABLE (id integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
  SELECT c.id FROM fiscal.collections AS c WHERE c.id = ANY (known)
$$;
REVOKE ALL ON FUNCTION fiscal.existing_collections FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fiscal.existing_collections TO fiscal_server;
`;

/**
 * Who a caller is, and the collections that the caller sees. The functions run with the rights of the server, so that row-level security
 * holds. Their condition repeats what it does, so that one of both suffices. PL/pgSQL plans a statement once for a connection.
 */
const RIGHTS_SCHEMA = `
CREATE OR REPLACE FUNCTION fiscal.visible_collections() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT collection_id FROM fiscal.grants WHERE principal_id = ANY (fiscal.current_principals())
    EXCEPT SELECT collection_id FROM fiscal.walls WHERE principal_id = ANY (fiscal.walled_principals());
END $$;
CREATE FUNCTION fiscal.collections_seen() RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'folder', c.folder, 'public_id', c.public_id)
      ORDER BY c.id), '[]')
    FROM fiscal.collections AS c WHERE c.id IN (SELECT fiscal.visible_collections())
  );
END $$;
CREATE FUNCTION fiscal.rights_by_key(given bytea, wanted text) RETURNS TABLE (user_id integer, key_id integer, collections json)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT e.user_id, e.key_id INTO user_id, key_id FROM fiscal.enter_by_key(given, wanted) AS e;
  IF user_id IS NULL THEN RETURN; END IF;
  collections := fiscal.collections_seen();
  RETURN NEXT;
END $$;
CREATE FUNCTION fiscal.rights_by_name(given text, group_names text[], token_ends timestamptz)
RETURNS TABLE (user_id integer, key_id integer, collections json)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT e.user_id, e.key_id INTO user_id, key_id FROM fiscal.enter_by_name(given, group_names, token_ends) AS e;
  IF user_id IS NULL THEN RETURN; END IF;
  collections := fiscal.collections_seen();
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION fiscal.collections_seen, fiscal.rights_by_key, fiscal.rights_by_name FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fiscal.collections_seen, fiscal.rights_by_key, fiscal.rights_by_name TO fiscal_server;
`;

/** Needs a user that may create roles and schemas. Programs that migrate at once wait for each other. Returns the names of what was done. */
export async function migrate(pool: Pool): Promise<string[]> {
  const { error, results = [] } = await migratorOf(pool).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

function migratorOf(pool: Pool): Migrator {
  return new Migrator({
    // The pool is ended by those who made it.
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async () => MIGRATIONS },
    migrationTableSchema: SCHEMA,
  });
}
