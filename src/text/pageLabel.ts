/** UTF-16 units of the label of a PDF page. A page whose label is longer has its number: a few bytes of a PDF can ask for millions of letters. */
export const LONGEST_PAGE_LABEL = 40;
