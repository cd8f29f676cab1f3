/** Reads a stream that *Fiscal: Show Response Events* or curl saved. */
import { readCompletion } from '../../src/client/completion.ts';
import { toResearchError } from '../../src/client/errors.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { JSON_MARK } from '../../src/client/recorder.ts';
import { createReplyReader, researchFormat } from '../../src/client/reply.ts';
import { createSseReader } from '../../src/client/sse.ts';
import type { ErrorInfo } from '../../src/protocol/errors.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';

const unredacted = (text: string): string => text;

export interface Replay {
  readonly events: ResearchEvent[];
  /** How it ended, unless the answer is complete. */
  readonly error: ErrorInfo | undefined;
}

/** Reads a saved stream as if it came from the service now. */
export function replay(saved: string): Replay {
  const events: ResearchEvent[] = [];
  try {
    for (const event of readSaved(saved)) {
      events.push(event);
      if (event.type === 'done') break;
    }
  } catch (thrown) {
    return { events, error: toResearchError(thrown).toInfo() };
  }
  return { events, error: undefined };
}

function* readSaved(saved: string): Generator<ResearchEvent, void, undefined> {
  const bytes = new TextEncoder().encode(saved);
  if (!saved.split('\n').includes(JSON_MARK)) {
    const reader = createReplyReader({ limits: DEFAULT_LIMITS, format: researchFormat(unredacted) });
    yield* reader.push(bytes);
    yield* reader.end();
    return;
  }
  const bodies: string[] = [];
  const sse = createSseReader(DEFAULT_LIMITS.maxEventSize, (data) => bodies.push(data));
  sse.push(bytes);
  sse.end();
  yield* readCompletion(bodies[0] ?? '', unredacted);
}
