/** The status bar item and its command. The item is loaded and shown after the first chat, not before. */
import type * as Vscode from 'vscode';
import type { Feature } from '../common/contributions.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { StatusItemDeps } from './statusItem.ts';

export function registerStatus(
  deps: StatusItemDeps & { readonly settings: SettingsHolder },
): Feature<'fiscal.showStatus'> {
  const { panel } = deps;
  let item: Vscode.Disposable | undefined;
  let disposed = false;

  async function show(): Promise<void> {
    await panel.currentChat();
    const { createStatusItem } = await import('./statusItem.ts');
    if (!disposed) item = createStatusItem(deps);
  }
  void show();

  return {
    commands: {
      async 'fiscal.showStatus'() {
        const { showStatusMenu } = await import('./statusMenu.ts');
        await showStatusMenu({ ...deps, chat: await panel.currentChat() });
      },
    },
    dispose() {
      disposed = true;
      item?.dispose();
    },
  };
}
