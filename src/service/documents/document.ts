/** What a file becomes once it is read, whatever its format: blocks with the lines at which they stand. */

export interface DocumentMeta {
  readonly title?: string;
  /** The date to which the document speaks, as written in it. */
  readonly date?: string;
  /** `tax`, `accounting`, `audit`, `workpaper`, … as the document says. */
  readonly kind?: string;
  readonly jurisdiction?: string;
  /** http(s) address of the original. */
  readonly url?: string;
}

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string; readonly line: number }
  | {
      readonly type: 'text';
      /** Exactly as it stands in the file: lines `line` to `endLine`, 1-based, joined by \n. */
      readonly text: string;
      readonly line: number;
      readonly endLine: number;
    };

export interface ReadDocument {
  readonly meta: DocumentMeta;
  readonly blocks: readonly Block[];
}

/** A document cannot go into the library; the message is a sentence for the user. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
