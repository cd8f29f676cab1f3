import type { Redactor } from './redact.ts';

/** How an answer came: as server-sent events or as one JSON body. */
export type Delivery = 'stream' | 'whole';

/** What happens on the wire, for the inspector. `at` is in milliseconds. */
export type Trace =
  | {
      readonly type: 'sent';
      readonly at: number;
      readonly attempt: number;
      readonly host: string;
      readonly zeroRetention: boolean;
      /** To be applied to data before it is shown; not before, since it costs more than reading the data. */
      readonly redact: Redactor;
    }
  /** A try failed and another one follows. */
  | { readonly type: 'failed'; readonly at: number; readonly message: string }
  | { readonly type: 'head'; readonly at: number; readonly status: number; readonly contentType: string }
  /** The data of one event as it came, or the whole JSON body: content, and whatever the service put into it. */
  | { readonly type: 'data'; readonly at: number; readonly data: string; readonly delivery: Delivery }
  /** `outcome` is `done` or the kind of the error. */
  | { readonly type: 'ended'; readonly at: number; readonly outcome: string; readonly message?: string };
