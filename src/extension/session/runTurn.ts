/** One request: research events become changes of the conversation, and every way in which it can end becomes one. */

import type { Clock } from '../../client/clock.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import type { Change } from '../../conversation/changes.ts';
import type { StoredSource } from '../../conversation/conversation.ts';
import type { ChatRequest } from '../../protocol/chatCompletions.ts';
import type { ResearchEvent, Source } from '../../protocol/researchEvent.ts';
import type { ResearchTarget } from '../connection/researchTarget.ts';

/** Rewrites answer text on its way in (placeholders back to what they stand for). Whole-text pieces may be held back. */
export interface TextFilter {
  push(text: string): string;
  end(): string;
}

export interface TurnRun {
  readonly target: ResearchTarget;
  readonly request: ChatRequest;
  readonly turnId: string;
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly filter?: TextFilter | undefined;
  /** Takes each change as it arises; text carries offset 0 and gets its place when it is applied. */
  readonly emit: (change: Change) => void;
  readonly onWireEvent?: ((trace: WireEvent) => void) | undefined;
}

/** Never rejects. After an abort nothing more is emitted: whoever aborts says how the answer ended. */
export async function runTurn(run: TurnRun): Promise<void> {
  const { turnId, epoch, clock, signal } = run;
  const of = { turnId, epoch };
  const text = (piece: string) => {
    if (piece !== '') run.emit({ type: 'text', ...of, offset: 0, text: piece, at: clock.now() });
  };
  let finish: string | null | undefined;
  try {
    const events = run.target.ask(run.request, signal, {
      onRetry: ({ attempt, delay, error }) =>
        run.emit({ type: 'retry', ...of, at: clock.now() + delay, attempt, error }),
      onWireEvent: run.onWireEvent,
    });
    for await (const event of events) {
      if (signal.aborted) return;
      if (event.type === 'text') text(run.filter ? run.filter.push(event.text) : event.text);
      else if (event.type === 'done') finish = event.finishReason;
      else {
        const change = toChange(event, of, clock.now());
        if (change) run.emit(change);
      }
    }
    if (signal.aborted) return;
    text(run.filter?.end() ?? '');
    const whole = finish !== undefined;
    run.emit({
      type: 'ended',
      ...of,
      state: whole ? 'done' : 'truncated',
      finishReason: finish ?? null,
      error: null,
      at: clock.now(),
    });
  } catch (error) {
    if (signal.aborted) return;
    text(run.filter?.end() ?? '');
    const info = run.target.describeError(error);
    const state = info.kind === 'truncated' ? 'truncated' : info.kind === 'aborted' ? 'stopped' : 'failed';
    run.emit({ type: 'ended', ...of, state, finishReason: null, error: info, at: clock.now() });
  }
}

function toChange(
  event: Exclude<ResearchEvent, { type: 'text' | 'done' }>,
  of: { turnId: string; epoch: number },
  at: number,
): Change | null {
  switch (event.type) {
    case 'step':
      return { type: 'step', ...of, title: event.title, at };
    case 'sources':
      return { type: 'sources', ...of, sources: event.sources.map(toStored), at };
    case 'suggestions':
      return { type: 'suggestions', ...of, suggestions: [...event.suggestions], at };
    case 'usage':
      return { type: 'usage', ...of, usage: { ...event.usage } };
    case 'unknown':
      return null;
  }
}

/** Without the raw entry, which only the inspector shows. */
function toStored({ raw: _raw, location, ...source }: Source): StoredSource {
  return { ...source, ...(location && { location: { ...location } }), review: 'unread' };
}
