import type { ReplyReader } from '../../src/client/reply.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';

/** Gives a reply to its reader in parts; adds the events to `events`, also those before the reader throws. */
export function readParts(
  reader: ReplyReader<ResearchEvent>,
  parts: readonly Uint8Array[],
  events: ResearchEvent[],
): void {
  for (const found of [...parts.map((part) => () => reader.push(part)), () => reader.end()]) {
    for (const event of found()) {
      events.push(event);
      if (event.type === 'done') return;
    }
  }
}
