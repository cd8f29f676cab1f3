import type * as Vscode from 'vscode';

/** The opened folders that are on a disk. */
export function localFolders({ workspaceFolders = [] }: Pick<typeof Vscode.workspace, 'workspaceFolders'>) {
  return workspaceFolders.filter(({ uri }) => uri.scheme === 'file');
}
