/** How an answer came: as server-sent events or as one JSON body. */
export type Delivery = 'stream' | 'whole';

/**
 * What happens on the wire, for the inspector; free of the key. Under zero retention it holds no content either, so that
 * nobody who keeps a trace can keep what must not be kept. `at` is in milliseconds since the Unix epoch.
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
  /** A try failed and another one follows. */
  | { readonly type: 'failed'; readonly at: number; readonly message: string }
  | { readonly type: 'head'; readonly at: number; readonly status: number; readonly contentType: string }
  | {
      readonly type: 'data';
      readonly at: number;
      readonly delivery: Delivery;
      /** The data of one event as it came, or the whole JSON body; '' under zero retention. */
      readonly data: string;
      /** UTF-16 units of the data, whether they are here or not. */
      readonly length: number;
    }
  /** `outcome` is `done` or the kind of the error. */
  | { readonly type: 'ended'; readonly at: number; readonly outcome: string; readonly message?: string };
