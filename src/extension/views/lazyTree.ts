/** A tree whose provider is loaded when the tree is first shown. */
import type * as Vscode from 'vscode';

export function lazyTree<T>(
  vscode: Pick<typeof Vscode, 'EventEmitter'>,
  load: () => Vscode.TreeDataProvider<T>,
): Vscode.TreeDataProvider<T> {
  const changed = new vscode.EventEmitter<T | T[] | null | undefined>();
  let loaded: Vscode.TreeDataProvider<T> | undefined;
  const provider = () => {
    if (!loaded) {
      loaded = load();
      loaded.onDidChangeTreeData?.((element) => changed.fire(element ?? undefined));
    }
    return loaded;
  };
  return {
    onDidChangeTreeData: changed.event,
    getChildren: (element) => provider().getChildren(element),
    getTreeItem: (element) => provider().getTreeItem(element),
  };
}
