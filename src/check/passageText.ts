/** Whether a source shows enough text that something missing in it means anything. */

const CUT = /^\s*(?:\u2026|\.{3}|\[(?:\u2026|\.{3})\])|(?:\u2026|\.{3}|\[(?:\u2026|\.{3})\])\s*["\u201d\u2019]?\s*$/;
/** Below this a text without a full stop is a title or a keyword, not a passage. */
const FEWEST_WORDS = 12;

export function isTooLittle(text: string): boolean {
  if (CUT.test(text)) return true;
  const words = text.trim().split(/\s+/, FEWEST_WORDS).length;
  return words < FEWEST_WORDS && !(words >= 3 && /[.;:!?]["\u201d)]?\s*$/.test(text));
}
