/** The text of a page in a form that can be compared, with the way back to the pieces that the page consists of. */
import { type PlacedCharacters, placedLetters, placedVisible } from '../../text/letters.ts';

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

export function foldWords(pieces: readonly string[]): FoldedText {
  return inPieces(pieces, placedLetters(pieces.join('')));
}

export function foldVisible(pieces: readonly string[]): FoldedText {
  return inPieces(pieces, placedVisible(pieces.join('')));
}

function inPieces(strings: readonly string[], { text, starts, ends }: PlacedCharacters): FoldedText {
  const pieces: number[] = [];
  const local = { starts: [] as number[], ends: [] as number[] };
  let piece = 0;
  let offset = 0;
  for (const [at, start] of starts.entries()) {
    for (let length = strings[piece]?.length ?? 0; start >= offset + length; length = strings[piece]?.length ?? 0) {
      offset += length;
      piece += 1;
    }
    pieces.push(piece);
    local.starts.push(start - offset);
    local.ends.push(Math.min((ends[at] ?? start) - offset, strings[piece]?.length ?? 0));
  }
  return { text, pieces, ...local };
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
