/** The commands for the answers of the conversation that the user looks at. */
import type * as Vscode from 'vscode';
import { activeBranch } from '../../conversation/branches.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Feature } from '../contributions.ts';
import type { Chat } from '../session/chat.ts';
import type { AnswerAction, AnswerActions } from './answerActions.ts';

export function registerAnswers(deps: {
  readonly vscode: typeof Vscode;
  /** The chat that the user looks at. */
  readonly currentChat: () => Promise<Chat>;
  readonly answerActions: () => Promise<AnswerActions>;
  readonly used: (chat: Chat, turn: Turn, action: AnswerAction) => void;
}): Feature<'fiscal.createMemo' | 'fiscal.exportConversation'> {
  const { vscode } = deps;
  return {
    commands: {
      async 'fiscal.createMemo'() {
        const chat = await deps.currentChat();
        const turn = activeBranch(chat.session.conversation).findLast((each) => each.answer.text.trim() !== '');
        if (turn) await (await deps.answerActions()).run(chat, turn, 'memo');
        else {
          void vscode.window.showInformationMessage(vscode.l10n.t('There is no answer yet to create a memo from.'));
        }
      },
      async 'fiscal.exportConversation'() {
        const chat = await deps.currentChat();
        const { exportConversation } = await import('./exportConversation.ts');
        if (!(await exportConversation(vscode, chat.session.conversation))) return;
        for (const turn of chat.session.conversation.turns) deps.used(chat, turn, 'exported');
      },
    },
    dispose() {},
  };
}
