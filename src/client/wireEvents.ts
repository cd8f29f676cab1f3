import { english, errorLine } from '../protocol/errorMessages.ts';
import type { Clock } from './clock.ts';
import type { ResearchError } from './errors.ts';
import type { Redactor } from './redact.ts';

/** The form of an answer: server-sent events or one JSON body. */
export type Delivery = 'stream' | 'json';

/**
 * What happens on the wire, for the inspector; free of the key. Under zero retention it contains no content either, so that no
 * listener can store any. `at` is in milliseconds since the Unix epoch.
 */
export type WireEvent =
  | {
      readonly type: 'sent';
      readonly at: number;
      /** From 1. */
      readonly attempt: number;
      /** `host[:port]`. */
      readonly host: string;
      readonly zeroRetention: boolean;
    }
  /** An attempt failed and another one follows. */
  | { readonly type: 'failed'; readonly at: number; readonly message: string }
  /** Status and headers have arrived. */
  | { readonly type: 'response'; readonly at: number; readonly status: number; readonly contentType: string }
  | {
      readonly type: 'data';
      readonly at: number;
      readonly delivery: Delivery;
      /** The data of one event, or the JSON body, unchanged; '' under zero retention. */
      readonly data: string;
      /** UTF-16 units of the data, also under zero retention. */
      readonly length: number;
    }
  /** `outcome` is `done`, `aborted` or the kind of the error. */
  | { readonly type: 'ended'; readonly at: number; readonly outcome: string; readonly message?: string };

/** Reports one question to its listener. */
export interface WireObserver {
  readonly isObserved: boolean;
  sent(attempt: number, host: string): void;
  failed(error: ResearchError): void;
  response(status: number, contentType: string): void;
  /** A listener for data, from which the key is removed by `redact`. */
  data(redact: Redactor): (data: string, delivery: Delivery) => void;
  /** Only the first call is reported. */
  ended(outcome: 'done' | 'aborted' | ResearchError): void;
}

export function observeWire(
  listener: ((event: WireEvent) => void) | undefined,
  clock: Clock,
  zeroRetention: boolean,
): WireObserver {
  const emit = (event: WireEvent) => listener?.(event);
  // The words of the service may repeat the question.
  const messageOf = (error: ResearchError) => (zeroRetention ? errorLine(error.toInfo(), english) : error.message);
  let isEnded = false;
  return {
    isObserved: listener !== undefined,
    sent: (attempt, host) => emit({ type: 'sent', at: clock.now(), attempt, host, zeroRetention }),
    failed: (error) => emit({ type: 'failed', at: clock.now(), message: messageOf(error) }),
    response: (status, contentType) => emit({ type: 'response', at: clock.now(), status, contentType }),
    data: (redact) => (data, delivery) =>
      emit({
        type: 'data',
        at: clock.now(),
        delivery,
        data: zeroRetention ? '' : redact(data),
        length: data.length,
      }),
    ended(outcome) {
      if (isEnded) return;
      isEnded = true;
      if (typeof outcome === 'string') emit({ type: 'ended', at: clock.now(), outcome });
      else emit({ type: 'ended', at: clock.now(), outcome: outcome.kind, message: messageOf(outcome) });
    },
  };
}
