/** The text of a page in a form that can be compared, with the way back to the pieces that the page consists of. */

export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: the piece that its character is in, and where the character starts and ends there. */
  readonly pieces: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A part of one piece. */
export interface PieceRange {
  readonly piece: number;
  readonly start: number;
  readonly end: number;
}

/** Letters and digits only: a quotation has other hyphens, blanks and quotation marks than the page. */
const WORDS = /[\p{L}\p{N}]/u;
/** Everything that can be seen. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

export function foldWords(pieces: readonly string[]): FoldedText {
  return fold(pieces, WORDS);
}

export function foldVisible(pieces: readonly string[]): FoldedText {
  return fold(pieces, VISIBLE);
}

function fold(pieces: readonly string[], kept: RegExp): FoldedText {
  let text = '';
  const owners: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [piece, string] of pieces.entries()) {
    let offset = 0;
    for (const character of string) {
      for (const folded of character.normalize('NFKC').toLowerCase()) {
        if (!kept.test(folded)) continue;
        text += folded;
        for (let unit = 0; unit < folded.length; unit += 1) {
          owners.push(piece);
          starts.push(offset);
          ends.push(offset + character.length);
        }
      }
      offset += character.length;
    }
  }
  return { text, pieces: owners, starts, ends };
}

/** The parts of the pieces that units `start` to `end` of the folded text come from. What lies between them in a piece is included. */
export function pieceRanges(folded: FoldedText, start: number, end: number): PieceRange[] {
  const ranges: PieceRange[] = [];
  let at = start;
  while (at < end) {
    const piece = folded.pieces[at] ?? 0;
    const from = folded.starts[at] ?? 0;
    while (at < end && folded.pieces[at] === piece) at += 1;
    ranges.push({ piece, start: from, end: folded.ends[at - 1] ?? from });
  }
  return ranges;
}
