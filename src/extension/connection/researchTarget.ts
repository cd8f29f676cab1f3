/** Whom a question goes to: chosen when it is asked, and kept until its answer has ended, whatever settings do meanwhile. */
import type { RetryNotice } from '../../client/researchClient.ts';
import type { WireEvent } from '../../client/wireEvents.ts';
import type { ChatRequest } from '../../protocol/chatCompletions.ts';
import type { ErrorInfo } from '../../protocol/errors.ts';
import type { ResearchEvent } from '../../protocol/researchEvent.ts';

export interface TargetHooks {
  readonly onRetry: (notice: Pick<RetryNotice, 'attempt' | 'delay'> & { readonly error: ErrorInfo }) => void;
  /** What happens on the wire, for the inspector. */
  readonly onWireEvent?: ((trace: WireEvent) => void) | undefined;
}

export interface ResearchTarget {
  /** `host[:port]`, or `library` for the built-in service. */
  readonly service: string;
  /** Ends silently after an abort; throws what `describeError` understands. */
  ask(request: ChatRequest, signal: AbortSignal, hooks: TargetHooks): AsyncIterable<ResearchEvent>;
  /** What is shown and stored of a failure: no key, no raw body. */
  describeError(error: unknown): ErrorInfo;
}
