/** Watches the files of selections: a chip says so when its file no longer holds what was selected. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import type { Chat } from '../session/chat.ts';
import { isStale } from './selection.ts';

/** Milliseconds after the last change of a document until its selections are compared. */
const SETTLE = 300;

export function watchStaleness(vscode: typeof Vscode, chats: () => readonly Chat[], clock: Clock): Vscode.Disposable {
  const pending = new Map<string, () => void>();

  function check(document: Vscode.TextDocument): void {
    const uri = document.uri.toString();
    for (const { session, composer } of chats()) {
      if (composer.chips.some((chip) => chip.uri === uri && (chip.outdated ?? false) !== isStale(chip, document))) {
        composer.set({
          chips: composer.chips.map((chip) =>
            chip.uri === uri ? { ...chip, outdated: isStale(chip, document) } : chip,
          ),
        });
      }
      for (const turn of session.conversation.turns) {
        for (const selection of turn.question.selections) {
          if (selection.uri !== uri) continue;
          const stale = isStale(selection, document);
          if (stale === (selection.outdated ?? false)) continue;
          void session.apply({ type: 'outdated', turnId: turn.id, selectionId: selection.id, outdated: stale });
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
