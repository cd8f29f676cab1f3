/** Which answers and texts quote lines of a law that have changed since. */
import type { Source } from '../protocol/researchEvent.ts';
import { lettersOf } from '../text/letters.ts';

/** Lines that a law had in a version that is not the current one. */
export interface ReplacedPassage {
  /** The file of the law. */
  readonly path: string;
  readonly title: string;
  readonly version: string;
  /** In the form in which texts are compared. */
  readonly lines: readonly string[];
}

/** Shorter pieces of a quotation stand in other lines too. Letters. */
const SHORTEST = 25;

/** The replaced passages that one of the sources quotes, as a whole line or as a part of it. */
export function outdatedSources(sources: readonly Source[], replaced: readonly ReplacedPassage[]): ReplacedPassage[] {
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

/** The replaced passages of which the text has a whole line. */
export function outdatedQuotations(text: string, replaced: readonly ReplacedPassage[]): ReplacedPassage[] {
  const letters = lettersOf(text);
  return replaced.filter(({ lines }) => lines.some((line) => letters.includes(line)));
}
