/** Which answers and texts quote lines of a law that have changed since. Pure, because a browser has answers too. */
import { lettersOf } from '../text/letters.ts';

/** Lines of a law that stood in an earlier version and do not stand in the current one. */
export interface ReplacedLines {
  /** The file of the law in the library. */
  readonly path: string;
  /** "§ 179. Election to expense …", or the law if it is one file. */
  readonly title: string;
  /** The version that had the lines. */
  readonly version: string;
  /** In the form in which texts are compared. */
  readonly lines: readonly string[];
  /** All lines of the file now, in the same form. */
  readonly current: readonly string[];
}

/** The part of a source that says what it quotes. */
export interface QuotingSource {
  readonly location?: { readonly path: string } | undefined;
  readonly snippet?: string | undefined;
}

/** Shorter lines and pieces of a quotation stand in other texts too. Letters. */
export const SHORTEST = 25;

/** The replaced lines that one of the sources quotes, as a whole line or as a part of it that no current line has. */
export function outdatedSources(
  sources: readonly QuotingSource[],
  replaced: readonly ReplacedLines[],
): ReplacedLines[] {
  const quoting = sources
    .filter(({ location }) => replaced.some(({ path }) => path === location?.path))
    .map(({ location, snippet = '' }) => ({
      path: location?.path,
      pieces: snippet
        .split(/\n|\u2026/)
        .map(lettersOf)
        .filter((piece) => piece.length >= SHORTEST),
    }));
  return replaced.filter((one) =>
    quoting.some(({ path, pieces }) => path === one.path && pieces.some((piece) => isReplaced(piece, one))),
  );
}

/** The replaced lines of which the text has a whole one that is no part of a current line. */
export function outdatedQuotations(text: string, replaced: readonly ReplacedLines[]): ReplacedLines[] {
  const letters = lettersOf(text);
  return replaced.filter((one) => hasReplaced(letters, one));
}

/** A piece of a current line quotes that line, unless the piece is a whole line that was replaced by a longer one. */
function isReplaced(piece: string, one: ReplacedLines): boolean {
  const { lines, current } = one;
  if (lines.includes(piece)) return true;
  const isPart = lines.some((line) => line.includes(piece));
  return isPart ? !current.some((line) => line.includes(piece)) : hasReplaced(piece, one);
}

/** Where words were added to a line, the current line has the letters of the replaced one. */
function hasReplaced(letters: string, { lines, current }: ReplacedLines): boolean {
  return lines.some((line) => letters.includes(line) && !current.some((now) => now.includes(line)));
}
