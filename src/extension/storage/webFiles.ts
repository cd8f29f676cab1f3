/** Files of the store through VS Code's own file system: what a browser has. A rename that does not overwrite is exclusive there. */
import type * as Vscode from 'vscode';
import type { StoreFiles } from './diskFiles.ts';
import { DamagedError } from './fileErrors.ts';

/** The codes of vscode.FileSystemError in node's words. */
const CODES: Readonly<Record<string, string>> = {
  FileNotFound: 'ENOENT',
  FileExists: 'EEXIST',
  FileNotADirectory: 'ENOTDIR',
  FileIsADirectory: 'EISDIR',
  NoPermissions: 'EACCES',
  Unavailable: 'EIO',
};

type FileApi = Pick<typeof Vscode, 'Uri'> & { readonly workspace: Pick<typeof Vscode.workspace, 'fs'> };

export function createWebFiles({ workspace, Uri }: FileApi, folder: Vscode.Uri): StoreFiles {
  const { fs } = workspace;
  const at = (name: string) => (name === '.' ? folder : Uri.joinPath(folder, name));

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

  async function write(name: string, lines: Iterable<string>): Promise<string> {
    await act(() => fs.createDirectory(folder));
    const temporary = `${name}.${crypto.randomUUID()}.tmp`;
    try {
      await act(() => fs.writeFile(at(temporary), new TextEncoder().encode([...lines].join(''))));
    } catch (error) {
      await remove(temporary).catch(() => undefined);
      throw error;
    }
    return temporary;
  }

  /** False when the name is taken. The temporary file is gone afterwards, whatever happens. */
  async function moveTo(temporary: string, name: string, overwrite: boolean): Promise<boolean> {
    try {
      return await unless('EEXIST', false, async () => {
        await fs.rename(at(temporary), at(name), { overwrite });
        return true;
      });
    } finally {
      await remove(temporary).catch(() => undefined);
    }
  }

  return {
    exists: (name) =>
      unless('ENOENT', false, async () => {
        await fs.stat(at(name));
        return true;
      }),
    remove,
    syncFolder: async () => {},
    names: () => unless('ENOENT', [], async () => (await fs.readDirectory(folder)).map(([name]) => name)),
    writeNew: async (name, lines) => moveTo(await write(name, lines), name, false),
    async replace(name, lines) {
      await moveTo(await write(name, lines), name, true);
    },
    rename: (from, to) => act(() => fs.rename(at(from), at(to), { overwrite: true })),
    async *lines(name) {
      const bytes = await act(() => fs.readFile(at(name)));
      let text: string;
      try {
        text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        throw new DamagedError('The file is not UTF-8 text.');
      }
      const lines = text.split('\n');
      const rest = lines.pop();
      yield* lines;
      if (rest) throw new DamagedError('The last line is cut off.');
    },
  };
}
