/** What a user can do with an answer: copy or insert it, or create a document or a memo from it. */
import type * as Vscode from 'vscode';
import type { StoredSource, Turn } from '../../conversation/conversation.ts';
import { isoTime } from '../../conversation/display.ts';
import { answerMarkdown, answerPlain, citation, memo } from '../../conversation/transcript.ts';
import type { PageMessage } from '../../panel/messages.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import type { Chat } from '../session/chat.ts';

export type AnswerAction = Extract<PageMessage, { type: 'answerAction' }>['action'] | 'exported';

export interface AnswerActions {
  run(chat: Chat, turn: Turn, action: Exclude<AnswerAction, 'exported'>): Promise<void>;
  copyCitation(source: StoredSource): Promise<void>;
  copyDetails(turn: Turn): Promise<void>;
}

export interface AnswerActionDeps {
  readonly vscode: typeof Vscode;
  readonly version: string;
  /** Called after an action, for the research log. */
  readonly used: (chat: Chat, turn: Turn, action: AnswerAction) => void;
  /** Removes API keys from text for an error report. */
  readonly redact: (text: string) => string;
}

export function createAnswerActions(deps: AnswerActionDeps): AnswerActions {
  const { vscode } = deps;
  const { l10n, window, env } = vscode;

  async function copy(text: string): Promise<boolean> {
    await env.clipboard.writeText(text);
    return true;
  }

  async function insert(text: string): Promise<boolean> {
    const editor = window.activeTextEditor ?? window.visibleTextEditors[0];
    if (!editor) {
      void window.showInformationMessage(
        l10n.t('Open a file and place the cursor where you want to insert the answer.'),
      );
      return false;
    }
    // The text is inserted after the selection. The selection is often the text that the question was about.
    const { selection } = editor;
    const done = await editor.edit((edit) => edit.insert(selection.end, selection.isEmpty ? text : `\n\n${text}`));
    if (!done)
      void window.showWarningMessage(l10n.t('The answer could not be inserted because this file is read-only.'));
    return done;
  }

  /** VS Code backs up unsaved documents on disk. With zero retention, the user is therefore asked first. */
  async function newDocument(turn: Turn, content: string): Promise<boolean> {
    if (turn.zeroRetention) {
      const create = l10n.t('Create Document');
      const chosen = await window.showWarningMessage(
        l10n.t(
          'This question was asked with zero data retention. A document saves a copy of the answer on this machine.',
        ),
        { modal: true },
        create,
      );
      if (chosen !== create) return false;
    }
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
    return true;
  }

  return {
    async run(chat, turn, action) {
      const done = await {
        copyMarkdown: () => copy(answerMarkdown(turn)),
        copyPlain: () => copy(answerPlain(turn)),
        copiedRich: async () => true,
        insert: () => insert(answerMarkdown(turn)),
        newDocument: () => newDocument(turn, answerMarkdown(turn)),
        memo: () => newDocument(turn, memo(chat.session.conversation, turn)),
      }[action]();
      if (done) deps.used(chat, turn, action);
    },
    async copyCitation(source) {
      await env.clipboard.writeText(citation(source));
    },
    async copyDetails(turn) {
      const { error } = turn.answer;
      const lines = [
        `Fiscal ${deps.version}, VS Code ${vscode.version}`,
        `service: ${turn.service}`,
        `mode: ${turn.askMode}, zero retention: ${turn.zeroRetention}`,
        `state: ${turn.answer.state}, kind: ${error?.kind ?? 'none'}`,
        ...(error?.status === undefined ? [] : [`status: ${error.status}`]),
        ...(error?.requestId === undefined ? [] : [`request: ${error.requestId}`]),
        ...(error ? [`message: ${errorLine(error, l10n.t)}`] : []),
        ...(error?.detail === undefined ? [] : [`the service said: ${error.detail}`]),
        `asked: ${isoTime(turn.askedAt)}`,
      ];
      await env.clipboard.writeText(deps.redact(lines.join('\n')));
      void window.setStatusBarMessage(l10n.t('Details copied'), 3000);
    },
  };
}
