/** Files of the store through VS Code's own file system: what a browser has. Nothing can be appended there, so files are rewritten. */
import type * as Vscode from 'vscode';
import type { FileStat, StorageFiles } from './storageFiles.ts';

/** The codes of vscode.FileSystemError as Node has them. */
const CODES: Readonly<Record<string, string>> = {
  FileNotFound: 'ENOENT',
  FileExists: 'EEXIST',
  FileNotADirectory: 'ENOTDIR',
  FileIsADirectory: 'EISDIR',
  NoPermissions: 'EACCES',
  Unavailable: 'EIO',
};

type FileApi = Pick<typeof Vscode, 'Uri'> & { readonly workspace: Pick<typeof Vscode.workspace, 'fs'> };

export function createWebFiles({ workspace, Uri }: FileApi, folder: Vscode.Uri): StorageFiles {
  const { fs } = workspace;
  const at = (name: string) => Uri.joinPath(folder, name);

  /** What a provider throws may lack a code; it is then an unknown failure of the disk, never a fault of ours. */
  async function act<T>(work: () => Thenable<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const name = error instanceof Error && 'code' in error ? String(error.code) : '';
      const code = CODES[name] ?? (/quota/i.test(String(error)) ? 'ENOSPC' : 'EIO');
      throw Object.assign(new Error(code, { cause: error }), { code });
    }
  }

  async function unless<T>(code: string, fallback: T, work: () => Thenable<T>): Promise<T> {
    try {
      return await act(work);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === code) return fallback;
      throw error;
    }
  }

  const remove = (name: string) => unless('ENOENT', undefined, () => fs.delete(at(name)));
  const read = (name: string) => unless('ENOENT', null, () => fs.readFile(at(name)));

  async function stat(name: string): Promise<FileStat | null> {
    const found = await unless('ENOENT', null, () => fs.stat(at(name)));
    return found && { size: found.size, mtimeMs: found.mtime };
  }

  /** Under a temporary name first, so that a tab that is closed in between leaves no half file. */
  async function write(name: string, bytes: Uint8Array, overwrite: boolean): Promise<boolean> {
    await act(() => fs.createDirectory(folder));
    const temporary = `${name}.${crypto.randomUUID()}.tmp`;
    try {
      await act(() => fs.writeFile(at(temporary), bytes));
      return await unless('EEXIST', false, async () => {
        await fs.rename(at(temporary), at(name), { overwrite });
        return true;
      });
    } finally {
      await remove(temporary).catch(() => undefined);
    }
  }

  const encode = (text: string) => new TextEncoder().encode(text);

  return {
    stat,
    remove,
    read: async (name) => read(name),
    names: () => unless('ENOENT', [], async () => (await fs.readDirectory(folder)).map(([name]) => name)),
    async readEnd(name, length) {
      const found = await stat(name);
      const bytes = found && (await read(name));
      return bytes && { ...found, latin1: toLatin1(bytes.subarray(-length)) };
    },
    append: (name, text) =>
      alone(name, async () => {
        const before = await read(name);
        if (!before) return null;
        const added = encode(text);
        const whole = new Uint8Array(before.length + added.length);
        whole.set(before);
        whole.set(added, before.length);
        await write(name, whole, true);
        return stat(name);
      }),
    create: (name, text) => alone(name, async () => ((await write(name, encode(text), false)) ? stat(name) : null)),
    replace: (name, text, size) =>
      alone(name, async () => {
        if ((await stat(name))?.size !== size) return null;
        await write(name, encode(text), true);
        return stat(name);
      }),
    copy: (from, to) => act(() => fs.copy(at(from), at(to))),
    rename: (from, to) => act(() => fs.rename(at(from), at(to), { overwrite: true })),
  };
}

function toLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Tabs take turns with a file: what one of them has read must not be written after another one has written. */
async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`fiscal ${name}`, work);
}
