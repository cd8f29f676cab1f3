/** Reads the user's template for memos. A folder can only name a file inside of itself, and no link leads out of it. */
import type * as Vscode from 'vscode';
import { isOfType } from '../common/fileType.ts';
import type { MemoTemplate } from '../common/settings.ts';

/** Bytes. A larger file is no template. */
const MAX_TEMPLATE = 1_000_000;

export interface ReadTemplate {
  /** null: the built-in layout is used. */
  readonly text: string | null;
  /** Why the template could not be used, for the user. */
  readonly problem: string | null;
}

export async function readTemplate(
  vscode: typeof Vscode,
  template: MemoTemplate | null,
  home: string | undefined,
): Promise<ReadTemplate> {
  if (template === null) return { text: null, problem: null };
  const { l10n } = vscode;
  const unusable = (reason: string) => ({ text: null, problem: reason });
  const { path } = template;
  const uri = isAbsolute(path)
    ? await absolute(vscode, template, home)
    : await inFolders(
        vscode,
        path,
        (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri),
      );
  if (uri === 'link') {
    return unusable(l10n.t('The memo template {0} is a link and was not used. Replace the link with the file.', path));
  }
  if (uri === null) {
    return unusable(l10n.t('The memo template {0} was not found. The built-in layout was used.', path));
  }
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > MAX_TEMPLATE) {
      return unusable(l10n.t('The memo template {0} is larger than 1 MB and was not used.', path));
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null };
  } catch {
    return unusable(l10n.t('The memo template {0} could not be read as text. The built-in layout was used.', path));
  }
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|~[\\/]|[A-Za-z]:[\\/])/.test(path);
}

async function absolute(
  vscode: typeof Vscode,
  { path, byFolder }: MemoTemplate,
  home: string | undefined,
): Promise<Vscode.Uri | null> {
  // The settings accept only relative paths from a folder.
  if (byFolder) return null;
  const { Uri } = vscode;
  if (!path.startsWith('~')) return fileAt(vscode, Uri.file(path));
  return home === undefined ? null : fileAt(vscode, Uri.joinPath(Uri.file(home), path.slice(1)));
}

/** The file in the first folder that has it. */
async function inFolders(
  vscode: typeof Vscode,
  path: string,
  folders: readonly Vscode.Uri[],
): Promise<Vscode.Uri | 'link' | null> {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || path.includes('\0')) return null;
  for (const folder of folders) {
    let uri = folder;
    for (const part of parts) {
      uri = vscode.Uri.joinPath(uri, part);
      if (await isOfType(vscode, uri, 'SymbolicLink')) return 'link';
    }
    if (await isOfType(vscode, uri, 'File')) return uri;
  }
  return null;
}

async function fileAt(vscode: typeof Vscode, uri: Vscode.Uri): Promise<Vscode.Uri | null> {
  return (await isOfType(vscode, uri, 'File')) ? uri : null;
}
