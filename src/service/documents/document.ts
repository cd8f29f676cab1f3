/** The content of a file that was read, whatever its format: blocks, each with the lines and the place at which it is found. */

import type { LinePlace } from '../../protocol/worker.ts';
import type { Pinpoint } from '../../text/pinpoints.ts';
import { t } from '../translate.ts';
import type { ItemRange } from './itemRange.ts';

export interface DocumentMeta {
  readonly title?: string;
  /** The date to which the document speaks, as written in it. */
  readonly date?: string;
  /** `tax`, `accounting`, `audit`, `workpaper`, … as the document says. */
  readonly kind?: string;
  /** The abbreviation of a law, as its publisher says: `EStG`. */
  readonly abbreviation?: string;
  /** http(s) address of the original. */
  readonly url?: string;
  /** Fiscal wrote it. */
  readonly isFromFiscal?: true;
}

/** The part of a mail with its sender, recipients, date and subject, one a line. */
export const MESSAGE_HEADER = 'Message header';
/** The part with the text of a mail itself. It is not shown as a place. */
export const MESSAGE_TEXT = 'Message';

/** Where a viewer finds a block in a file that has no lines of text. */
export interface DocumentPlace {
  /** Page of a PDF, from 1. */
  readonly page?: number;
  /** The label that the PDF gives to that page ("iv", "A-3"), if it is not the page number. */
  readonly pageLabel?: string;
  /** Number of the paragraph in a Word document, from 1. */
  readonly paragraph?: number;
  /** The name of a sheet of a workbook. */
  readonly sheet?: string;
  /** Its cells: `A2:H9`. */
  readonly cells?: string;
  /** Note, comment, header or attachment that contains the block: "Footnote 3", "Attachment lease.pdf". */
  readonly part?: string;
}

export type DocumentBlock =
  | {
      readonly type: 'heading';
      readonly level: number;
      readonly text: string;
      readonly line: number;
      readonly place?: DocumentPlace;
      readonly items?: readonly (ItemRange | null)[];
      /** Its words are in the document already. It takes no line. */
      readonly implied?: true;
    }
  | {
      readonly type: 'text';
      /** Lines `line` to `endLine` of the text that was read, 1-based, joined by \n. In a text file these are the file's own lines. */
      readonly text: string;
      readonly line: number;
      readonly endLine: number;
      readonly place?: DocumentPlace;
      /** Of a PDF: one entry for each line of the text. */
      readonly items?: readonly (ItemRange | null)[];
    }
  /** A header, footer or page number that repeats from page to page. It is not searched, and takes no line. */
  | { readonly type: 'margin'; readonly text: string; readonly line: number; readonly place?: DocumentPlace };

export interface ReadDocument {
  readonly meta: DocumentMeta;
  readonly blocks: readonly DocumentBlock[];
  /** Of a law whose publisher gives the identifiers of its paragraphs: the node of each line that has one. */
  readonly stated?: ReadonlyMap<number, Pinpoint>;
}

/** The text that was read. Line n of it is line n of the blocks. No block is added after `most` characters. */
export function textOf({ blocks }: ReadDocument, most = Number.POSITIVE_INFINITY): string {
  let text = '';
  let line = 1;
  for (const block of blocks) {
    if (text.length > most) break;
    if (block.type === 'margin' || (block.type === 'heading' && block.implied)) continue;
    if (block.line > line) text += '\n'.repeat(block.line - line);
    else if (text !== '') text += ' ';
    text += block.text;
    line = Math.max(line, block.line) + (block.text.match(/\n/g)?.length ?? 0);
  }
  return text;
}

/** Characters in which it shows whether a document is law, an opinion or another paper. */
const BEGINNING = 200_000;

/** Of a large document, so that its whole text is not in memory once more. */
export const beginningOf = (document: ReadDocument): string => textOf(document, BEGINNING).slice(0, BEGINNING);

/** Where blocks of a file without lines of its own are, by the line of `textOf` on which each begins: `¶ 12`, `A5:H5`. */
export function linePlaces({ blocks }: ReadDocument): LinePlace[] {
  return blocks.flatMap(({ type, line, place }) => {
    const label = place?.cells ?? (place?.paragraph === undefined ? undefined : `¶ ${place.paragraph}`);
    if (type === 'margin' || label === undefined) return [];
    return [{ line, label, ...(place?.sheet !== undefined && { sheet: place.sheet }) }];
  });
}

/** What a reader threw, as a sentence for the user. */
export function asUnreadable(error: unknown): UnreadableDocument {
  if (error instanceof UnreadableDocument) return error;
  return new UnreadableDocument(t('It is damaged and could not be read.'), { cause: error });
}

/** A document cannot be added to the library; the message is a sentence for the user. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  /** The system refused the file: it is locked, or its drive is gone. It may be read later without a change of the file. */
  readonly unavailable: boolean;

  constructor(message: string, options: ErrorOptions & { readonly unavailable?: boolean } = {}) {
    super(message, options);
    this.unavailable = options.unavailable ?? false;
  }
}
