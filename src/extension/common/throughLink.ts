/** Links in opened folders: a folder could lead out of itself with one. */
import type * as Vscode from 'vscode';

/** Whether a file of an opened folder is a link, or is reached through one. The path of the folder itself may have links. */
export async function isThroughLink(
  vscode: Pick<typeof Vscode, 'workspace' | 'FileType' | 'Uri'>,
  uri: Vscode.Uri,
): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (!folder) return false;
  let place = folder;
  for (const part of uri.path.slice(folder.path.length).split('/').filter(Boolean)) {
    place = vscode.Uri.joinPath(place, part);
    if (await isLink(vscode, place)) return true;
  }
  return false;
}

export async function isLink(
  { workspace, FileType }: Pick<typeof Vscode, 'workspace' | 'FileType'>,
  uri: Vscode.Uri,
): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.SymbolicLink) !== 0;
  } catch {
    // Reading it gives the reason.
    return false;
  }
}
