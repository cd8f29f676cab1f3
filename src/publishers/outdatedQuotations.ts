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
}

/** The part of a source that says what it quotes. */
export interface QuotingSource {
  readonly location?: { readonly path: string } | undefined;
  readonly snippet?: string | undefined;
}

/** Shorter lines and pieces of a quotation stand in other texts too. Letters. */
export const SHORTEST = 25;

/** The replaced lines that one of the sources quotes, as a whole line or as a part of it. */
export function outdatedSources(
  sources: readonly QuotingSource[],
  replaced: readonly ReplacedLines[],
): ReplacedLines[] {
  return replaced.filter(({ path, lines }) =>
    sources.some(
      ({ location, snippet }) =>
        location?.path === path &&
        (snippet ?? '')
          .split(/\n|\u2026/)
          .map(lettersOf)
          .filter((piece) => piece.length >= SHORTEST)
          .some((piece) => lines.some((line) => line.includes(piece) || piece.includes(line))),
    ),
  );
}

/** The replaced lines of which the text has a whole one. */
export function outdatedQuotations(text: string, replaced: readonly ReplacedLines[]): ReplacedLines[] {
  const letters = lettersOf(text);
  return replaced.filter(({ lines }) => lines.some((line) => letters.includes(line)));
}
