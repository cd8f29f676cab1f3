/** Brings the tables of a database to the version of this program. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import { FIRST_SCHEMA } from './firstSchema.ts';

const SCHEMA = 'fiscal';

/** A migration that was released is never changed. The names are in the order of the alphabet. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_first': {
    async up(database) {
      await sql.raw(FIRST_SCHEMA).execute(database);
    },
  },
};

/** Needs a user that may create roles and schemas. Programs that migrate at once wait for each other. Returns the names of what was done. */
export async function migrate(pool: Pool): Promise<string[]> {
  const migrator = new Migrator({
    // The pool is ended by those who made it.
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async () => MIGRATIONS },
    migrationTableSchema: SCHEMA,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}
