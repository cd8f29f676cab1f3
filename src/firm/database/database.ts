/** Connections to PostgreSQL, and rows that are checked. */
import pg from 'pg';
import * as z from 'zod/mini';
import { NotReady } from '../notReady.ts';

export interface Connection {
  /** Throws if a row does not have the shape. */
  query<Row extends z.ZodMiniType>(row: Row, sql: string, values?: readonly unknown[]): Promise<z.output<Row>[]>;
}

export interface Database extends Connection {
  readonly pool: pg.Pool;
  /** Commits what `work` did, or undoes it if it throws. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host/database`; a password may also be in PGPASSWORD or ~/.pgpass. */
  readonly url: string;
  readonly connections?: number;
}

/** Milliseconds that a connection and a statement may take. */
const CONNECT_TIME = 5_000;
const STATEMENT_TIME = 15_000;
/** Milliseconds for which a statement waits for a lock, and for which a transaction may do nothing while it holds locks. */
const LOCK_TIME = 5_000;
const IDLE_TIME = 10_000;

export function openDatabase({ url, connections = 10 }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIME,
    statement_timeout: STATEMENT_TIME,
    lock_timeout: LOCK_TIME,
    idle_in_transaction_session_timeout: IDLE_TIME,
    query_timeout: STATEMENT_TIME + CONNECT_TIME,
    application_name: 'fiscal',
  });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', () => {});
  // One that breaks in use rejects its statement. Without a listener the process would end as well.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return {
    pool,
    query: over((sql, values) => pool.query(sql, values)).query,
    async transaction(work) {
      const client = await pool.connect().catch(unavailable);
      try {
        await client.query('BEGIN').catch(unavailable);
        const result = await work(over((sql, values) => client.query(sql, values)));
        await client.query('COMMIT').catch(unavailable);
        client.release();
        return result;
      } catch (thrown) {
        // A connection whose transaction cannot be ended is closed.
        const undone = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        );
        client.release(!undone);
        throw thrown;
      }
    },
    close: () => pool.end(),
  };
}

function over(run: (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }>): Connection {
  return {
    async query(row, sql, values = []) {
      const { rows } = await run(sql, [...values]).catch(unavailable);
      return rows.map((each) => z.parse(row, each));
    },
  };
}

/**
 * An error that PostgreSQL reports for a statement has a severity. Errors of the classes 08, 53 and 57, and those of a lock that is not free,
 * mean that PostgreSQL is not available now.
 */
function unavailable(thrown: unknown): never {
  const reported = z.object({ severity: z.string(), code: z.string() }).safeParse(thrown);
  if (reported.success && !/^(08|53|57|55P03|25P03)/.test(reported.data.code)) throw thrown;
  throw new NotReady(thrown);
}
