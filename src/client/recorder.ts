/**
 * Records the wire events of an answer for *Fiscal: Show Response Events*. A recording is an event stream: data is
 * unchanged, everything else is a comment. scripts/replay.ts and other clients can read it.
 */
import type { WireEvent } from './wireEvents.ts';

export interface Recording {
  /** Pass it to the `onWireEvent` hook of the question. */
  listen(event: WireEvent): void;
  text(): string;
}

/** Comment line before an answer that came as one JSON document. */
export const JSON_MARK = ': delivery: json';

/**
 * Records one answer, and of a long one only the first `maxSize` UTF-16 units of data. With zero retention, the recording contains the
 * time and length of the data, but not the data.
 */
export function createRecording(maxSize = 4 * 1024 * 1024): Recording {
  const lines: string[] = [];
  let zeroRetention = false;
  let startedAt: number | undefined;
  let size = 0;
  const note = (at: number, text: string) => {
    startedAt ??= at;
    lines.push(`: +${at - startedAt} ms ${oneLine(text)}`);
  };
  return {
    listen(event) {
      switch (event.type) {
        case 'sent':
          zeroRetention = event.zeroRetention;
          if (startedAt === undefined) lines.push(`: ${new Date(event.at).toISOString()} ${event.host}`);
          if (startedAt === undefined && zeroRetention) lines.push(': zero retention: content is left out');
          note(event.at, `request sent, attempt ${event.attempt}`);
          return;
        case 'failed':
          note(event.at, `failed: ${event.message}`);
          return;
        case 'response':
          note(event.at, `reply: HTTP ${event.status} ${event.contentType}`);
          return;
        case 'data':
          size += event.length;
          if (event.delivery === 'json') lines.push(JSON_MARK);
          if (zeroRetention || size > maxSize) note(event.at, `${event.length} characters left out`);
          else {
            note(event.at, '');
            for (const line of event.data.split(/\r\n|\r|\n/)) lines.push(`data: ${line}`);
            lines.push('');
          }
          return;
        case 'ended':
          note(event.at, zeroRetention ? `ended: ${event.outcome}` : `ended: ${event.outcome} ${event.message ?? ''}`);
      }
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
