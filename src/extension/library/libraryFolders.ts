import type * as Vscode from 'vscode';
import { localFolders } from '../common/localFolders.ts';
import type { Settings } from '../common/settings.ts';

export interface LibraryFolders {
  /** Absolute paths of the folders that the library reads. */
  readonly folders: readonly string[];
  /** The opened folders and those of the user's own settings. Links in `folders` may not lead out of them. */
  readonly roots: readonly string[];
}

/**
 * The open folders, or the subfolders that workspace settings name, then the folders of the user settings, in which `~` means `home`.
 * The worker cannot read folders that are not on a disk (github.dev).
 */
export function foldersOf(
  vscode: Pick<typeof Vscode, 'workspace' | 'Uri'>,
  settings: Pick<Settings, 'library'>,
  home?: string,
): LibraryFolders {
  const { within } = settings.library;
  const named = settings.library.folders.map((folder) => inHome(folder.trim(), home));
  const opened = localFolders(vscode.workspace);
  const own = opened.flatMap(({ uri }) =>
    within.length > 0 ? within.map((path) => vscode.Uri.joinPath(uri, path).fsPath) : [uri.fsPath],
  );
  const absolute = named.filter(isAbsolute);
  return {
    folders: [...new Set([...own, ...absolute])],
    roots: [...new Set([...opened.map(({ uri }) => uri.fsPath), ...absolute])],
  };
}

/** The folders of the user's settings that are not searched, because it is not known to what their paths are relative. */
export function relativeFolders({ library }: Pick<Settings, 'library'>, home?: string): string[] {
  return library.folders.filter((folder) => folder.trim() !== '' && !isAbsolute(inHome(folder.trim(), home)));
}

function inHome(folder: string, home: string | undefined): string {
  return home ? folder.replace(/^~(?=[\\/]|$)/, () => home) : folder;
}

/** What is excluded below each opened folder that is on a disk. */
export function excludedWithin(
  { workspace }: Pick<typeof Vscode, 'workspace'>,
  { library }: Pick<Settings, 'library'>,
): { folder: string; globs: readonly string[] }[] {
  return library.excludeWithin.flatMap(({ folder, globs }) => {
    const opened = localFolders(workspace).find(({ uri }) => uri.toString() === folder);
    return opened ? [{ folder: opened.uri.fsPath, globs }] : [];
  });
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}
