/**
 * Decides whether the user can have caused a message of a page. The host does not see clicks in a webview. It knows whether the
 * page is visible and whether the window has the focus, and it can show a dialog, which the page can neither see nor answer.
 */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';

/** Milliseconds. VS Code reports the focus of the window separately from the click that gave it the focus. */
const FOCUS_WAIT = 2000;

/** More actions than a user causes in this time. */
const MAX_ACTIONS = { count: 40, period: 10_000 };
/** More questions than a user asks in this time. */
const MAX_QUESTIONS = { count: 20, period: 60_000 };

interface TypedMessage {
  readonly type: string;
}

/** Returns false for a message that must be ignored. */
export type PageGate<Message extends TypedMessage> = (message: Message) => boolean | Promise<boolean>;

export function createPageGate<Message extends TypedMessage>(options: {
  readonly vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'commands'>;
  readonly isVisible: () => boolean;
  /** Lets VS Code move the focus to the page. This does not give the focus to its window. */
  readonly focus: () => void;
  readonly clock: Clock;
  /** Messages that send, copy, write and open nothing. */
  readonly harmless: ReadonlySet<Message['type']>;
  /** The text of the dialog: "Allow the action that the chat requested?" */
  readonly title: string;
}): PageGate<Message> {
  const { clock, isVisible, focus, harmless, title } = options;
  const { window, l10n } = options.vscode;
  const actions = createRateLimit(MAX_ACTIONS, clock);
  const questions = createRateLimit(MAX_QUESTIONS, clock);
  let asking = false;

  /** While one dialog is open, everything else that needs one is refused. */
  async function confirm(detail: string): Promise<boolean> {
    if (asking) return false;
    asking = true;
    try {
      const allow = l10n.t('Allow');
      if ((await window.showWarningMessage(title, { modal: true, detail }, allow)) !== allow) return false;
      actions.reset();
      questions.reset();
      return true;
    } finally {
      asking = false;
    }
  }

  /** Returns false if the window does not get the focus in time. */
  function windowGetsFocus(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = clock.after(FOCUS_WAIT, () => settle(false));
      const listening = window.onDidChangeWindowState((state) => state.focused && settle(true));
      const settle = (result: boolean) => {
        cancel();
        listening.dispose();
        resolve(result);
      };
    });
  }

  async function waitForFocus(): Promise<boolean> {
    if (await windowGetsFocus()) return true;
    // After a page that had the focus is closed, VS Code in a browser reports no focus until a part of the workbench outside of the
    // pages gets it. In a window that does not have the focus, no part gets it.
    const focused = windowGetsFocus();
    await options.vscode.commands.executeCommand('workbench.action.focusStatusBar');
    focus();
    return (await focused) || confirm(l10n.t('It requested an action while this window did not have the focus.'));
  }

  return (message) => {
    if (harmless.has(message.type)) return true;
    const tooMany = !actions.take() || ('request' in message && !questions.take());
    if (tooMany) return confirm(l10n.t('It requested many actions in a short time.'));
    if (!isVisible()) return confirm(l10n.t('It requested an action while it was hidden.'));
    return window.state.focused || waitForFocus();
  };
}

function createRateLimit({ count, period }: { count: number; period: number }, clock: Clock) {
  let times: number[] = [];
  return {
    /** Counts an action. Returns false if it is one too many. */
    take(): boolean {
      const now = clock.now();
      times = [...times.filter((time) => now - time < period), now].slice(-count - 1);
      return times.length <= count;
    },
    reset() {
      times = [];
    },
  };
}
