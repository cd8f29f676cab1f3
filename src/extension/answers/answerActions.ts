/** What a user can do with an answer: copy or insert it, or create a document or a memo from it. */
import type * as Vscode from 'vscode';
import type { AnswerAction } from '../../conversation/answerAction.ts';
import { citation } from '../../conversation/citation.ts';
import type { StoredSource, Turn } from '../../conversation/conversation.ts';
import { isoTime } from '../../conversation/display.ts';
import type { InsertPart } from '../../conversation/insert/insertContent.ts';
import { answerMarkdown, answerPlain } from '../../conversation/transcript.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import type { Chat } from '../session/chat.ts';
import type { MemoDeps } from './createMemo.ts';

export interface AnswerActions {
  run(chat: Chat, turn: Turn, action: Exclude<AnswerAction, 'insert' | 'memo' | 'exported'>): Promise<void>;
  insert(chat: Chat, turn: Turn, part: InsertPart): Promise<void>;
  /** `turn`: the answer that the user chose; null for the last one. */
  createMemo(chat: Chat, turn: Turn | null): Promise<void>;
  copyCitation(source: StoredSource): Promise<void>;
  copyDetails(turn: Turn): Promise<void>;
}

export interface AnswerActionDeps {
  readonly vscode: typeof Vscode;
  readonly version: string;
  /** Called after an action, for the research log. */
  readonly used: (chat: Chat, turn: Turn, action: AnswerAction) => void;
  readonly memo: Omit<MemoDeps, 'vscode' | 'confirmDocument'>;
  /** Removes API keys from text for an error report. */
  readonly redact: (text: string) => string;
}

export function createAnswerActions(deps: AnswerActionDeps): AnswerActions {
  const { vscode } = deps;
  const { l10n, window, env } = vscode;
  const language = documentLanguage(vscode);

  async function copy(text: string): Promise<boolean> {
    await env.clipboard.writeText(text);
    return true;
  }

  /** VS Code backs up unsaved documents on disk. With zero retention, the user is therefore asked first. */
  async function confirmDocument(turns: readonly Turn[]): Promise<boolean> {
    if (!turns.some((turn) => turn.zeroRetention)) return true;
    const create = l10n.t('Create Document');
    const chosen = await window.showWarningMessage(
      l10n.t(
        'This question was asked with zero data retention. A document saves a copy of the answer on this machine.',
      ),
      { modal: true },
      create,
    );
    return chosen === create;
  }

  async function newDocument(turn: Turn): Promise<boolean> {
    if (!(await confirmDocument([turn]))) return false;
    const document = await vscode.workspace.openTextDocument({
      language: 'markdown',
      content: answerMarkdown(turn, language),
    });
    await window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
    return true;
  }

  return {
    async run(chat, turn, action) {
      const done = await {
        copyMarkdown: () => copy(answerMarkdown(turn, language)),
        copyPlain: () => copy(answerPlain(turn, language)),
        copiedRich: async () => true,
        newDocument: () => newDocument(turn),
      }[action]();
      if (done) deps.used(chat, turn, action);
    },
    async insert(chat, turn, part) {
      const { insertAnswer } = await import('./insertAnswer.ts');
      if (await insertAnswer(vscode, turn, part)) deps.used(chat, turn, 'insert');
    },
    async createMemo(chat, turn) {
      const { createMemoDocument } = await import('./createMemo.ts');
      const memoDeps = { ...deps.memo, vscode, confirmDocument };
      for (const each of await createMemoDocument(memoDeps, chat.session.conversation, turn)) {
        deps.used(chat, each, 'memo');
      }
    },
    async copyCitation(source) {
      await env.clipboard.writeText(citation(source, language));
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
