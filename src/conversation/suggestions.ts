/** The follow-up questions of an answer: how many are stored, and which of them are shown. */
import { oneLine } from './display.ts';

/** Maximum number of suggestions that are stored with an answer. A service can send any number. */
export const MAX_STORED_SUGGESTIONS = 20;
/** Maximum number of suggestions that are shown. */
export const MAX_SHOWN_SUGGESTIONS = 4;
/** Longest suggestion that is shown, in UTF-16 units. A longer text is not a question. */
export const MAX_SUGGESTION_LENGTH = 300;

/** Returns the suggestions to show: each once, none that was asked already, and at most `MAX_SHOWN_SUGGESTIONS`. */
export function shownSuggestions(suggestions: readonly string[], askedQuestions: readonly string[]): string[] {
  const known = new Set(askedQuestions.map(comparable));
  const shown: string[] = [];
  for (const suggestion of suggestions) {
    if (shown.length === MAX_SHOWN_SUGGESTIONS) break;
    const text = oneLine(suggestion);
    const key = comparable(text);
    if (key === '' || text.length > MAX_SUGGESTION_LENGTH || known.has(key)) continue;
    known.add(key);
    shown.push(text);
  }
  return shown;
}

/** Letter case, blanks and punctuation make no difference. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}§]+/gu, ' ')
    .trim();
}
