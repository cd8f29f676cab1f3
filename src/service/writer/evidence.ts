/** The words that a model copied from a passage for a sentence, and the place of the passage around them. */

import { findQuotation, type SearchedText, searchedText, type TextRange } from '../../text/findQuotation.ts';
import { lettersOf } from '../../text/letters.ts';
import type { KeyedPassage, WriterPassage } from './passage.ts';

/** Words for one source of a sentence. */
export interface CopiedWords {
  readonly key: string;
  /** As the model wrote them or, once verified, as the passage has them. */
  readonly words: string;
}

export interface FoundWords extends CopiedWords {
  /** The lines of the passage that contain the words, with one line before and after them, and its first line. */
  readonly surroundings: string;
  /** They are a choice of a form that nobody has ticked. */
  readonly isUnticked: boolean;
}

/** Letters and digits of words that say where they are from. */
const FEWEST_LETTERS = 8;
/** UTF-16 units of the words of one source. */
const MOST = 400;

/** Fewer letters than this are in almost any passage. */
const MIN_COPIED = 20;

/** Whether a passage contains the words of a note, apart from case, spacing and punctuation. */
export function isCopied(words: string, passage: WriterPassage): boolean {
  return lettersOf(words).length >= MIN_COPIED && findQuotation(words, lettersIn(passage)) !== null;
}

/** The questions that a document asks, as checklists and workpapers have them. */
export function questionsIn({ text }: WriterPassage): string[] {
  return text
    .split(BLOCK_END)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(SENTENCE_END))
    .map((sentence) => sentence.replace(/^\s*(?:[-*•]|\d{1,3}[.)])?\s*/, '').trim())
    .filter((sentence) => sentence.endsWith('?') && lettersOf(sentence).length >= MIN_COPIED);
}

/**
 * Whether the words only ask: they are a question of the passage or a part of one, with or without what is there to answer it. Words with a
 * statement, an answer or a mark in a box are more.
 */
export function isQuestion(words: string, passage: WriterPassage): boolean {
  const questions = questionsIn(passage).map(lettersOf);
  const parts = words
    .replace(/\s+/g, ' ')
    .split(SENTENCE_END)
    .filter((part) => lettersOf(part) !== '');
  const isAsked = (part: string) => questions.some((question) => question.includes(lettersOf(part)));
  return parts.some(isAsked) && isAnswerForm(parts.filter((part) => !isAsked(part)).join(' '));
}

/** Whether the words are a choice of a form, or what one can choose for, and nobody has ticked it. */
export function isUnticked(words: string, passage: WriterPassage): boolean {
  const ranges = findQuotation(words, lettersIn(passage)) ?? [];
  return ranges.some((range) => isUntickedAt(passage.text, range));
}

/** The words have no ticked box, and the box before them is empty or all boxes of their line are. */
function isUntickedAt(text: string, { start, end }: TextRange): boolean {
  const from = text.lastIndexOf('\n', start) + 1;
  const rest = text.slice(end).search(LINE_END);
  const line = text.slice(from, rest < 0 ? text.length : end + rest);
  const boxes = Array.from(line.matchAll(BOX), ({ 0: box, index }) => ({
    at: from + index,
    isEmpty: EMPTY_BOX.test(box),
  }));
  const ticked = boxes.filter(({ isEmpty }) => !isEmpty);
  if (ticked.length === boxes.length || ticked.some(({ at }) => at > start && at < end)) return false;
  const own = boxes.findLast(({ at }) => at < start);
  return ticked.length === 0 || (own?.isEmpty === true && !text.slice(own.at, start).includes('|'));
}

/** The end of a line, or of a sentence that is no question. */
const LINE_END = /\n|(?<=[.!]["”)]?)\s+(?=["“(]?\p{Lu})/u;
const BOX = /[☐□☑☒⊠✓✔√✗✘●■]|\[[ xX✓✔]?\]|\([ xX✓✔]\)/gu;

/** Boxes without a mark, the answers to choose from, a blank, and references: "☐ yes ☐ no / ()", "____ W/P C-2". */
function isAnswerForm(text: string): boolean {
  const choices = new Set(text.toLowerCase().match(CHOICE) ?? []);
  const rest = text.replace(CHOICE, '').replace(REFERENCE, '');
  return EMPTY_FORM.test(rest) && choices.size !== 1;
}

const EMPTY_BOX = /[☐□]|\[ ?\]|\( \)/u;
/** Empty boxes, blanks to write on, and punctuation. Any other sign may be the mark of an answer: "√", "☒", "(x)". */
const EMPTY_FORM = /^[\s☐□[\]()_.…,:;/|*–-]*$/u;
const CHOICE = /(?<!\p{L})(?:yes|no|n\/a|not applicable|ja|nein|entfällt)(?!\p{L})/giu;
const REFERENCE =
  /(?<!\p{L})(?:(?:see|siehe|ref\.?|reference|w\/p)\s*)?\p{Lu}{1,3}[-.]?\d{1,4}(?:[-./]\d{1,4})*(?!\p{L})/giu;

/** An empty line, the end of a table cell, or the next item or heading. */
const BLOCK_END = /\n\s*\n|\||\n(?=\s*(?:[-*•#]|\d{1,3}[.)]\s))/;
/** Behind a question there may be boxes, a blank or a reference, so what follows a question is a sentence of its own. */
const SENTENCE_END = /(?<=\?["”)]?)\s+|(?<=[.!]["”)]?)\s+(?=["“(]?\p{Lu})/u;

const searched = new WeakMap<WriterPassage, SearchedText>();

function lettersIn(passage: WriterPassage): SearchedText {
  const text = searched.get(passage) ?? searchedText(passage.text);
  searched.set(passage, text);
  return text;
}

/** The words with the spelling of the passage; null if the passage does not contain them. */
export function findWords({ key, words }: CopiedWords, passage: KeyedPassage): FoundWords | null {
  if (lettersOf(words).length < FEWEST_LETTERS) return null;
  const ranges = findQuotation(words, lettersIn(passage));
  const [first] = ranges ?? [];
  const last = ranges?.at(-1);
  if (!ranges || !first || !last) return null;
  const shown = ranges.map(({ start, end }) => passage.text.slice(start, end).replace(/\s+/g, ' ')).join(' … ');
  if (shown.length > MOST) return null;
  const surroundings = linesAround(passage.text, { start: first.start, end: last.end });
  return { key, words: shown, surroundings, isUnticked: ranges.some((range) => isUntickedAt(passage.text, range)) };
}

function linesAround(text: string, { start, end }: TextRange): string {
  const isFilled = (line: string) => line.trim() !== '';
  const [before, after] = [text.slice(0, start).split('\n'), text.slice(end).split('\n')];
  const above = before.slice(0, -1).filter(isFilled);
  const below = after.slice(1).filter(isFilled);
  const words = `${before.at(-1) ?? ''}${text.slice(start, end)}${after[0] ?? ''}`;
  // The first line often names what the rest is about, with its date.
  return [...new Set([...above.slice(0, 1), ...above.slice(-1)]), words, ...below.slice(0, 1)].join('\n');
}
