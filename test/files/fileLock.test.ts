import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFile } from '../../src/files/fileLock.ts';
import { temporaryFolder } from '../service/temporary.ts';

it('a lock is had once, and again after it was released', () => {
  const path = join(temporaryFolder(), 'lock');
  const unlock = lockFile(path);
  expect(lockFile(path)).toBeNull();
  unlock?.();
  const again = lockFile(path);
  expect(again).not.toBeNull();
  again?.();
});

it('the lock of a process that is killed is free at once', async () => {
  const path = join(temporaryFolder(), 'lock');
  const script = `import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync(${JSON.stringify(path)});
    database.exec('BEGIN EXCLUSIVE');
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  expect(lockFile(path)).toBeNull();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const unlock = lockFile(path);
  expect(unlock).not.toBeNull();
  unlock?.();
});

it('another process does not get the lock after the process that has it has tried again', () => {
  const path = join(temporaryFolder(), 'lock');
  const unlock = lockFile(path);
  expect(lockFile(path)).toBeNull();
  const script = `import { DatabaseSync } from 'node:sqlite';
    new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 }).exec('BEGIN EXCLUSIVE');`;
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(other.status).not.toBe(0);
  expect(other.stderr).toContain('database is locked');
  unlock?.();
});

it.skipIf(process.platform === 'win32')('the file of a lock is for its user only', () => {
  const path = join(temporaryFolder(), 'lock');
  const unlock = lockFile(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  unlock?.();
});
