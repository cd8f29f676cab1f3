/** Creates a memo from answers: as a new Markdown document, a web page or a Word document. */
import type * as Vscode from 'vscode';
import { activeBranch } from '../../conversation/branches.ts';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { oneLine, shorten } from '../../conversation/display.ts';
import { createMemo } from '../../conversation/memo/memo.ts';
import { type MemoFormat, memoDocx, memoHtml, memoMarkdown } from '../../conversation/memo/memoFile.ts';
import { memoTitle } from '../../conversation/memo/memoTitle.ts';
import { unusedPlaceholders } from '../../conversation/memo/template.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import type { MemoTemplate } from '../common/settings.ts';
import { withoutIcons } from '../common/withoutIcons.ts';
import { asSent } from './asSent.ts';
import { checkTurns } from './checkTurns.ts';
import { readTemplate } from './memoTemplate.ts';
import { saveFile } from './saveFile.ts';

export interface MemoDeps {
  readonly vscode: typeof Vscode;
  readonly template: () => MemoTemplate | null;
  readonly home: string | undefined;
  readonly isTemplateQuestion: (turn: Turn) => boolean;
  /** The client names of the settings, which the guard replaces. */
  readonly clientNames: () => readonly string[];
  /** How the research log names the entries of turns. */
  readonly logEntries: (turns: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Asks before an answer with zero data retention is written into a document. */
  readonly confirmDocument: (turns: readonly Turn[]) => Promise<boolean>;
}

/** `preselected`: the turn of the answer that the user chose, or null. Returns the turns of the memo; empty if none was created. */
export async function createMemoDocument(
  deps: MemoDeps,
  conversation: Conversation,
  preselected: Turn | null,
): Promise<readonly Turn[]> {
  const { vscode } = deps;
  const { l10n, window } = vscode;
  const answered = activeBranch(conversation).filter((turn) => turn.answer.text.trim() !== '');
  if (answered.length === 0 && preselected === null) {
    void window.showInformationMessage(l10n.t('There is no answer yet to create a memo from.'));
    return [];
  }
  const turns = await chooseTurns(vscode, answered, preselected ?? answered.at(-1) ?? null);
  const [first] = turns;
  if (!first) return [];
  const format = await chooseFormat(vscode);
  if (!format || !(await deps.confirmDocument(turns))) return [];
  const template = await readTemplate(vscode, deps.template(), deps.home);
  if (template.problem !== null) void window.showWarningMessage(template.problem);
  const unused = unusedPlaceholders(template.text ?? '').slice(0, 10);
  if (unused.length > 0) {
    void window.showWarningMessage(
      l10n.t(
        'These placeholders of the memo template were not replaced: {0}. Use the names of sections, each on a line of its own.',
        unused.join(', '),
      ),
    );
  }
  const memo = createMemo({
    title: memoTitle(
      conversation,
      asSent(first, deps.clientNames()),
      deps.isTemplateQuestion(first),
      documentLanguage(vscode),
    ),
    turns,
    now: Date.now(),
    folder: conversation.folder,
    logEntries: await deps.logEntries(turns.map(({ id }) => id)),
    checks: await checkTurns(conversation, turns),
    l10n: documentLanguage(vscode),
  });
  if (format === 'md') {
    const document = await vscode.workspace.openTextDocument({
      language: 'markdown',
      content: memoMarkdown(memo, template.text),
    });
    await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
    return turns;
  }
  const content =
    format === 'html' ? new TextEncoder().encode(memoHtml(memo, template.text)) : await memoDocx(memo, template.text);
  const saved = await saveFile(vscode, {
    title: l10n.t('Create Memo'),
    name: `${l10n.t('Memo')} ${memo.title}`,
    extension: format,
    filter: format === 'html' ? l10n.t('Web page') : l10n.t('Word document'),
    content,
    home: deps.home,
    done: l10n.t('The memo was created.'),
  });
  return saved ? turns : [];
}

async function chooseTurns(
  vscode: typeof Vscode,
  answered: readonly Turn[],
  preselected: Turn | null,
): Promise<readonly Turn[]> {
  if (answered.length <= 1) return answered.length === 1 ? answered : preselected ? [preselected] : [];
  const items = answered.map((turn, at) => ({
    label: `${at + 1}. ${withoutIcons(shorten(oneLine(turn.question.text) || turn.question.selections[0]?.label || '', 100))}`,
    picked: turn.id === preselected?.id,
    turn,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Create Memo'),
    placeHolder: vscode.l10n.t('Select the answers of the memo'),
    canPickMany: true,
  });
  return (chosen ?? []).map(({ turn }) => turn);
}

async function chooseFormat({ l10n, window }: typeof Vscode): Promise<MemoFormat | undefined> {
  const items: (Vscode.QuickPickItem & { readonly format: MemoFormat })[] = [
    { label: 'Markdown', description: l10n.t('new document in the editor'), format: 'md' },
    { label: l10n.t('Word document'), description: l10n.t('.docx, with footnotes'), format: 'docx' },
    { label: l10n.t('Web page'), description: l10n.t('.html, for reading and printing'), format: 'html' },
  ];
  return (await window.showQuickPick(items, { title: l10n.t('Create Memo') }))?.format;
}
