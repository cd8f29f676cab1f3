/**
 * One process at a time updates an index. The lock is one of SQLite on a file beside the index, which the system releases when the
 * process ends in any way.
 */
import { DatabaseSync } from 'node:sqlite';
import { isBusy, makePrivate } from './schema.ts';

/** Null while another process has the lock. Throws if the file cannot be written. */
export function lockIndex(path: string): (() => void) | null {
  const file = `${path}.lock`;
  makePrivate(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
