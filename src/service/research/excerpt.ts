/** The part of a passage that is quoted: whole lines as they stand in the document. */
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundPassage } from '../search/searchResult.ts';

export interface Excerpt {
  /** Verbatim. */
  readonly text: string;
  /** Lines of the document at which it stands, 1-based. */
  readonly line: number;
  readonly endLine: number;
}

/** A quotation of this many characters is read; a longer one is passed over. */
const LONGEST = 850;

export function excerpt(passage: FoundPassage, scorer: PassageScorer): Excerpt {
  const lines = passage.text.split('\n');
  // In HTML, PDF and DOCX a paragraph is one line here, whatever lines it takes in its file.
  const exact = lines.length === passage.endLine - passage.line + 1;
  const whole = passage.text.length <= LONGEST;
  const scores = lines.map((line) => (line.trim() === '' ? 0 : scorer.score({ heading: '', text: line }, 1)));
  const best = scores.indexOf(Math.max(...scores));
  let from = whole ? 0 : best;
  let to = whole ? lines.length - 1 : best;
  let length = whole ? LONGEST : (lines[best] ?? '').length;
  const room = (at: number) => length + 1 + (lines[at] ?? '').length <= LONGEST;
  // What an enumeration hangs on goes along; then what follows until the sentence ends; then what is near and scores.
  while (from > 0 && room(from - 1) && !endsSentence(lines[from - 1] ?? '')) length += (lines[--from] ?? '').length + 1;
  while (to < lines.length - 1 && room(to + 1) && !endsSentence(lines[to] ?? ''))
    length += (lines[++to] ?? '').length + 1;
  while (to < lines.length - 1 && room(to + 1)) length += (lines[++to] ?? '').length + 1;
  while (from > 0 && room(from - 1)) length += (lines[--from] ?? '').length + 1;
  while (from < best && (lines[from] ?? '').trim() === '') from += 1;
  // A heading with nothing below it says nothing.
  while (to > best && ((lines[to] ?? '').trim() === '' || isBareHeading(lines[to] ?? ''))) to -= 1;
  let text = lines.slice(from, to + 1).join('\n');
  if (text.length > LONGEST) text = sentences(text, scorer);
  return {
    text,
    line: exact ? passage.line + from : passage.line,
    endLine: exact ? passage.line + to : passage.endLine,
  };
}

/** "(B) Carryover of disallowed deduction": an item's title, whose text comes after it. */
function isBareHeading(line: string): boolean {
  return /^\s*(?:\([A-Za-z0-9]{1,5}\)\s*)+[^.;:,]{0,90}$/.test(line);
}

function endsSentence(line: string): boolean {
  return /[.;:!?]["”’)]*\s*(?:and|or)?\s*$/.test(line) || line.trim() === '';
}

/** The sentences around the best one, as far as there is room; the start of the line when it has none. */
function sentences(line: string, scorer: PassageScorer): string {
  const parts = line.match(/[\s\S]*?[.;:](?:["”’)]*\s+|$)|[\s\S]+$/g) ?? [line];
  const scores = parts.map((part) => scorer.score({ heading: '', text: part }, 1));
  const best = scores.indexOf(Math.max(...scores));
  let from = best;
  let to = best + 1;
  const length = () => parts.slice(from, to).join('').length;
  while (from > 0 && length() + (parts[from - 1] ?? '').length <= LONGEST) from -= 1;
  while (to < parts.length && length() + (parts[to] ?? '').length <= LONGEST) to += 1;
  const text = parts.slice(from, to).join('').trim();
  return text.length <= LONGEST * 1.5 ? text : text.slice(0, text.lastIndexOf(' ', LONGEST));
}
