/** Reads a stream that *Fiscal: Show Response Events* or curl saved. */
import { createChunkReader } from '../../src/client/chunk.ts';
import { readCompletion } from '../../src/client/completion.ts';
import { ReplyError, toResearchError } from '../../src/client/errors.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { WHOLE_MARK } from '../../src/client/recorder.ts';
import { createSseReader } from '../../src/client/sse.ts';
import type { ErrorInfo } from '../../src/protocol/errors.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';

const unredacted = (text: string): string => text;

export interface Replay {
  readonly events: ResearchEvent[];
  /** How it ended, unless the answer is whole. */
  readonly error: ErrorInfo | undefined;
}

/** Reads a saved stream as if it came from the service now. */
export function replay(saved: string): Replay {
  const events: ResearchEvent[] = [];
  const whole = saved.split('\n').includes(WHOLE_MARK);
  const chunks = createChunkReader(unredacted);
  let done = false;
  try {
    const sse = createSseReader(DEFAULT_LIMITS.eventSize, (data, event) => {
      if (done) return;
      if (whole) {
        events.push(...readCompletion(data, unredacted));
        done = true;
      } else done = chunks.read(data, events, event);
    });
    sse.push(new TextEncoder().encode(saved));
    sse.end();
    chunks.flush(events);
    if (!done) throw new ReplyError('truncated');
  } catch (thrown) {
    return { events, error: toResearchError(thrown).toInfo() };
  }
  return { events, error: undefined };
}
