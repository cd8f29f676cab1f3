/** Marks a selection as outdated when its file no longer contains the selected text. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { Chat } from '../session/chat.ts';
import { isOutdated } from './selection.ts';

/** Milliseconds without a change of a document before its selections are compared. */
const SETTLE = 300;

export function watchOutdatedSelections(
  vscode: typeof Vscode,
  chats: () => readonly Chat[],
  clock: Clock,
): Vscode.Disposable {
  const pending = new Map<string, () => void>();

  function check(document: Vscode.TextDocument): void {
    const uri = document.uri.toString();
    for (const { session, composer } of chats()) {
      if (composer.chips.some((chip) => chip.uri === uri && (chip.outdated ?? false) !== isOutdated(chip, document))) {
        composer.set({
          chips: composer.chips.map((chip) =>
            chip.uri === uri ? { ...chip, outdated: isOutdated(chip, document) } : chip,
          ),
        });
      }
      for (const turn of session.conversation.turns) {
        for (const selection of turn.question.selections) {
          if (selection.uri !== uri) continue;
          const outdated = isOutdated(selection, document);
          if (outdated === (selection.outdated ?? false)) continue;
          session.apply({ type: 'outdated', turnId: turn.id, selectionId: selection.id, outdated });
        }
      }
    }
  }

  const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length === 0) return;
    const uri = document.uri.toString();
    pending.get(uri)?.();
    const later = clock.after(SETTLE, () => {
      pending.delete(uri);
      check(document);
    });
    pending.set(uri, later);
  });
  return {
    dispose() {
      listener.dispose();
      for (const cancel of pending.values()) cancel();
    },
  };
}
