/** The list behind `#` in the question box: the open editors, then the files and folders of the opened folders. */
import type * as Vscode from 'vscode';
import { baseName } from '../../conversation/display.ts';
import { chosenIn } from '../common/prompts.ts';
import { plainLabel } from '../common/withoutIcons.ts';

/** Files of the opened folders that are listed. */
const MAX_LISTED = 5000;

interface Item extends Vscode.QuickPickItem {
  readonly uris: readonly Vscode.Uri[];
}

export interface Picked {
  /** The chosen file, or the files in the chosen folder. Empty if the user chose nothing. */
  readonly uris: readonly Vscode.Uri[];
  /** What the user wrote into the list before closing it without a choice. */
  readonly typed: string;
}

export async function pickAttachments(vscode: typeof Vscode): Promise<Picked> {
  const { window, l10n } = vscode;
  const pick = window.createQuickPick<Item>();
  pick.title = l10n.t('Attach to the question');
  pick.placeholder = l10n.t('Select a file, a folder or an open editor');
  pick.matchOnDescription = true;
  pick.busy = true;
  listItems(vscode).then(
    (items) => {
      pick.items = items;
      pick.busy = false;
    },
    () => pick.hide(),
  );
  const chosen = await chosenIn(pick);
  return chosen ? { uris: chosen.uris, typed: '' } : { uris: [], typed: pick.value };
}

async function listItems(vscode: typeof Vscode): Promise<Item[]> {
  const { workspace, l10n, QuickPickItemKind } = vscode;
  const separator = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator, uris: [] });
  const editors = openFiles(vscode);
  const opened = new Set(editors.map(String));
  const files = await workspace.findFiles('**/*', undefined, MAX_LISTED);
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  const others = sorted.filter((uri) => !opened.has(uri.toString()));
  return [
    separator(l10n.t('Open editors')),
    ...editors.map((uri) => fileItem(vscode, uri)),
    separator(l10n.t('Files')),
    ...others.map((uri) => fileItem(vscode, uri)),
    separator(l10n.t('Folders')),
    ...folderItems(vscode, sorted),
  ];
}

/** The files of the open editors, the active one first. */
function openFiles({ window, TabInputText, TabInputCustom }: typeof Vscode): Vscode.Uri[] {
  const active = window.tabGroups.activeTabGroup.activeTab;
  const tabs = [...(active ? [active] : []), ...window.tabGroups.all.flatMap((group) => group.tabs)];
  const uris = tabs.flatMap(({ input }) =>
    input instanceof TabInputText || input instanceof TabInputCustom ? [input.uri] : [],
  );
  const files = uris.filter(({ scheme }) => scheme === 'file' || scheme === 'vscode-remote');
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

function fileItem({ workspace }: typeof Vscode, uri: Vscode.Uri): Item {
  return item('file', uri.path, folderOf(workspace.asRelativePath(uri)), [uri]);
}

/** Each folder that has a listed file in it, with the files directly in it. */
function folderItems({ workspace }: typeof Vscode, files: readonly Vscode.Uri[]): Item[] {
  const folders = new Map<string, Vscode.Uri[]>();
  for (const uri of files) {
    const folder = folderOf(workspace.asRelativePath(uri));
    if (folder !== '') folders.set(folder, [...(folders.get(folder) ?? []), uri]);
  }
  return [...folders].map(([folder, inside]) => item('folder', folder, folderOf(folder), inside));
}

function item(icon: string, path: string, description: string, uris: readonly Vscode.Uri[]): Item {
  return { label: `$(${icon}) ${plainLabel(baseName(path))}`, description: plainLabel(description), uris };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
