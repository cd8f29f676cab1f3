/** Asking about what is selected in an editor: choose a question, see the chat, watch the answer. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { baseName } from '../../conversation/display.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import type { ChatView } from '../panel/sidebarView.ts';
import type { Chat } from '../session/chat.ts';
import { type AskingPorts, askIn } from '../session/submitQuestion.ts';
import type { QuestionTemplate, Settings } from '../settings.ts';
import { MAX_SELECTION, selectionsOf } from './selection.ts';

export interface AskSelectionPorts {
  readonly vscode: typeof Vscode;
  readonly settings: () => Settings;
  readonly asking: AskingPorts;
  readonly view: ChatView;
  readonly newId: () => string;
}

/** The chosen question is sent at once with the selection: choosing it is the user's Send. */
export async function askSelection(ports: AskSelectionPorts): Promise<void> {
  const selections = takeSelections(ports);
  if (!selections) return;
  const template = await pickQuestion(ports);
  if (!template) return;
  const chat = await ports.view.chat();
  if (template.text.trim() === '') return compose(chat, selections, '', ports);
  await ports.view.reveal();
  const outcome = await askIn(
    chat,
    {
      question: { text: template.text, selections },
      parent: chat.session.conversation.currentTurnId,
      askMode: modeOf(chat, ports.settings()),
      // The setting, the conversation and the question box are consulted when it is asked.
      zeroRetention: false,
    },
    ports.asking,
  );
  if (outcome.type === 'refused') void ports.vscode.window.showWarningMessage(outcome.message);
  // What needs the user's eye is put into the question box; the page shows why, and the user sends it from there.
  if (outcome.type !== 'done') await compose(chat, selections, template.text, ports);
}

/** Puts the selection beside the question box and the focus into it. */
export async function addSelection(ports: AskSelectionPorts): Promise<void> {
  const selections = takeSelections(ports);
  if (selections) await compose(await ports.view.chat(), selections, null, ports);
}

async function compose(
  chat: Chat,
  selections: readonly Selection[],
  text: string | null,
  { view }: AskSelectionPorts,
): Promise<void> {
  const same = (a: Selection, b: Selection) => a.uri === b.uri && a.startLine === b.startLine && a.text === b.text;
  const fresh = selections.filter((each) => !chat.composer.chips.some((chip) => same(chip, each)));
  chat.composer.set({ chips: [...chat.composer.chips, ...fresh] });
  await view.reveal();
  view.tell(text ? { type: 'compose', text } : { type: 'focus' });
}

function takeSelections({ vscode, newId }: AskSelectionPorts): Selection[] | null {
  const editor = vscode.window.activeTextEditor;
  const selections = editor ? selectionsOf(editor, { newId, label: (uri) => labelOf(vscode, uri) }) : [];
  if (selections.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Select text in an editor first.'));
    return null;
  }
  if (selections.reduce((sum, each) => sum + each.text.length, 0) > MAX_SELECTION) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The selection is too long. Select a shorter part of the text.'),
    );
    return null;
  }
  return selections;
}

/** The path inside the opened folder; of other files the name alone, since the path to them may say what is nobody's business. */
export function labelOf(vscode: Pick<typeof Vscode, 'workspace'>, uri: Vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(uri)) return vscode.workspace.asRelativePath(uri);
  return baseName(uri.path) || uri.scheme;
}

async function pickQuestion({ vscode, settings }: AskSelectionPorts): Promise<QuestionTemplate | undefined> {
  const other = { label: vscode.l10n.t('Ask something else…'), text: '' };
  const templates = settings().questions.filter((template) => template.text.trim() !== '');
  const items = [...templates, other].map((template) => ({
    label: template.label,
    ...(template.text !== '' && { detail: template.text }),
    template,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Ask About Selection'),
    placeHolder: vscode.l10n.t('What do you want to know about the selected text?'),
    matchOnDetail: true,
  });
  return chosen?.template;
}

export function modeOf(chat: Chat, settings: Settings): AskMode {
  const chosen = chat.composer.askMode;
  return chosen && settings.askModes.includes(chosen) ? chosen : settings.askMode;
}
