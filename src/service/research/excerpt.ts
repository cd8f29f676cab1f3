/** Selects the part of a passage that is quoted: whole lines, unchanged. */
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundPassage } from '../search/searchResult.ts';

export interface Excerpt {
  /** Verbatim. */
  readonly text: string;
  /** First and last line in the document, 1-based. */
  readonly line: number;
  readonly endLine: number;
}

/** Characters of a quotation, at most. Longer ones are not read. */
const MAX_LENGTH = 850;

export function excerpt(passage: FoundPassage, scorer: PassageScorer): Excerpt {
  const lines = passage.text.split('\n');
  // In HTML, PDF and DOCX a paragraph is one line here, however many lines it has in its file.
  const exact = lines.length === passage.endLine - passage.line + 1;
  const whole = passage.text.length <= MAX_LENGTH;
  const scores = lines.map((line) => (line.trim() === '' ? 0 : scorer.score({ heading: '', text: line }, 1)));
  const best = scores.indexOf(Math.max(...scores));
  let from = whole ? 0 : best;
  let to = whole ? lines.length - 1 : best;
  let length = whole ? MAX_LENGTH : (lines[best] ?? '').length;
  const fits = (at: number) => length + 1 + (lines[at] ?? '').length <= MAX_LENGTH;
  // First the introduction of the enumeration, then the rest of the sentence, then the lines below and above, while they fit.
  while (from > 0 && fits(from - 1) && !endsSentence(lines[from - 1] ?? '')) length += (lines[--from] ?? '').length + 1;
  while (to < lines.length - 1 && fits(to + 1) && !endsSentence(lines[to] ?? ''))
    length += (lines[++to] ?? '').length + 1;
  while (to < lines.length - 1 && fits(to + 1)) length += (lines[++to] ?? '').length + 1;
  while (from > 0 && fits(from - 1)) length += (lines[--from] ?? '').length + 1;
  while (from < best && (lines[from] ?? '').trim() === '') from += 1;
  // A heading at the end has no text below it.
  while (to > best && ((lines[to] ?? '').trim() === '' || isBareHeading(lines[to] ?? ''))) to -= 1;
  let text = lines.slice(from, to + 1).join('\n');
  if (text.length > MAX_LENGTH) text = sentences(text, scorer);
  return {
    text,
    line: exact ? passage.line + from : passage.line,
    endLine: exact ? passage.line + to : passage.endLine,
  };
}

/** Whether a line is only the heading of an item, such as "(B) Carryover of disallowed deduction". */
function isBareHeading(line: string): boolean {
  return /^\s*(?:\([A-Za-z0-9]{1,5}\)\s*)+[^.;:,]{0,90}$/.test(line);
}

function endsSentence(line: string): boolean {
  return /[.;:!?]["”’)]*\s*(?:and|or)?\s*$/.test(line) || line.trim() === '';
}

/** The best sentence and its neighbors up to MAX_LENGTH. The start of the line if it has no sentences. */
function sentences(line: string, scorer: PassageScorer): string {
  const parts = line.match(/[\s\S]*?[.;:](?:["”’)]*\s+|$)|[\s\S]+$/g) ?? [line];
  const scores = parts.map((part) => scorer.score({ heading: '', text: part }, 1));
  const best = scores.indexOf(Math.max(...scores));
  let from = best;
  let to = best + 1;
  const length = () => parts.slice(from, to).join('').length;
  while (from > 0 && length() + (parts[from - 1] ?? '').length <= MAX_LENGTH) from -= 1;
  while (to < parts.length && length() + (parts[to] ?? '').length <= MAX_LENGTH) to += 1;
  const text = parts.slice(from, to).join('').trim();
  return text.length <= MAX_LENGTH * 1.5 ? text : text.slice(0, text.lastIndexOf(' ', MAX_LENGTH));
}
