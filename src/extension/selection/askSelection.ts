/** Asks a question about the text that is selected in an editor. */
import type * as Vscode from 'vscode';
import { fieldOf } from '../../authority/fieldOf.ts';
import type { Selection } from '../../conversation/conversation.ts';
import { baseName } from '../../conversation/display.ts';
import { fillTemplate } from '../../conversation/matter.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import { frontMatterValue } from '../../text/frontMatter.ts';
import type { CommandId } from '../common/contributions.ts';
import type { WorkbookSelection } from '../common/documentOpener.ts';
import { MAX_SELECTION } from '../common/maxSelection.ts';
import { chosenIn, offer } from '../common/prompts.ts';
import { matterOf, type QuestionTemplate, type Settings } from '../common/settings.ts';
import { withoutIcons } from '../common/withoutIcons.ts';
import type { Chat } from '../session/chat.ts';
import { type SubmitDeps, submitQuestion } from '../session/submitQuestion.ts';
import { selectionsOf } from './selection.ts';

/** The chat that takes the selection. */
export interface SelectionTarget {
  chat(): Promise<Chat>;
  /** Opens the chat and gives it the focus. */
  reveal(): Promise<void>;
  /** Puts a question in the question box, or only focuses the box. */
  compose(text: string | null): void;
}

export interface AskSelectionDeps {
  readonly vscode: typeof Vscode;
  readonly settings: () => Settings;
  readonly submit: SubmitDeps;
  readonly view: SelectionTarget;
  readonly newId: () => string;
  /** The selected cells of the active workbook. Null if it has none, or if no workbook is active. */
  readonly selectedCells: () => Promise<WorkbookSelection | null>;
}

/** Sends the question that the user picks, together with the selection. */
export async function askSelection(deps: AskSelectionDeps): Promise<void> {
  const selections = await takeSelections(deps);
  if (!selections) return;
  const template = await pickQuestion(deps, selections);
  if (!template) return;
  const chat = await deps.view.chat();
  const { facts } = matterOf(deps.settings(), chat.session.conversation.folder);
  const filled = fillTemplate(template.text, facts);
  if (filled.type === 'missing') return reportMissing(deps, filled.names);
  const { text } = filled;
  if (text.trim() === '') return compose(chat, selections, '', deps);
  await deps.view.reveal();
  const outcome = await submitQuestion(
    chat,
    {
      question: { text, selections },
      parent: chat.session.conversation.currentTurnId,
      askMode: modeOf(chat, deps.settings()),
      // The setting, the conversation and the question box are consulted when it is asked.
      zeroRetention: false,
    },
    deps.submit,
  );
  if (outcome.type === 'refused') void deps.vscode.window.showWarningMessage(outcome.message);
  // A question that needs confirmation goes to the question box. The page shows why, and the user sends it there.
  if (outcome.type !== 'done') await compose(chat, selections, text, deps);
}

async function reportMissing({ vscode }: AskSelectionDeps, names: readonly string[]): Promise<void> {
  const { l10n, window, commands } = vscode;
  const list = names.map((name) => `\${matter.${name}}`).join(', ');
  const text = l10n.t('This question uses {0}, which the matter of this folder does not have. Nothing was sent.', list);
  await offer(window.showWarningMessage, text, l10n.t('Edit Matter…'), () =>
    commands.executeCommand('fiscal.editMatter' satisfies CommandId),
  );
}

/** Attaches the selection to the next question and focuses the question box. */
export async function addSelection(deps: AskSelectionDeps): Promise<void> {
  const selections = await takeSelections(deps);
  if (selections) await compose(await deps.view.chat(), selections, null, deps);
}

async function compose(
  chat: Chat,
  selections: readonly Selection[],
  text: string | null,
  { view }: AskSelectionDeps,
): Promise<void> {
  const same = (a: Selection, b: Selection) => a.uri === b.uri && a.startLine === b.startLine && a.text === b.text;
  const fresh = selections.filter((each) => !chat.composer.chips.some((chip) => same(chip, each)));
  chat.composer.set({ chips: [...chat.composer.chips, ...fresh] });
  await view.reveal();
  view.compose(text || null);
}

