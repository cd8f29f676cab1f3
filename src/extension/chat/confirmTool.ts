/** What the user reads before a tool runs: the text, the mode, where it goes, what it costs, and what is kept. */
import type * as Vscode from 'vscode';
import { escapeHidden } from '../../conversation/display.ts';
import { longestBackticks } from '../../conversation/escape.ts';
import { modeLabel } from '../../conversation/labels.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { matterNameOf, type Settings } from '../common/settings.ts';
import type { Services } from '../connection/researchServices.ts';
import { chatText } from './chatText.ts';
import { billing, serviceName } from './describeTarget.ts';
import type { ToolQuestion } from './toolInput.ts';

export function confirmTool(
  question: ToolQuestion,
  services: Pick<Services, 'service' | 'model'>,
  settings: Settings,
  { l10n, MarkdownString, workspace }: Pick<typeof Vscode, 'l10n' | 'MarkdownString' | 'workspace'>,
): Vscode.LanguageModelToolConfirmationMessages {
  const { quoteOnly, askMode } = question;
  const service = quoteOnly ? LIBRARY : services.service;
  const model = quoteOnly ? null : services.model;
  // The conversation of a call belongs to the first opened folder.
  const folder = workspace.workspaceFolders?.[0];
  const matterName = quoteOnly ? null : matterNameOf(settings, folder ? { uri: folder.uri.toString() } : null);
  const facts = [
    quoteOnly ? null : l10n.t('Research mode: {0}', modeLabel(askMode, l10n)),
    model
      ? l10n.t('Sent to: {0} with {1}', serviceName(service, l10n), model.name)
      : l10n.t('Sent to: {0}', serviceName(service, l10n)),
    matterName === null ? null : l10n.t('Matter: {0}', escapeHidden(matterName)),
    l10n.t('Cost: {0}', billing(service, model, l10n)),
    settings.zeroRetention.on
      ? l10n.t('Data retention: zero. VS Code may still save the result with its chat.')
      : l10n.t('Data retention: the conversation is saved in Fiscal, and VS Code saves the result with its chat.'),
    l10n.t('The language model of the agent receives the result, with passages of your documents.'),
  ];
  const list = facts.flatMap((fact) => (fact === null ? [] : `- ${chatText(fact)}`)).join('\n');
  return {
    title: quoteOnly ? l10n.t('Search the library of Fiscal?') : l10n.t('Ask Fiscal this question?'),
    message: new MarkdownString(`${fenced(question.text)}\n\n${list}`),
  };
}

/** The fence is longer than any run of backticks in the text, so the text cannot close it. */
function fenced(text: string): string {
  const shown = escapeHidden(text);
  const fence = '`'.repeat(Math.max(3, longestBackticks(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}
