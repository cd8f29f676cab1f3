/**
 * What came over the wire for the newest questions, for people who want to see it. In memory only, shown in a read-only
 * virtual document, so that nothing of it is written anywhere.
 */
import type * as Vscode from 'vscode';
import type { Trace } from '../client/trace.ts';
import type { Turn } from '../conversation/model.ts';
import { EVENTS_SCHEME } from './contributions.ts';

/** Questions whose events are kept. */
const MAX_TURNS = 20;
/** UTF-16 units of data that are kept for each question; what comes after is counted only. */
const MAX_DATA = 1_000_000;

interface Recording {
  readonly turn: Turn;
  readonly events: Trace[];
  size: number;
  left: number;
}

export interface Inspector extends Vscode.Disposable {
  record(turn: Turn, trace: Trace): void;
  /** Opens the events of a turn, or of the newest one. */
  show(turnId?: string): Promise<void>;
  document(uri: Vscode.Uri): string;
}

export function createInspector(vscode: typeof Vscode): Inspector {
  const recordings = new Map<string, Recording>();

  function render({ turn, events, left }: Recording): string {
    const started = events[0]?.at ?? 0;
    const lines = events.map((event) => {
      const { at, ...rest } = event;
      const shown = rest.type === 'data' ? { ...rest, data: parsed(rest.data) } : rest;
      return `+${String(at - started).padStart(6)} ms  ${JSON.stringify(shown)}`;
    });
    const note = left > 0 ? [`(${left} more events are not kept)`] : [];
    return [`${turn.service}  ${turn.askMode}  ${new Date(turn.askedAt).toISOString()}`, '', ...lines, ...note].join(
      '\n',
    );
  }

  return {
    record(turn, trace) {
      let recording = recordings.get(turn.id);
      if (!recording) {
        recording = { turn, events: [], size: 0, left: 0 };
        recordings.set(turn.id, recording);
        const oldest = recordings.keys().next().value;
        if (recordings.size > MAX_TURNS && oldest !== undefined) recordings.delete(oldest);
      }
      const size = trace.type === 'data' ? trace.data.length : 0;
      if (recording.size + size > MAX_DATA) {
        recording.left += 1;
        return;
      }
      recording.size += size;
      recording.events.push(trace);
    },
    async show(turnId) {
      const id = turnId ?? [...recordings.keys()].at(-1);
      if (id === undefined || !recordings.has(id)) {
        void vscode.window.showInformationMessage(vscode.l10n.t('No events yet: ask a question first.'));
        return;
      }
      // The number of events makes the address new, so that VS Code reads the document again.
      const uri = vscode.Uri.from({
        scheme: EVENTS_SCHEME,
        path: `/${vscode.l10n.t('Stream Events')}.log`,
        query: `${id}&${recordings.get(id)?.events.length}`,
      });
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    document(uri) {
      const recording = recordings.get(uri.query.split('&')[0] ?? '');
      return recording ? render(recording) : vscode.l10n.t('These events are no longer kept.');
    },
    dispose: () => recordings.clear(),
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
