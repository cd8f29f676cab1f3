/** The database of a command. */
import { type Environment, UsageError } from '../../cli/command.ts';
import { type Database, openDatabase } from '../database/database.ts';

export const DATABASE_OPTIONS = { 'database-url': { type: 'string' } } as const;

export const DATABASE_HELP = `  --database-url URL  postgres://USER@HOST/DATABASE. Also read from FISCAL_DATABASE_URL. The password is better in
                      PGPASSWORD or ~/.pgpass: others on the machine can see the options of a program.
`;

/** Throws UsageError. */
export function databaseFrom(values: { readonly 'database-url'?: string | undefined }, env: Environment): Database {
  const url = values['database-url'] ?? env.FISCAL_DATABASE_URL;
  if (!url) throw new UsageError('Name the database: --database-url URL, or FISCAL_DATABASE_URL.');
  if (!/^postgres(ql)?:\/\//.test(url)) throw new UsageError('--database-url must begin with postgres://');
  return openDatabase({ url });
}
