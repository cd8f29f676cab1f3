/** One request: research events become changes of the conversation, and so does every way in which the request can end. */
import type { Clock } from '../../client/clock.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import type { Change } from '../../conversation/change.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import type { ResearchEvent } from '../../protocol/researchEvent.ts';
import type { AskRequest, Outgoing, TextFilter } from './askRequest.ts';
import { createEventBatcher } from './eventBatcher.ts';

export interface TurnRun {
  readonly request: AskRequest;
  readonly messages: readonly Message[];
  /** The same for the library. Absent for a hosted service. */
  readonly asked: Outgoing['asked'];
  readonly turn: Turn;
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Restores the identifiers in a text that is shown. */
  readonly incoming?: (() => TextFilter) | undefined;
  readonly emit: (changes: readonly Change[]) => void;
  readonly onWireEvent?: ((event: WireEvent) => void) | undefined;
}

export interface RunningTurn {
  /** Emits what has been received and not yet emitted. */
  flush(): void;
}

/** After an abort nothing more is emitted: the caller who aborts emits how the answer ended. */
export function runTurn(run: TurnRun): RunningTurn {
  const { clock, signal } = run;
  const filter = run.incoming?.();
  const { target, question, askMode, allowedAskModes, zeroRetention } = run.request;
  const of = { turnId: run.turn.id, epoch: run.epoch };
  /** Length in UTF-16 units of the text that was emitted. */
  let length = run.turn.answer.text.length;
  /** Number of documents that the library had not read when the answer began. */
  let unreadDocuments: number | undefined;

  const batcher = createEventBatcher(clock, (events) => {
    if (!signal.aborted) run.emit(events.flatMap((event) => toChange(event) ?? []));
  });

  function toChange(event: ResearchEvent): Change | null {
    const at = clock.now();
    switch (event.type) {
      case 'text': {
        const offset = length;
        length += event.text.length;
        return { type: 'text', ...of, offset, text: event.text, at };
      }
      case 'step':
        return { type: 'step', ...of, title: event.title, ...(event.mode && { mode: event.mode }), at };
      case 'sources':
        return {
          type: 'sources',
          ...of,
          sources: event.sources.map((source) => ({ ...source, review: 'unread' as const })),
          at,
        };
      case 'suggestions':
        return { type: 'suggestions', ...of, suggestions: [...event.suggestions], at };
      case 'usage':
        return { type: 'usage', ...of, usage: { ...event.usage } };
      case 'parts':
        length = event.text?.length ?? length;
        return {
          type: 'parts',
          ...of,
          ...(event.text !== undefined && { text: event.text }),
          parts: [...event.parts],
          at,
        };
      case 'modelUse':
        return { type: 'modelUse', ...of, use: event.use };
      case 'done':
      case 'unknown':
        return null;
    }
  }

  function addText(text: string): void {
    if (text !== '') batcher.add({ type: 'text', text });
  }

  function shown(text: string): string {
    const whole = run.incoming?.();
    return whole ? whole.push(text) + whole.end() : text;
  }

  function end(part: Pick<Extract<Change, { type: 'ended' }>, 'state' | 'finishReason' | 'error'>): void {
    if (signal.aborted) return;
    addText(filter?.end() ?? '');
    batcher.flush();
    run.emit([{ type: 'ended', ...of, ...part, ...(unreadDocuments && { unreadDocuments }), at: clock.now() }]);
  }

  target.model?.onReplaced(() => {
    if (signal.aborted) return;
    batcher.flush();
    run.emit([{ type: 'guarded', ...of, guard: 'replace' }]);
  });

  /** Never rejects. */
  async function receive(): Promise<void> {
    let finishReason: string | null | undefined;
    try {
      const request = {
        messages: run.messages,
        ...(run.asked && { asked: run.asked }),
        stream: true,
        askMode,
        ...(allowedAskModes && { allowedAskModes }),
        ...(zeroRetention && { ZeroDataRetention: true }),
        ...(question.matterName !== undefined && { matter: question.matterName }),
      };
      const events = target.ask(request, signal, {
        onRetry({ attempt, delay, error }) {
          batcher.flush();
          run.emit([{ type: 'retry', ...of, at: clock.now() + delay, attempt, error: target.describeError(error) }]);
        },
        onWireEvent: run.onWireEvent,
      });
      for await (const event of events) {
        if (signal.aborted) return;
        // Steps report the wait for documents.
        if (event.type !== 'step') unreadDocuments ??= target.unreadDocuments?.();
        if (event.type === 'text') addText(filter ? filter.push(event.text) : event.text);
        else if (event.type === 'done') finishReason = event.finishReason;
        else if (event.type === 'step') batcher.add({ ...event, title: shown(event.title) });
        // A suggestion is sent as it is shown. Each question has placeholders of its own.
        else if (event.type === 'suggestions') batcher.add({ ...event, suggestions: event.suggestions.map(shown) });
        else if (event.type !== 'unknown') batcher.add(event);
      }
      const state = finishReason === undefined ? 'truncated' : 'done';
      end({ state, finishReason: finishReason ?? null, error: null });
    } catch (error) {
      const info = target.describeError(error);
      const state = info.kind === 'truncated' ? 'truncated' : info.kind === 'aborted' ? 'stopped' : 'failed';
      end({ state, finishReason: null, error: info });
    }
  }

  void receive();
  return { flush: batcher.flush };
}
