/** Messages between the library and the thread that reads documents. Both run our own code, so they are not checked. */
import type { Workbook } from '../../../protocol/workbook.ts';
import type { PlacedText } from '../../../protocol/worker.ts';
import type { Exclusions } from '../ignoreRules.ts';
import type { PassageDocument } from '../passages.ts';

export interface ReadLimits {
  readonly maxBytes: number;
  /** The file is only read if its real path is inside one of these folders. Null: any file. */
  readonly roots: readonly string[] | null;
  /** It is not read through a link to what is excluded. Absent: nothing is. */
  readonly exclude?: Exclusions;
}

export interface ReadRequest extends ReadLimits {
  readonly id: number;
  readonly path: string;
  /** Passages for the index, the text of the whole document for the user, or the cells of a workbook. */
  readonly form: 'passages' | 'text' | 'workbook';
}

/** `started`: the time limit of the file starts here. `opened`: the objects of a PDF were found. */
export type ReadReply = { readonly id: number } & (
  | { readonly type: 'started' }
  | { readonly type: 'opened' }
  | { readonly type: 'read'; readonly document: PassageDocument }
  | ({ readonly type: 'text' } & PlacedText)
  | { readonly type: 'workbook'; readonly workbook: Workbook }
  | { readonly type: 'failed'; readonly reason: string; readonly unavailable: boolean }
);
