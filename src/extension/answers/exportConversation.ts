/** Exports a conversation to a file that the user selects. */
import type * as Vscode from 'vscode';
import type { Conversation } from '../../conversation/conversation.ts';
import type { DocumentLanguage } from '../../conversation/documentLanguage.ts';
import { conversationHtml, conversationJson, conversationMarkdown, sourcesCsv } from '../../conversation/transcript.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import { asSent } from './asSent.ts';
import { saveFile } from './saveFile.ts';

interface Format {
  readonly label: string;
  readonly description: string;
  readonly extension: string;
  readonly write: (conversation: Conversation, l10n: DocumentLanguage) => string | Promise<Uint8Array<ArrayBuffer>>;
}

/** `clientNames`: those of the settings, which the guard replaces. Returns false if the user canceled or the conversation is empty. */
export async function exportConversation(
  vscode: typeof Vscode,
  conversation: Conversation,
  { home, clientNames }: { readonly home: string | undefined; readonly clientNames: readonly string[] },
): Promise<boolean> {
  const { window, l10n } = vscode;
  const [first] = conversation.turns;
  if (!first) {
    void window.showInformationMessage(l10n.t('There is nothing to export yet. Ask a question first.'));
    return false;
  }
  const formats: readonly Format[] = [
    {
      label: 'Markdown',
      description: l10n.t('text file with questions, answers and sources'),
      extension: 'md',
      write: conversationMarkdown,
    },
    {
      label: l10n.t('Word document'),
      description: l10n.t('questions, answers and sources, with tables'),
      extension: 'docx',
      write: async (...args) => (await import('../../conversation/transcriptDocx.ts')).conversationDocx(...args),
    },
    {
      label: 'HTML',
      description: l10n.t('one file, for reading and printing'),
      extension: 'html',
      write: conversationHtml,
    },
    {
      label: 'JSON',
      description: l10n.t('with every branch; can be imported again'),
      extension: 'json',
      write: conversationJson,
    },
    {
      label: l10n.t('Sources (CSV)'),
      description: l10n.t('table of the sources, with your review of each'),
      extension: 'csv',
      // Spreadsheets read a CSV file as UTF-8 only with a byte order mark.
      write: (...args) => `\uFEFF${sourcesCsv(...args)}`,
    },
  ];
  const format = await window.showQuickPick(formats, { title: l10n.t('Export Conversation') });
  if (!format) return false;
  const written = await format.write(conversation, documentLanguage(vscode));
  const question = asSent(first, clientNames).question.text.trim();
  const name = conversation.hasCustomTitle ? conversation.title : question || conversation.title;
  return saveFile(vscode, {
    title: l10n.t('Export Conversation'),
    name,
    extension: format.extension,
    filter: format.label,
    content: typeof written === 'string' ? new TextEncoder().encode(written) : written,
    home,
    done: l10n.t('The conversation was exported.'),
  });
}
