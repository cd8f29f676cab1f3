/**
 * The command that switches between profiles. It writes the values of the profile to the user's settings. A question that was
 * asked before keeps its service.
 */
import type * as Vscode from 'vscode';
import { modeLabel } from '../../conversation/labels.ts';
import { SECTION, type SettingId } from '../common/contributions.ts';
import type { Profile, ProfileProblem } from '../common/profiles.ts';
import type { SettingsHolder } from '../common/settings.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import { type ChooseLanguageModelOptions, saveLanguageModel } from './chooseLanguageModel.ts';
import type { KeyCommands } from './keyCommands.ts';

const SETTING = 'profiles' satisfies SettingId;

interface Item extends Vscode.QuickPickItem {
  readonly run?: () => Promise<unknown> | Thenable<unknown>;
}

export interface SwitchProfileOptions {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly models: ChooseLanguageModelOptions['models'];
  readonly keyCommands: Pick<KeyCommands, 'ensureKey'>;
}

export async function switchProfile(options: SwitchProfileOptions): Promise<void> {
  const { vscode, settings } = options;
  const { l10n } = vscode;
  const { address, languageModel } = settings.current;
  const { list, problems, active } = settings.current.profiles;
  const hasBuiltIn = list.some((profile) => !profile.address && !profile.languageModel);
  const builtIn: Profile = { name: l10n.t('Built-in library'), address: null, languageModel: null, askMode: null };
  const openSettings = () =>
    vscode.commands.executeCommand('workbench.action.openSettings', `@id:${SECTION}.${SETTING}`);
  const items: Item[] = [
    ...(hasBuiltIn
      ? []
      : [
          {
            label: builtIn.name,
            description: l10n.t('Quotes your documents. Nothing leaves this machine.'),
            detail: !address && !languageModel ? l10n.t('Current') : '',
            run: () => useProfile(builtIn, options),
          },
        ]),
    ...list.map((profile) => ({
      label: plainLabel(profile.name),
      description: describe(profile, l10n),
      detail: profile.name === active ? l10n.t('Current') : '',
      run: () => useProfile(profile, options),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...problems.map((each) => ({
      label: `$(warning) ${plainLabel(each.name)}`,
      description: describeProblem(each, l10n),
      run: openSettings,
    })),
    { label: `$(add) ${l10n.t('Save Current Values as a Profile…')}`, run: () => saveProfile(options) },
    { label: `$(gear) ${l10n.t('Edit Profiles in Settings')}`, run: openSettings },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t('Switch Profile'),
    placeHolder:
      list.length === 0
        ? l10n.t('There are no profiles yet. A profile keeps a service or model, and a research mode, by name.')
        : l10n.t('The service or model, and the research mode, for the next questions'),
    matchOnDescription: true,
  });
  await chosen?.run?.();
}

/** The address is written last, because the other values take effect with it. */
async function useProfile(profile: Profile, options: SwitchProfileOptions): Promise<void> {
  const { vscode, models, keyCommands } = options;
  const configuration = vscode.workspace.getConfiguration(SECTION);
  // A message about the service before moves to the notification center.
  await vscode.commands.executeCommand('notifications.hideToasts');
  const write = (id: SettingId, value: unknown) => configuration.update(id, value, vscode.ConfigurationTarget.Global);
  if (profile.askMode) await write('askMode', profile.askMode);
  if (!profile.address) await saveLanguageModel(vscode, profile.languageModel);
  await write('baseUrl', profile.address?.base);
  if (profile.address) await keyCommands.ensureKey();
  else await models.choose(profile.languageModel);
}

async function saveProfile({ vscode, settings }: SwitchProfileOptions): Promise<void> {
  const { l10n, window, workspace } = vscode;
  const { address, languageModel, askMode, profiles } = settings.current;
  if (address && 'problem' in address) {
    void window.showWarningMessage(l10n.t('The address of the service is not valid. Correct it first.'));
    return;
  }
  const typed = await window.showInputBox({
    title: l10n.t('Save Current Values as a Profile…'),
    prompt: l10n.t('Name of the profile, for example the name of the service. The API key is not part of it.'),
    value: address?.host ?? languageModel?.model ?? '',
    validateInput(text) {
      const name = text.trim();
      if (name === '' || name.length > 60) return l10n.t('Enter a name of at most {0} characters.', 60);
      return profiles.list.some((each) => each.name === name) ? l10n.t('A profile with this name exists.') : undefined;
    },
  });
  const name = typed?.trim();
  if (!name) return;
  const configuration = workspace.getConfiguration(SECTION);
  const before: unknown = configuration.inspect(SETTING)?.globalValue;
  const profile = address ? { name, baseUrl: address.base, askMode } : { name, languageModel, askMode };
  const entry = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null));
  const next = [...(Array.isArray(before) ? before : []), entry];
  await configuration.update(SETTING, next, vscode.ConfigurationTarget.Global);
}

function describe({ address, languageModel, askMode }: Profile, l10n: typeof Vscode.l10n): string {
  const answerer = address
    ? address.host
    : languageModel
      ? l10n.t('Library with {0}', languageModel.model)
      : l10n.t('Built-in library');
  return askMode ? `${answerer} · ${modeLabel(askMode, l10n)}` : answerer;
}

function describeProblem({ problem }: ProfileProblem, l10n: typeof Vscode.l10n): string {
  switch (problem) {
    case 'form':
      return l10n.t('Not used: the name is missing, or a value has the wrong type.');
    case 'address':
      return l10n.t('Not used: the address is not valid.');
    case 'model':
      return l10n.t('Not used: the language model is not complete.');
    case 'duplicate':
      return l10n.t('Not used: another profile has this name.');
  }
}
