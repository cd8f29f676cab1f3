/** Cuts an answer into sentences, list items, table rows and headings, each with its place in the answer. */
import { fencedLines } from '../text/codeFences.ts';
import { quotedSpans } from './quotationsInSource.ts';

export interface Sentence {
  readonly start: number;
  readonly end: number;
  /** The characters from `start` to `end`: without the marker of a list item, with the marks that follow the full stop. */
  readonly text: string;
  readonly form: 'prose' | 'heading' | 'row' | 'quotation';
}

interface AnswerBlock {
  readonly form: Sentence['form'];
  start: number;
  end: number;
}

const LIST_MARKER = /^\s*(?:[-*+\u2022\u00b7]|\d{1,3}[.)]|[a-z][.)]|\([a-z\d]{1,4}\))\s+(?:\[[ xX]\]\s+)?/;
const HEADING_MARKER = /^ {0,3}#{1,6}\s+(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+|[A-Z][.)]\s+)?/;

export function sentencesOf(answer: string): Sentence[] {
  return blocksOf(answer).flatMap((block) =>
    block.form === 'row' || block.form === 'heading'
      ? trimmed(answer, block.start, block.end, block.form)
      : cut(answer, block),
  );
}

function blocksOf(answer: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  let open: AnswerBlock | null = null;
  let end = -1;
  const lines = answer.split('\n');
  const isCode = fencedLines(lines);
  for (const [at, line] of lines.entries()) {
    const start = end + 1;
    end = start + line.length;
    if (isCode[at] || line.trim() === '' || /^[\s|:-]+$/.test(line) || /^\s*(?:[-*_=]\s*){3,}$/.test(line)) {
      open = null;
      continue;
    }
    const heading = HEADING_MARKER.exec(line);
    if (heading) {
      blocks.push({ form: 'heading', start: start + heading[0].length, end });
      open = null;
    } else if (/^\s*\|/.test(line)) {
      blocks.push({ form: 'row', start, end });
      open = null;
    } else {
      const quoted = /^(?:\s*>[ \t]?)+/.exec(line)?.[0] ?? '';
      const form: AnswerBlock['form'] = quoted === '' ? 'prose' : 'quotation';
      const marker = LIST_MARKER.exec(line.slice(quoted.length))?.[0] ?? '';
      if (open !== null && open.form === form && marker === '') open.end = end;
      else {
        open = { form, start: start + quoted.length + marker.length, end };
        blocks.push(open);
      }
    }
  }
  return blocks;
}

/** Abbreviations that end no sentence. */
const ABBREVIATIONS = new Set(
  'u.s u.s.c u.s.c.a treas reg regs rev rul proc v vs t.c b.t.a memo summ op inc corp co ltd dept mr mrs ms dr prof jr sr e.g i.e cf al approx est fed supp cir ct stat pub l p.l i.r.c c.f.r c.b i.r.b a.m p.m i.r.s subsec subpar temp prop cl ann z.b d.h u.a i.s.d bzw vgl gem ggf inkl zzgl'.split(
    ' ',
  ),
);
/** These end no sentence when a number follows: "No. 5", but "No. The rate …". */
const BEFORE_NUMBERS = new Set(
  'nr abs s rn tz art bzw vgl gem no nos sec secs art arts ch par para paras pt p pp fig tit vol ex q jan feb mar apr jun jul aug sep sept oct nov dec id n'.split(
    ' ',
  ),
);
/** A letter after one of these is a name ("Schedule C."), not the initial of a person. */
const LETTERED =
  /\b(?:schedule|form|part|plan|appendix|subchapter|exhibit|title|class|type|option|column|case|table|corporation|subtitle)\s+$/i;

/** A longer piece is cut at the next full stop, and at this length without one. */
const LONGEST_SENTENCE = 4000;

const STOP = /[.?!]+["'\u201d\u2019)\]*_]*|[\u3002\uff01\uff1f]["\u201d\u2019\u300d]*/g;
const MARKS_AFTER = /[ \t]*(?:\[\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*\]|\u3010\d{1,3}\u3011)(?!\()/y;

function cut(answer: string, block: AnswerBlock): Sentence[] {
  const found: Sentence[] = [];
  let from = block.start;
  const quotes = openQuotations(answer, block);
  // Without the text after the block, in which each block without a stop would search again.
  const searched = answer.slice(0, block.end);
  STOP.lastIndex = block.start;
  for (let stop = STOP.exec(searched); stop !== null; stop = STOP.exec(searched)) {
    const plain = stop.index + stop[0].length;
    let end = plain;
    MARKS_AFTER.lastIndex = end;
    while (end < block.end && MARKS_AFTER.test(answer)) end = MARKS_AFTER.lastIndex;
    // "[1] says …" begins a sentence; "… the limit. [1] The …" ends one.
    if (end > plain && /^\s*[a-z]/.test(answer.slice(end, end + 8))) end = plain;
    if (end >= block.end) break;
    if (end - from < LONGEST_SENTENCE && quotes.isOpenAt(plain)) continue;
    if (end - from < LONGEST_SENTENCE && !endsSentence(answer, from, stop.index, end, stop[0])) continue;
    found.push(...trimmed(answer, from, end, block.form));
    from = end;
    STOP.lastIndex = Math.max(STOP.lastIndex, end);
  }
  for (; block.end - from > 2 * LONGEST_SENTENCE; from += LONGEST_SENTENCE) {
    found.push(...trimmed(answer, from, from + LONGEST_SENTENCE, block.form));
  }
  found.push(...trimmed(answer, from, block.end, block.form));
  return found;
}

/** Characters that a quotation of several sentences may still have. */
const LONGEST_QUOTATION = 600;

/** Whether a place is inside of quotation marks. Places are asked from left to right. */
function openQuotations(answer: string, block: AnswerBlock): { isOpenAt(at: number): boolean } {
  const spans = quotedSpans(answer.slice(block.start, block.end));
  let next = 0;
  return {
    isOpenAt(place) {
      const at = place - block.start;
      while ((spans[next]?.end ?? at) < at) next += 1;
      const span = spans[next];
      return span !== undefined && span.start < at && at <= span.end && span.end - at <= LONGEST_QUOTATION;
    },
  };
}

function endsSentence(answer: string, from: number, at: number, end: number, stop: string): boolean {
  if (/[\u3002\uff01\uff1f]/.test(stop)) return true;
  const rest = answer.slice(end, end + 40);
  if (!/^\s/.test(rest)) return false;
  const following = rest.trimStart().replace(/^[>\s]*["'\u201c\u2018([*_]*/, '');
  if (/^\p{Ll}/u.test(following)) return false;
  if (!stop.startsWith('.') || stop.startsWith('..')) return true;
  const before = answer.slice(Math.max(from, at - 40), at);
  const word = /[\p{L}\p{N}.]+$/u.exec(before)?.[0] ?? '';
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  if (BEFORE_NUMBERS.has(word.toLowerCase())) return !/^[\d\u00a7]/.test(following);
  if (/^\p{Lu}$/u.test(word)) return LETTERED.test(before.slice(0, -1));
  // A bare number at the start is the marker of a list.
  return !(/^\d{1,3}$/.test(word) && answer.slice(from, at).trim() === word);
}

function trimmed(answer: string, from: number, to: number, form: Sentence['form']): Sentence[] {
  const text = answer.slice(from, to);
  const start = from + text.length - text.trimStart().length;
  const sentence = text.trim();
  return sentence === '' ? [] : [{ start, end: start + sentence.length, text: sentence, form }];
}
