/** Names the matter of a folder: one of those that the firm's server lists for the user. */
import type * as Vscode from 'vscode';
import type { FirmServer } from '../../client/firmServer.ts';
import { parseMatterName } from '../../conversation/matter.ts';
import { SECTION, type SettingId } from '../common/contributions.ts';
import { cancellable, offer } from '../common/prompts.ts';
import { ownValue } from '../common/settingValues.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import { mattersProblem } from './problems.ts';

export interface ChooseMatterOptions {
  readonly vscode: typeof Vscode;
  readonly folder: Vscode.WorkspaceFolder;
  readonly host: string;
  readonly base: string;
  readonly client: Promise<FirmServer>;
  /** The name in use. */
  readonly current: string | null;
  /** The user's settings name this server as the firm's. */
  readonly isFirmServer: boolean;
}

interface Item extends Vscode.QuickPickItem {
  /** Null: no matter. */
  readonly name: string | null;
}

export async function chooseMatter(options: ChooseMatterOptions): Promise<void> {
  const { vscode, host, folder, current } = options;
  const { l10n, window } = vscode;
  const names = await readMatters(options);
  if (names === null) return;
  const items: Item[] = [
    ...[...names]
      .sort((one, other) => one.localeCompare(other))
      .map((name) => ({
        name,
        label: plainLabel(name),
        ...(name === current && { description: l10n.t('Current') }),
      })),
    {
      name: null,
      label: l10n.t('No matter'),
      detail: l10n.t('Answers are from everything that you may see at {0}.', host),
      alwaysShow: true,
    },
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Matter of {0}', folder.name),
    placeHolder:
      names.length > 0
        ? l10n.t('Each question of this folder gives {0} the name that you choose', host)
        : l10n.t('{0} has no matter that you have access to', host),
    ignoreFocusOut: true,
  });
  if (chosen) await save(options, chosen.name);
}

/** Null after a message that says why there is no list, or if the user canceled. */
async function readMatters({ vscode, host, client }: ChooseMatterOptions): Promise<readonly string[] | null> {
  const { l10n, window } = vscode;
  return cancellable(vscode, l10n.t('Reading the matters of {0}…', host), async (signal) => {
    try {
      const names = await (await client).matters(signal);
      // A name that cannot be shown as it is sent is not offered.
      return names.filter((name) => parseMatterName(name).name === name);
    } catch (thrown) {
      if (!signal.aborted) void window.showErrorMessage(mattersProblem(thrown, host, l10n));
      return null;
    }
  });
}

async function save({ vscode, folder, base, isFirmServer }: ChooseMatterOptions, name: string | null): Promise<void> {
  const { l10n, window, workspace, commands, ConfigurationTarget } = vscode;
  const write = (id: SettingId, value: string | undefined, target: Vscode.ConfigurationTarget) =>
    workspace.getConfiguration(SECTION, folder.uri).update(id, value, target);
  /** An empty name, where the settings of the user or of a workspace of several folders would give one. */
  const noName = () => {
    const configuration = workspace.getConfiguration(SECTION, folder.uri);
    const ofWorkspace = workspace.workspaceFile && configuration.inspect('matterName')?.workspaceValue;
    return ofWorkspace || ownValue(configuration, 'matterName') ? '' : undefined;
  };
  try {
    if (!isFirmServer) await write('firmServer', base, ConfigurationTarget.Global);
    await write('matterName', name ?? noName(), ConfigurationTarget.WorkspaceFolder);
  } catch {
    const text = l10n.t('The matter could not be saved. Correct the settings file of the folder, then try again.');
    await offer(window.showErrorMessage, text, l10n.t('Open Folder Settings'), () =>
      commands.executeCommand('workbench.action.openWorkspaceSettingsFile'),
    );
  }
}
