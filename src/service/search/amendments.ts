/** Finds the amendments of a contract by the names of their files. */
import { basename, dirname } from 'node:path';
import type { FoundDocument } from './searchResult.ts';
import { stemsOf, wordsInName } from './words.ts';

const AMENDMENT =
  /(?<!\p{L})(?:amendments?|addend(?:um|a)|nachtr(?:ag|äge)|änderungs(?:vertrag|vereinbarung))(?!\p{L})/giu;
/** "no 1", "1st", "zum": words that number an amendment, or connect it to the name of the contract. */
const COUNTING =
  /(?<![\p{L}\p{N}])(?:\d+(?:st|nd|rd|th)?|no|nr|first|second|third|to|of|zum|zur|zu|und|and)(?![\p{L}\p{N}])/giu;

type Named = Pick<FoundDocument, 'path' | 'language'>;

const nameOf = ({ path }: Named) => wordsInName(basename(path).replace(/\.\w+$/, ''));

/** Whether both are in one folder, and the name of `one` says that it amends the document with the rest of its name. */
export function amends(one: Named, other: Named): boolean {
  const name = nameOf(one);
  const rest = name.replace(AMENDMENT, ' ');
  if (rest === name || dirname(one.path) !== dirname(other.path) || nameOf(other).search(AMENDMENT) >= 0) return false;
  const words = stemsOf(rest.replace(COUNTING, ' '), one.language);
  const known = new Set(stemsOf(nameOf(other), one.language));
  return words.length > 0 && words.every((word) => known.has(word));
}

/** An amendment follows the document that it amends, and counts as much. */
export function amendmentsNext(documents: readonly FoundDocument[]): FoundDocument[] {
  const later = documents.filter((one, at) => documents.slice(0, at).some((other) => amends(one, other)));
  return documents.flatMap((document) =>
    later.includes(document)
      ? []
      : [
          document,
          ...later
            .filter((one) => documents.find((other) => amends(one, other)) === document)
            .map((one) => ({ ...one, score: document.score })),
        ],
  );
}
