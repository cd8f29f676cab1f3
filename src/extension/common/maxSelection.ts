/** Longest selection, in UTF-16 units: about 100,000 words, more than any service reads. */
export const MAX_SELECTION = 600_000;
