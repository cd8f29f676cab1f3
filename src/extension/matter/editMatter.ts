/** Edits the matter of a folder by quick inputs: a list of its fields, and one input for each. */
import type * as Vscode from 'vscode';
import * as z from 'zod/mini';
import {
  factLabel,
  MATTER_FIELDS,
  MAX_CLIENT_NAMES,
  MAX_FACT,
  type MatterField,
  parseMatter,
} from '../../conversation/matter.ts';
import { type CommandId, SECTION } from '../common/contributions.ts';
import { describeProblem } from '../common/matterProblem.ts';
import { offer } from '../common/prompts.ts';
import { matterNameOf, type Settings, type SettingsHolder } from '../common/settings.ts';

type Field = MatterField | 'clientNames';
/** `matterName`: the name at the firm's server, which another command chooses. */
type Choice = Field | 'matterName';

interface Item extends Vscode.QuickPickItem {
  readonly field?: Choice;
}

const objectSchema = z.record(z.string(), z.unknown());

/** Ends when the user closes the list. Each field is saved when it is entered. */
export async function editMatter(
  vscode: typeof Vscode,
  folder: Vscode.WorkspaceFolder,
  settings: Pick<SettingsHolder, 'current'>,
): Promise<void> {
  for (;;) {
    const field = await pickField(vscode, folder, settings.current);
    if (!field) return;
    if (field === 'matterName') {
      await vscode.commands.executeCommand('fiscal.chooseMatter' satisfies CommandId);
      return;
    }
    const value = await enterValue(vscode, field, storedValue(vscode.workspace, folder));
    if (value !== undefined && !(await save(vscode, folder, field, value))) return;
  }
}

/** The value of the folder as it is. A value that is not an object is replaced. */
function storedValue(
  workspace: Pick<typeof Vscode.workspace, 'getConfiguration'>,
  { uri }: Vscode.WorkspaceFolder,
): Record<string, unknown> {
  const found = workspace.getConfiguration(SECTION, uri).inspect('matter');
  return objectSchema.safeParse(found?.workspaceFolderValue ?? found?.workspaceValue).data ?? {};
}

async function pickField(
  vscode: typeof Vscode,
  folder: Vscode.WorkspaceFolder,
  settings: Settings,
): Promise<Choice | undefined> {
  const { l10n, window } = vscode;
  const { facts, clientNames, problems } = parseMatter(storedValue(vscode.workspace, folder));
  const notSet = l10n.t('Not set');
  const optional = l10n.t('Optional');
  const problemOf = (name: string) => {
    const problem = problems.find(({ field }) => field === name);
    return problem && { detail: describeProblem(problem, l10n) };
  };
  const isListed = (name: string) => name === 'clientNames' || MATTER_FIELDS.some((field) => field === name);
  const others = problems.filter(({ field }) => !isListed(field));
  const { address, isFirmServer } = settings;
  const host = isFirmServer && address && 'host' in address ? address.host : null;
  const ofServer: Item[] =
    host === null
      ? []
      : [
          {
            label: l10n.t('Matter at {0}', host),
            description: matterNameOf(settings, { uri: folder.uri.toString() }) ?? notSet,
            detail: l10n.t('The server is given this name and answers from authorities and this matter.'),
            field: 'matterName',
          },
        ];
  const items: Item[] = [
    ...ofServer,
    ...MATTER_FIELDS.map((field) => ({
      label: factLabel(field, l10n),
      description:
        facts.find(({ name }) => name === field)?.value ??
        (settings.matter.required && facts.length === 0 ? notSet : optional),
      ...problemOf(field),
      field,
    })),
    { label: l10n.t('Not sent'), kind: vscode.QuickPickItemKind.Separator },
    {
      label: l10n.t('Client names'),
      description: clientNames.length > 0 ? clientNames.join('; ') : optional,
      detail: l10n.t('The identifier guard looks for them.'),
      ...problemOf('clientNames'),
      field: 'clientNames',
    },
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Matter of {0}', folder.name),
    placeHolder: [
      ...others.map((problem) => describeProblem(problem, l10n)),
      l10n.t('Facts that are sent with each question of this folder. Choose one to change it.'),
    ].join(' '),
    ignoreFocusOut: true,
  });
  return chosen?.field;
}

/** Returns undefined if the user canceled. An empty text or list removes the field. */
async function enterValue(
  { l10n, window }: typeof Vscode,
  field: Field,
  before: Record<string, unknown>,
): Promise<string | string[] | undefined> {
  const matter = parseMatter(before);
  const title = field === 'clientNames' ? l10n.t('Client names') : factLabel(field, l10n);
  if (field === 'clientNames') {
    const typed = await window.showInputBox({
      title,
      prompt: l10n.t('Names of the client, separated by semicolons. They are not sent with questions.'),
      value: matter.clientNames.join('; '),
      ignoreFocusOut: true,
    });
    const names = typed?.split(';').map((name) => name.trim());
    return names?.filter((name) => name !== '').slice(0, MAX_CLIENT_NAMES);
  }
  const typed = await window.showInputBox({
    title,
    prompt: l10n.t('Leave empty to remove it. For example: {0}', exampleOf(field, l10n)),
    value: matter.facts.find(({ name }) => name === field)?.value ?? '',
    ignoreFocusOut: true,
    validateInput(text) {
      if (text.trim().length > MAX_FACT) return l10n.t('Enter at most {0} characters.', MAX_FACT);
      const { problems } = parseMatter({ [field]: text });
      return problems.length > 0 ? l10n.t('Use letters, digits, and common punctuation only.') : undefined;
    },
  });
  return typed?.trim();
}

/** Returns false if VS Code could not write the settings, for example because their file is not valid JSON. */
async function save(
  { workspace, window, l10n, commands, ConfigurationTarget }: typeof Vscode,
  folder: Vscode.WorkspaceFolder,
  field: Field,
  value: string | string[],
): Promise<boolean> {
  const configuration = workspace.getConfiguration(SECTION, folder.uri);
  const { [field]: _before, ...others } = storedValue(workspace, folder);
  const next = value.length === 0 ? others : { ...others, [field]: value };
  try {
    const removed = Object.keys(next).length === 0;
    await configuration.update('matter', removed ? undefined : next, ConfigurationTarget.WorkspaceFolder);
    return true;
  } catch {
    const text = l10n.t('The matter could not be saved. Correct the settings file of the folder, then try again.');
    await offer(window.showErrorMessage, text, l10n.t('Open Folder Settings'), () =>
      commands.executeCommand('workbench.action.openWorkspaceSettingsFile'),
    );
    return false;
  }
}

function exampleOf(field: MatterField, l10n: typeof Vscode.l10n): string {
  switch (field) {
    case 'jurisdiction':
      return l10n.t('United States, Delaware');
    case 'taxYear':
      return '2025';
    case 'framework':
      return 'US GAAP, IFRS, PCAOB';
    case 'entityType':
      return l10n.t('C corporation, partnership, individual');
    case 'period':
      return l10n.t('year ended December 31, 2025');
  }
}
