import type * as Vscode from 'vscode';
import type { Settings } from '../settings.ts';

/**
 * Absolute paths of the folders that the library reads: the open folders, or the subfolders that workspace settings name, then the
 * folders of the user settings, in which `~` means `home`. The worker cannot read folders that are not on a disk (github.dev).
 */
export function foldersOf(
  vscode: Pick<typeof Vscode, 'workspace' | 'Uri'>,
  settings: Pick<Settings, 'library'>,
  home?: string,
): string[] {
  const { within } = settings.library;
  const folders = settings.library.folders.map((folder) => folder.trim());
  const named = home ? folders.map((folder) => folder.replace(/^~(?=[\\/]|$)/, () => home)) : folders;
  const opened = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  const own = opened.flatMap(({ uri }) =>
    within.length > 0 ? within.map((path) => vscode.Uri.joinPath(uri, path).fsPath) : [uri.fsPath],
  );
  return [...new Set([...own, ...named.filter(isAbsolute)])];
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}
