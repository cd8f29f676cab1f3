/** The name of a law as it is compared, in documents and in citations: `estg 2009`, `excise tax act`. */
export function lawName(written: string): string {
  return written
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/&]+/gu, ' ')
    .trim();
}
