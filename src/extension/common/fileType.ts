import type * as Vscode from 'vscode';

type Api = Pick<typeof Vscode, 'workspace' | 'FileType'>;

/** False also for what does not exist or cannot be looked at. A file or a folder can also be a link. */
export async function isOfType(
  { workspace, FileType }: Api,
  uri: Vscode.Uri,
  type: Exclude<keyof typeof Vscode.FileType, 'Unknown'>,
): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType[type]) !== 0;
  } catch {
    return false;
  }
}
