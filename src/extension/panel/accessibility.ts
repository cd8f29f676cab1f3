/** Texts for screen readers: how the chat is used by keyboard, and an answer as Markdown. */
import type * as Vscode from 'vscode';
import type { Conversation } from '../../conversation/conversation.ts';
import type { DocumentLanguage } from '../../conversation/documentLanguage.ts';
import { answerMarkdown } from '../../conversation/transcript.ts';
import { documentLanguage } from '../common/documentLanguage.ts';

/** The help, or the newest answer. */
export type AccessibleKind = 'help' | 'answer';

export interface AccessibleText {
  readonly title: string;
  readonly text: string;
}

/** Null if there is no answer yet. A message then says so. */
export function accessibleText(
  kind: AccessibleKind,
  vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'env'>,
  conversation: Conversation,
  sendKey: 'enter' | 'ctrlEnter',
): AccessibleText | null {
  const { window, l10n } = vscode;
  const shown =
    kind === 'help' ? accessibilityHelp(l10n, sendKey) : accessibleAnswer(conversation, documentLanguage(vscode));
  if (!shown) void window.showInformationMessage(l10n.t('There is no answer yet. Ask a question first.'));
  return shown;
}

function accessibilityHelp(l10n: typeof Vscode.l10n, sendKey: 'enter' | 'ctrlEnter'): AccessibleText {
  const lines = [
    l10n.t(
      'This is the chat of Fiscal. It contains the conversation, and below it the question box. Press Escape to close this help.',
    ),
    '',
    l10n.t('Asking'),
    sendKey === 'enter'
      ? l10n.t('- Enter sends the question. Shift+Enter inserts a line break.')
      : l10n.t('- Ctrl+Enter, or Cmd+Enter on macOS, sends the question. Enter inserts a line break.'),
    l10n.t('- Escape in the question box stops the running answer. Questions that wait are not sent.'),
    l10n.t('- Up Arrow in an empty question box recalls earlier questions.'),
    l10n.t(
      '- Shift+Tab from the question box reaches attached text, the matter, and the line that says where the question goes.',
    ),
    l10n.t(
      '- Tab from the question box reaches the research mode, zero data retention, the preview, and the buttons to stop and send.',
    ),
    '',
    l10n.t('Reading'),
    l10n.t('- Research steps and the end of an answer are announced. The text is not announced while it arrives.'),
    l10n.t('- Alt+F2 shows the newest answer with its sources as Markdown, to be read line by line.'),
    l10n.t(
      '- In the conversation, Alt+Up Arrow and Alt+Down Arrow move between questions. Escape moves to the question box.',
    ),
    l10n.t('- Ctrl+F, or Cmd+F on macOS, finds text in the conversation.'),
    l10n.t('- F6 and Shift+F6 move between the chat and the other parts of VS Code.'),
    '',
    l10n.t('Commands'),
    l10n.t(
      '- “Fiscal: Show Status and Actions…” says where the next question goes and changes it. The status bar shows the same.',
    ),
    l10n.t('- “Fiscal: Ask About Selection” asks about the text that is selected in an editor.'),
    l10n.t('- The keys of all commands can be changed in the Keyboard Shortcuts editor.'),
  ];
  return { title: l10n.t('Accessibility Help'), text: lines.join('\n') };
}

/** The newest answer of the shown branch, or null if there is none. */
function accessibleAnswer(conversation: Conversation, l10n: DocumentLanguage): AccessibleText | null {
  const turn = conversation.turns.find(({ id }) => id === conversation.currentTurnId);
  if (!turn || turn.answer.text === '') return null;
  return { title: l10n.t('Answer as Markdown'), text: answerMarkdown(turn, l10n) };
}
