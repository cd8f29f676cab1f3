/**
 * The response events of the newest questions, for *Show Response Events*. They are kept in memory and shown in a read-only
 * virtual document, so nothing of them is written to disk.
 */
import type * as Vscode from 'vscode';
import { createRecording, type Recording } from '../../client/recorder.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { EVENTS_SCHEME } from '../common/contributions.ts';

/** Number of questions whose events are kept. */
const MAX_TURNS = 20;

/** Data kept of each answer, in UTF-16 units. */
const MAX_SIZE = 1_000_000;

export interface Inspector {
  record(turn: Turn, event: WireEvent): void;
  /** Opens the events of a turn, or of the newest one. */
  show(turnId?: string): Promise<void>;
  document(uri: Vscode.Uri): string;
}

export function createInspector(vscode: typeof Vscode): Inspector {
  const recordings = new Map<string, Recording>();
  let shown = 0;

  return {
    record({ id }, event) {
      let recording = recordings.get(id);
      if (!recording) {
        recording = createRecording(MAX_SIZE);
        recordings.set(id, recording);
        const oldest = recordings.keys().next().value;
        if (recordings.size > MAX_TURNS && oldest !== undefined) recordings.delete(oldest);
      }
      recording.listen(event);
    },
    async show(turnId) {
      const id = turnId ?? [...recordings.keys()].at(-1);
      if (id === undefined || !recordings.has(id)) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('There are no response events yet. Ask a question first.'),
        );
        return;
      }
      shown += 1;
      // VS Code reads the document again only if its address is new.
      const path = `/${vscode.l10n.t('Response Events')}.log`;
      const uri = vscode.Uri.from({ scheme: EVENTS_SCHEME, path, query: `${id}&${shown}` });
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    document(uri) {
      const recording = recordings.get(uri.query.split('&')[0] ?? '');
      return recording?.text() ?? vscode.l10n.t('These events are no longer available.');
    },
  };
}
