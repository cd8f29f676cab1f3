/** Links in opened folders: a folder could lead out of itself with one. */
import type * as Vscode from 'vscode';
import { isOfType } from './fileType.ts';

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
    if (await isOfType(vscode, place, 'SymbolicLink')) return true;
  }
  return false;
}
