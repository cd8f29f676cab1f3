/** The commands for the answers of the conversation that the user looks at. */
import type * as Vscode from 'vscode';
import type { AnswerAction } from '../../conversation/answerAction.ts';
import { activeBranch } from '../../conversation/branches.ts';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import type { InsertPart } from '../../conversation/insert/insertContent.ts';
import type { Feature } from '../common/contributions.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import type { Chat } from '../session/chat.ts';
import type { AnswerActions } from './answerActions.ts';
import type { OutdatedDeps } from './outdatedAnswers.ts';

export function registerAnswers(deps: {
  readonly vscode: typeof Vscode;
  /** The chat that the user looks at. */
  readonly currentChat: () => Promise<Chat>;
  readonly answerActions: () => Promise<AnswerActions>;
  readonly home: string | undefined;
  /** The client names of the settings, which the guard replaces. */
  readonly clientNames: () => readonly string[];
  readonly isTemplateQuestion: (turn: Turn) => boolean;
  readonly used: (conversation: Conversation, turn: Turn, action: AnswerAction) => void;
  /** The conversation of this id as it is; null if it cannot be read. */
  readonly read: (id: string) => Promise<Conversation | null>;
  readonly outdated: Omit<OutdatedDeps, 'vscode'>;
}): Feature<'fiscal.insertAnswer' | 'fiscal.createMemo' | 'fiscal.exportConversation' | 'fiscal.showOutdatedAnswers'> {
  const { vscode } = deps;
  return {
    commands: {
      async 'fiscal.createMemo'() {
        const chat = await deps.currentChat();
        await (await deps.answerActions()).createMemo(chat, null);
      },
      async 'fiscal.insertAnswer'() {
        const chat = await deps.currentChat();
        const turn = activeBranch(chat.session.conversation).findLast((each) => each.answer.text.trim() !== '');
        if (!turn) {
          void vscode.window.showInformationMessage(vscode.l10n.t('There is no answer yet to insert.'));
          return;
        }
        const part = await choosePart(vscode, turn);
        if (part) await (await deps.answerActions()).insert(chat, turn, part);
      },
      /** The clicked conversation of the tree, else that of the current chat. */
      async 'fiscal.exportConversation'(...[clicked]: unknown[]) {
        const id = idOf(clicked);
        const conversation = id === null ? (await deps.currentChat()).session.conversation : await deps.read(id);
        if (!conversation) return;
        const { exportConversation } = await import('./exportConversation.ts');
        const { home, isTemplateQuestion } = deps;
        const options = { home, clientNames: deps.clientNames(), isTemplateQuestion };
        if (!(await exportConversation(vscode, conversation, options))) return;
        for (const turn of conversation.turns) deps.used(conversation, turn, 'exported');
      },
      async 'fiscal.showOutdatedAnswers'() {
        const { showOutdatedAnswers } = await import('./outdatedAnswers.ts');
        await showOutdatedAnswers({ vscode, ...deps.outdated });
      },
    },
    dispose() {},
  };
}

function idOf(node: unknown): string | null {
  return typeof node === 'object' && node !== null && 'id' in node && typeof node.id === 'string' ? node.id : null;
}

/** The answer, or the quotation of one of its sources. */
async function choosePart({ window, l10n }: typeof Vscode, { answer }: Turn): Promise<InsertPart | undefined> {
  const { nameAndCaption } = await import('../../conversation/citation.ts');
  const quotations = answer.sources.flatMap((stored, source) => {
    if (!stored.snippet) return [];
    const [name, caption] = nameAndCaption(stored).map(plainLabel);
    // A long title is cut at the edge, so each part of it has a line.
    const label = l10n.t('Quotation {0}', source + 1);
    return [{ label, description: name ?? '', detail: caption ?? '', part: { type: 'quotation' as const, source } }];
  });
  const items: (Vscode.QuickPickItem & { part: InsertPart })[] = [
    { label: l10n.t('Answer'), part: { type: 'answer' } },
    ...quotations,
  ];
  return (await window.showQuickPick(items, { title: l10n.t('Insert in the Active Document') }))?.part;
}
