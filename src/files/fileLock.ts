/**
 * A lock that one process at a time has, also among the threads of one process. It is one of SQLite on a file of its own, which the system
 * releases when the process ends in any way.
 */
import { chmodSync } from 'node:fs';
import { DatabaseSync, sqliteCode } from './sqlite.ts';

/** SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;

/** Returns what releases the lock. Null while another one has it. Throws if the file cannot be written. */
export function lockFile(path: string): (() => void) | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    // Opening and closing the file here would release every lock that this process has on it.
    chmodSync(path, 0o600);
    return () => database.close();
  } catch (error) {
    database.close();
    if (sqliteCode(error) === BUSY) return null;
    throw error;
  }
}
