/** A PostgreSQL server for a test file: the one that is installed, in a temporary folder, reached by a socket of the file system. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../src/firm/database/migrate.ts';

export const POSTGRES = findPostgres();

/** What tests say that are not run. */
export const WITHOUT_POSTGRES =
  POSTGRES === null
    ? 'NOT RUN: PostgreSQL is not installed, or has no user `postgres` to run as. On Debian or Ubuntu: apt-get install postgresql'
    : '';

// Elsewhere the summary of the tests lists what was not run. Linux is where CI can install PostgreSQL.
if (POSTGRES === null && process.env.CI && process.platform === 'linux') throw new Error(WITHOUT_POSTGRES);

export interface TestDatabase {
  /** As the owner of the tables, who administers. */
  readonly adminUrl: string;
  /** As the server connects. */
  readonly serverUrl: string;
  /** As the indexer connects. */
  readonly indexerUrl: string;
}

export interface TestPostgres {
  /** A database of its own with the tables of Fiscal. */
  create(): Promise<TestDatabase>;
  /** Ends all connections, as a restart does, and accepts new ones. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Throws if PostgreSQL is not installed. */
export async function startPostgres(): Promise<TestPostgres> {
  if (POSTGRES === null) throw new Error(WITHOUT_POSTGRES);
  const programs = POSTGRES;
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-pg-'));
  const data = join(folder, 'data');
  const user = process.getuid?.() === 0 ? unprivileged() : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const initialized = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (initialized.status !== 0) throw new Error(`initdb failed: ${initialized.stderr}`);
  const url = (role: string, database: string) => `postgres://${role}@/${database}?host=${encodeURIComponent(folder)}`;
  const run = async () => {
    const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'shared_buffers=16MB'];
    const child = spawn(join(programs, 'postgres'), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
    let errors = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (bytes) => {
        errors += bytes;
        if (errors.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL ended: ${errors}`)));
    });
    // "Fast" shutdown: running transactions are ended.
    return async () => {
      child.kill('SIGINT');
      await ended;
    };
  };
  let end = await run();
  let number = 0;
  const asAdmin = async (database: string, sql: string) => {
    const client = new pg.Client({ connectionString: url('admin', database) });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  return {
    async create() {
      number += 1;
      const name = `firm${number}`;
      await asAdmin('postgres', `CREATE DATABASE ${name}`);
      const pool = new pg.Pool({ connectionString: url('admin', name), max: 1 });
      await migrate(pool).finally(() => pool.end());
      if (number === 1)
        await asAdmin(
          name,
          'CREATE ROLE server LOGIN IN ROLE fiscal_server; CREATE ROLE indexer LOGIN IN ROLE fiscal_indexer',
        );
      return { adminUrl: url('admin', name), serverUrl: url('server', name), indexerUrl: url('indexer', name) };
    },
    async restart() {
      await end();
      end = await run();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of `initdb` and `postgres`. Debian keeps it out of the search path. */
function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  // PostgreSQL refuses to run as root.
  if (process.getuid?.() === 0 && unprivileged() === null) return null;
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return (
    folders.find((each) => each !== '' && existsSync(join(each, 'initdb')) && existsSync(join(each, 'postgres'))) ??
    null
  );
}

/** The user `postgres` of the system. Null: there is none. */
function unprivileged(): { uid: number; gid: number } | null {
  const idOf = (option: string) => spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? { uid: Number(uid), gid: Number(gid) } : null;
}
