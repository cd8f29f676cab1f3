/** Marks a selection as outdated when its file no longer contains the selected text. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { Chat } from '../session/chat.ts';
import { placeOf } from './selectionPlace.ts';

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
      const chips = composer.chips.map((chip) => {
        const { outdated } = chip.uri === uri ? placeOf(chip, document) : chip;
        return (outdated ?? false) === (chip.outdated ?? false) ? chip : { ...chip, outdated };
      });
      if (chips.some((chip, at) => chip !== composer.chips[at])) composer.set({ chips });
      for (const turn of session.conversation.turns) {
        for (const selection of turn.question.selections) {
          if (selection.uri !== uri) continue;
          const { outdated } = placeOf(selection, document);
          if (outdated === (selection.outdated ?? false)) continue;
          session.apply({ type: 'outdated', turnId: turn.id, selectionId: selection.id, outdated });
        }
      }
    }
  }

  // A file can change while it is not open.
  const opening = vscode.workspace.onDidOpenTextDocument(check);
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
      opening.dispose();
      listener.dispose();
      for (const cancel of pending.values()) cancel();
    },
  };
}