async function takeSelections(deps: AskSelectionDeps): Promise<Selection[] | null> {
  const { vscode, newId } = deps;
  const cells = await deps.selectedCells();
  const editor = vscode.window.activeTextEditor;
  const label = (uri: Vscode.Uri) => labelOf(vscode, uri);
  const selections = cells
    ? [{ ...cells, id: newId(), uri: cells.uri.toString(), label: label(cells.uri), languageId: 'plaintext' }]
    : editor
      ? selectionsOf(editor, { newId, label })
      : [];
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

/** The path in the opened folder. Of other files only the name, because their path may contain a client's name. */
export function labelOf(vscode: Pick<typeof Vscode, 'workspace'>, uri: Vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(uri)) return vscode.workspace.asRelativePath(uri);
  return baseName(uri.path) || uri.scheme;
}

/** Returns the template that the user picks, or the question that the user types. */
async function pickQuestion(
  { vscode, settings }: AskSelectionDeps,
  selections: readonly Selection[],
): Promise<QuestionTemplate | undefined> {
  const { l10n, window } = vscode;
  const other = { label: l10n.t('Ask something else…'), text: '' };
  const templates = suitable(
    settings().questions.filter((template) => template.text.trim() !== ''),
    selections.map(({ text }) => text).join('\n'),
    window.activeTextEditor?.document.getText().slice(0, MAX_DOCUMENT) ?? '',
  );
  const items = [...templates, other].map((template) => ({
    label: withoutIcons(template.label),
    ...(template.text !== '' && { detail: beginningOf(template.text) }),
    template,
  }));
  const pick = window.createQuickPick<Vscode.QuickPickItem & { template: QuestionTemplate | null }>();
  pick.title = l10n.t('Ask About Selection');
  pick.placeholder = l10n.t('What do you want to know about the selected text?');
  pick.matchOnDetail = true;
  pick.items = items;
  const typed = () => pick.value.trim();
  const asTyped = () => ({
    label: withoutIcons(typed()),
    description: l10n.t('Ask'),
    alwaysShow: true,
    template: null,
  });
  pick.onDidChangeValue(() => {
    const text = typed().toLowerCase();
    const isFilter = items.some(({ label }) => label.toLowerCase().includes(text));
    pick.items = isFilter ? items : [asTyped(), ...items];
  });
  const chosen = await chosenIn(pick, () => (typed() === '' ? undefined : asTyped()));
  // The list is updated after each key. Enter may come before it has an entry for the typed question, or choose the entry of a shorter text.
  return chosen && (chosen.template ?? { label: withoutIcons(typed()), text: typed() });
}

/** Characters of a question that fit in a row of a quick pick. */
const MAX_DETAIL = 80;
/** The text up to its first colon or sentence end. A full stop after a short word, or before no capital letter, is one of an abbreviation. */
const BEGINNING = /^.{19,}?(?:[?!:](?= )|\p{Ll}{4}\.(?= \p{Lu}))/u;

/** What the list shows of a question. VS Code cuts a longer text at the edge. */
function beginningOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DETAIL) return line;
  const [beginning] = BEGINNING.exec(line) ?? [];
  return beginning === undefined ? line : `${beginning} …`;
}

/** Characters of the document that tell its field if the selected text does not. */
const MAX_DOCUMENT = 20_000;

/**
 * The questions about the field of the selected text first, those about other fields last. What the document states as its kind counts
 * more than its words.
 */
export function suitable(
  templates: readonly QuestionTemplate[],
  selected: string,
  document: string,
): QuestionTemplate[] {
  const field = fieldOf(selected) ?? fieldOf(frontMatterValue(document, 'kind')) ?? fieldOf(document);
  if (field === null) return [...templates];
  const order = (template: QuestionTemplate) => (template.field === field ? 0 : template.field === undefined ? 1 : 2);
  return templates.toSorted((one, other) => order(one) - order(other));
}

export function modeOf(chat: Chat, settings: Settings): AskMode {
  const chosen = chat.composer.askMode;
  return chosen && settings.askModes.includes(chosen) ? chosen : settings.askMode;
}
