/** Messages between the thread that reads the files of a law and the one that asks for it. Both run our own code, so they are not checked. */
import type { Offer } from '../publisher.ts';
import type { PublisherProblem } from '../publisherError.ts';

export type LawRequest =
  | {
      readonly type: 'convert';
      readonly work: string;
      readonly offer: Offer;
      readonly source: string;
      readonly folder: string;
    }
  | { readonly type: 'compare'; readonly older: string; readonly count: number; readonly newer: string };

/** `Result`: what the method of the reader returns. */
export type LawReply<Result> =
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'refused'; readonly problem: PublisherProblem; readonly detail: string }
  /** Another error, such as one of the file system with its code. */
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined };
