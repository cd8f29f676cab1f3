/** Exports a conversation to a file that the user selects. */
import type * as Vscode from 'vscode';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import type { DocumentLanguage } from '../../conversation/documentLanguage.ts';
import { memoTitle } from '../../conversation/memo/memoTitle.ts';
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

interface ExportOptions {
  readonly home: string | undefined;
  /** Those of the settings, which the guard replaces. */
  readonly clientNames: readonly string[];
  /** Whether the question is one of the list, which is an instruction and names no file. */
  readonly isTemplateQuestion: (turn: Turn) => boolean;
}

/** Returns false if the user canceled or the conversation is empty. */
export async function exportConversation(
  vscode: typeof Vscode,
  conversation: Conversation,
  { home, clientNames, isTemplateQuestion }: ExportOptions,
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
  const sent = asSent(first, clientNames);
  const isTitled = conversation.hasCustomTitle || isTemplateQuestion(first);
  const name = isTitled
    ? memoTitle(conversation, sent, isTemplateQuestion(first), documentLanguage(vscode))
    : sent.question.text.trim() || conversation.title;
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
