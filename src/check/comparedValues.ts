/** How many values of a sentence were found. */
import { isUnchecked } from './exempt.ts';
import type { Compared, GroundingKind, Missing } from './finding.ts';
import type { ReadText } from './readAtoms.ts';

/** The values of a sentence without those that are missing. */
export function comparedIn(
  read: ReadText,
  missing: readonly Missing[],
  quotations: number,
  isCited: boolean,
): Compared {
  const found = (all: number, ...kinds: GroundingKind[]) =>
    Math.max(0, all - missing.filter(({ kind }) => kinds.includes(kind)).length);
  const amounts = read.quantities.filter((quantity) => !isUnchecked(quantity, isCited)).length;
  return {
    amounts: found(amounts, 'amount', 'percent', 'count'),
    dates: found(read.dates.length, 'date'),
    sections: found(read.citations.length, 'section', 'foreign-authority'),
    quotations: found(quotations, 'quote'),
  };
}
