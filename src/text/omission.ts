/** The signs for text that is left out of a quotation. The library writes them. What looks for the quotation in its document skips them. */
export const CUT = '…';

/** The end of a quotation whose text goes on. `where` is for people, in any language, with a colon: "continues: (c)". */
export const goesOnAt = (where: string): string => `${CUT} [${where}]`;
const GOES_ON = /…\s*\[[^\]\n…:：]{1,80}[:：][^\]\n…]*\]\s*$/;

/** The words of a quotation that are in its document, between what is left out. */
export function quotedParts(quotation: string): string[] {
  return quotation
    .replace(GOES_ON, '')
    .split(CUT)
    .filter((part) => part.trim() !== '');
}
