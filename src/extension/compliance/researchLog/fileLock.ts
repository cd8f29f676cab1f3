/** One process at a time, by a file that only one can create. What a process that is gone left is taken over. */
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { codeOf } from '../../storage/fileErrors.ts';

/** A holder works for milliseconds; after this long it is gone, or on a machine that sleeps. */
const STALE = 10_000;
const WAIT = 5;
/** Milliseconds after which waiting is given up. */
const PATIENCE = 20_000;

export class LockError extends Error {
  override readonly name = 'LockError';
  readonly code = 'EBUSY';
}

export async function withFileLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${os.hostname()} ${randomUUID()}`;
  const until = Date.now() + PATIENCE;
  while (!(await tryTake(file, token))) {
    if (Date.now() > until) throw new LockError('Another window holds the file.');
    await removeStale(file);
    await sleepFor(WAIT + Math.random() * WAIT);
  }
  try {
    return await act();
  } finally {
    // After a sleep of the machine another may have taken over: then the file is not ours to remove.
    if ((await read(file))?.token === token) await fs.rm(file, { force: true });
  }
}

async function tryTake(file: string, token: string): Promise<boolean> {
  try {
    await fs.writeFile(file, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const code = codeOf(error);
    // Windows says EPERM for a file that is just being deleted.
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false;
    throw error;
  }
}

async function removeStale(file: string): Promise<void> {
  const held = await read(file);
  if (!held || !isStale(held)) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    await fs.rename(file, aside);
    // Between the look and the rename another may have taken over: then its lock goes back to its place.
    if ((await read(aside))?.token !== held.token) await fs.link(aside, file).catch(() => undefined);
    await fs.rm(aside, { force: true });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

async function read(file: string): Promise<{ token: string; age: number } | null> {
  try {
    const [token, { mtimeMs }] = await Promise.all([fs.readFile(file, 'utf8'), fs.stat(file)]);
    return { token, age: Date.now() - mtimeMs };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

function isStale({ token, age }: { token: string; age: number }): boolean {
  const [pid, host] = token.split(' ');
  if (age > STALE) return true;
  if (host !== os.hostname() || !pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
