/** Texts for the language model of a client: without characters that a person could not see, and not too long. */
import { escapeHidden } from '../conversation/display.ts';

/** Longest text of a result, in UTF-16 units. */
const MAX_RESULT = 60_000;

export function visibleText(content: string): string {
  const result = escapeHidden(content);
  return result.length <= MAX_RESULT ? result : `${result.slice(0, MAX_RESULT)}\n(The result was shortened.)`;
}
