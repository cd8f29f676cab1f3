/** The files of one folder: whole writes that survive a crash, exclusive publishing, reading line by line. Names, not paths. */
import { randomUUID } from 'node:crypto';
import * as nodeFs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { codeOf, DamagedError, withRetry } from './fileErrors.ts';

/** The part of node:fs/promises that is used; tests put faults in. */
export type FileIo = Pick<typeof nodeFs.promises, 'open' | 'link' | 'rename' | 'unlink' | 'readdir' | 'stat' | 'mkdir'>;

const CHUNK = 256 * 1024;

/** Codes by which a file system says that it has no hard links (FAT, some network shares). */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']);

export type DiskFiles = ReturnType<typeof createDiskFiles>;
/** What the store needs; a browser has it too (webFiles.ts). Errors carry the `code` that node gives them. */
export type StoreFiles = Omit<DiskFiles, 'folder'>;

export function createDiskFiles(
  folder: string,
  io: FileIo = nodeFs.promises,
  sleep: (ms: number) => Promise<void> = (ms) => sleepFor(ms, undefined, { ref: false }),
) {
  let hasLinks = true;
  const at = (name: string) => path.join(folder, name);

  async function exists(name: string): Promise<boolean> {
    try {
      await io.stat(at(name));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async function remove(name: string): Promise<void> {
    try {
      await withRetry(() => io.unlink(at(name)), sleep);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }

  /** Writes a file that is whole and on the disk when this resolves; leaves none behind when it fails. */
  async function writeTemporary(name: string, lines: Iterable<string>): Promise<string> {
    await io.mkdir(folder, { recursive: true });
    const temporary = `${name}.${randomUUID()}.tmp`;
    const handle = await withRetry(() => io.open(at(temporary), 'wx', 0o600), sleep);
    try {
      let waiting: string[] = [];
      let length = 0;
      for (const line of lines) {
        waiting.push(line);
        length += line.length;
        if (length < CHUNK) continue;
        await handle.writeFile(waiting.join(''));
        waiting = [];
        length = 0;
      }
      await handle.writeFile(waiting.join(''));
      await handle.sync();
      await handle.close();
      return temporary;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await remove(temporary).catch(() => undefined);
      throw error;
    }
  }

  /** Makes a rename or link last over a loss of power; not every system can, and none needs it for consistency. */
  async function syncFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    try {
      const handle = await io.open(folder, 'r');
      await handle.sync().finally(() => handle.close());
    } catch {}
  }

  /** Gives a temporary file its name unless that name exists: of several that try, exactly one gets true. */
  async function publish(temporary: string, name: string): Promise<boolean> {
    if (hasLinks) {
      try {
        await withRetry(() => io.link(at(temporary), at(name)), sleep);
        await remove(temporary);
        await syncFolder();
        return true;
      } catch (error) {
        const code = codeOf(error) ?? '';
        if (code === 'EEXIST') {
          await remove(temporary);
          return false;
        }
        if (!NO_LINKS.has(code)) throw error;
        hasLinks = false;
      }
    }
    // Without links the look and the rename are two steps: two windows saving within a millisecond could cross here.
    if (await exists(name)) {
      await remove(temporary);
      return false;
    }
    await withRetry(() => io.rename(at(temporary), at(name)), sleep);
    await syncFolder();
    return true;
  }

  return {
    folder,
    exists,
    remove,
    syncFolder,

    /** Names in the folder; none when it does not exist. */
    async names(): Promise<string[]> {
      try {
        return await io.readdir(folder);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },

    /** Writes under a name that must be new; false when it was taken. */
    async writeNew(name: string, lines: Iterable<string>): Promise<boolean> {
      const temporary = await writeTemporary(name, lines);
      try {
        return await publish(temporary, name);
      } catch (error) {
        await remove(temporary).catch(() => undefined);
        throw error;
      }
    },

    /** Writes over whatever has the name. */
    async replace(name: string, lines: Iterable<string>): Promise<void> {
      const temporary = await writeTemporary(name, lines);
      try {
        await withRetry(() => io.rename(at(temporary), at(name)), sleep);
      } catch (error) {
        await remove(temporary).catch(() => undefined);
        throw error;
      }
    },

    async rename(from: string, to: string): Promise<void> {
      await withRetry(() => io.rename(at(from), at(to)), sleep);
    },

    /** The lines without their ends. Throws DamagedError for bytes that are no text and for a last line that is cut. */
    async *lines(name: string): AsyncGenerator<string> {
      const handle = await withRetry(() => io.open(at(name), 'r'), sleep);
      try {
        const buffer = Buffer.allocUnsafe(CHUNK);
        let rest: Buffer[] = [];
        for (;;) {
          const { bytesRead } = await handle.read(buffer, 0, CHUNK, null);
          if (bytesRead === 0) break;
          const piece = Buffer.from(buffer.subarray(0, bytesRead));
          let start = 0;
          for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
            rest.push(piece.subarray(start, end));
            yield toText(rest);
            rest = [];
            start = end + 1;
          }
          if (start < piece.length) rest.push(piece.subarray(start));
        }
        if (rest.length > 0) throw new DamagedError('The last line is cut off.');
      } finally {
        await handle.close();
      }
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function toText(pieces: Buffer[]): string {
  const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new DamagedError('The file is not UTF-8 text.');
  }
}
