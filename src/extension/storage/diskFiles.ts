/** The files of one folder on this machine. Reads are synchronous: for small files that is far cheaper than a promise for each. */
import { randomUUID } from 'node:crypto';
import * as nodeFs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { codeOf, withRetry } from '../../files/fileErrors.ts';
import type { FileStat, StorageFiles } from './storageFiles.ts';

/** The part of node:fs/promises that writes; tests put faults in. */
export type FileIo = Pick<
  typeof nodeFs.promises,
  'open' | 'link' | 'rename' | 'unlink' | 'readdir' | 'stat' | 'mkdir' | 'copyFile'
>;

const { O_APPEND, O_WRONLY, COPYFILE_EXCL } = nodeFs.constants;

/** Bytes that are read at once. */
const SCRATCH = 64 * 1024;

/** Codes by which a file system reports that it has no hard links (FAT, some network shares). */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']);

export function createDiskFiles(
  folder: string,
  io: FileIo = nodeFs.promises,
  sleep: (ms: number) => Promise<void> = (ms) => sleepFor(ms, undefined, { ref: false }),
): StorageFiles {
  const at = (name: string) => `${folder}${path.sep}${name}`;
  const scratch = Buffer.allocUnsafe(SCRATCH);

  function stat(name: string): FileStat | null {
    return unless(['ENOENT', 'ENOTDIR'], null, () => toStat(nodeFs.statSync(at(name))));
  }

  function open<T>(name: string, use: (file: number) => T): T | null {
    return unless(['ENOENT', 'ENOTDIR'], null, () => {
      const file = nodeFs.openSync(at(name), 'r');
      try {
        return use(file);
      } finally {
        nodeFs.closeSync(file);
      }
    });
  }

  /** The bytes may be in `scratch`, which the next call overwrites. */
  function readFrom(file: number, from: number): Buffer {
    // Most files are short: one read, into memory that is there.
    const first = nodeFs.readSync(file, scratch, 0, scratch.length, from);
    if (first < scratch.length) return scratch.subarray(0, first);
    const bytes = Buffer.allocUnsafe(Math.max(0, nodeFs.fstatSync(file).size - from));
    let length = 0;
    while (length < bytes.length) {
      const read = nodeFs.readSync(file, bytes, length, bytes.length - length, from + length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  }

  async function remove(name: string): Promise<void> {
    await withRetry(() => io.unlink(at(name)), sleep).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  }

  /** Writes a file that is whole and on the disk when this resolves; leaves none behind when it fails. */
  async function writeTemporary(name: string, text: string): Promise<string> {
    await io.mkdir(folder, { recursive: true });
    const temporary = `${name}.${randomUUID()}.tmp`;
    const handle = await withRetry(() => io.open(at(temporary), 'wx', 0o600), sleep);
    try {
      await handle.writeFile(text);
      await handle.sync();
      await handle.close();
      return temporary;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await remove(temporary).catch(() => undefined);
      throw error;
    }
  }

  /** Makes a new name last over a loss of power. Not every system can, and none needs it for consistency. */
  async function syncFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    try {
      const handle = await io.open(folder, 'r');
      await handle.sync().finally(() => handle.close());
    } catch {}
  }

  /** Of several windows that try, exactly one gets true. */
  async function publish(temporary: string, name: string): Promise<boolean> {
    try {
      await withRetry(() => io.link(at(temporary), at(name)), sleep).catch((error: unknown) => {
        if (!NO_LINKS.has(codeOf(error) ?? '')) throw error;
        return io.copyFile(at(temporary), at(name), COPYFILE_EXCL);
      });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      return false;
    }
  }

  /** Appends in one write. Null when there is no such file. */
  async function append(name: string, text: string): Promise<FileStat | null> {
    const bytes = Buffer.from(text);
    let handle: nodeFs.promises.FileHandle;
    try {
      handle = await withRetry(() => io.open(at(name), O_WRONLY | O_APPEND), sleep);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
    try {
      const { bytesWritten } = await handle.write(bytes);
      // A disk that is full takes the beginning. The whole is written again later, and lines that are there twice count once.
      if (bytesWritten < bytes.length) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      await handle.datasync();
      return toStat(await handle.stat());
    } finally {
      await handle.close();
    }
  }

  return {
    stat,
    remove,
    async names() {
      try {
        return await io.readdir(folder);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },
    read: (name) =>
      open(name, (file) => {
        const bytes = readFrom(file, 0);
        return bytes.buffer === scratch.buffer ? Buffer.from(bytes) : bytes;
      }),
    readEnd: (name, length) =>
      open(name, (file) => {
        const { size, mtimeMs } = nodeFs.fstatSync(file);
        return { size, mtimeMs, latin1: readFrom(file, Math.max(0, size - length)).toString('latin1') };
      }),
    append,
    async create(name, text) {
      const temporary = await writeTemporary(name, text);
      try {
        if (!(await publish(temporary, name))) return null;
      } finally {
        await remove(temporary).catch(() => undefined);
      }
      await syncFolder();
      return stat(name);
    },
    async replace(name, text, size) {
      const temporary = await writeTemporary(name, text);
      try {
        if (stat(name)?.size !== size) return null;
        await withRetry(() => io.rename(at(temporary), at(name)), sleep);
      } finally {
        await remove(temporary).catch(() => undefined);
      }
      await syncFolder();
      return stat(name);
    },
    copy: (from, to) => io.copyFile(at(from), at(to), COPYFILE_EXCL),
    rename: (from, to) => withRetry(() => io.rename(at(from), at(to)), sleep),
  };
}

function toStat({ size, mtimeMs }: nodeFs.Stats): FileStat {
  return { size, mtimeMs };
}

function unless<T>(codes: readonly string[], fallback: T, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return fallback;
    throw error;
  }
}
