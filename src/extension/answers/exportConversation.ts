/** Exports a conversation to a file that the user selects. */
import type * as Vscode from 'vscode';
import type { Conversation } from '../../conversation/conversation.ts';
import { conversationHtml, conversationJson, conversationMarkdown, sourcesCsv } from '../../conversation/transcript.ts';

/** Returns false if the user canceled or the conversation is empty. */
export async function exportConversation(vscode: typeof Vscode, conversation: Conversation): Promise<boolean> {
  const { window, l10n } = vscode;
  if (conversation.turns.length === 0) {
    void window.showInformationMessage(l10n.t('There is nothing to export yet. Ask a question first.'));
    return false;
  }
  const formats = [
    { label: 'Markdown', extension: 'md', write: conversationMarkdown },
    { label: 'HTML', extension: 'html', write: conversationHtml },
    {
      label: 'JSON',
      description: l10n.t('with every branch; can be imported again'),
      extension: 'json',
      write: conversationJson,
    },
    { label: l10n.t('Sources (CSV)'), extension: 'csv', write: sourcesCsv },
  ];
  const format = await window.showQuickPick(formats, { title: l10n.t('Export Conversation') });
  if (!format) return false;
  const name = `${
    (conversation.title || 'conversation')
      .replace(/[^\p{L}\p{N} -]+/gu, '')
      .trim()
      .slice(0, 60) || 'conversation'
  }.${format.extension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [format.label]: [format.extension] },
  });
  if (!target) return false;
  // Spreadsheets read a CSV file as UTF-8 only with a byte order mark.
  const text = format.extension === 'csv' ? `\uFEFF${format.write(conversation)}` : format.write(conversation);
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  } catch (error) {
    void window.showErrorMessage(
      l10n.t('The file could not be written: {0}', error instanceof Error ? error.message : String(error)),
    );
    return false;
  }
  const open = l10n.t('Open');
  void window.showInformationMessage(l10n.t('The conversation was exported.'), open).then((chosen) => {
    if (chosen === open) void vscode.commands.executeCommand('vscode.open', target);
  });
  return true;
}
