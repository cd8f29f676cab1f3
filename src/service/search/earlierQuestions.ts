/** What a question takes over from the earlier questions of its conversation. */
import type { QuestionSelection } from '../../protocol/question.ts';

/** How a question depends on the one before. `perhaps`: it is short, and may as well be about something else. */
export type Continues = 'yes' | 'perhaps' | 'no';

/** "What about partnerships?", "And when does it end?", in English and German. */
const BEGINS =
  /^\W*(?:and|but|so|or|what about|how about|what if|what happens (?:if|when)|und|aber|oder|was ist mit|wie ist es|was,? wenn|was (?:ist|passiert|geschieht|gilt),? wenn)\b/i;
/**
 * These words mostly refer to the question before, and in a long question often to its own words. "The third one" is one of several there. In "is
 * there a fee" and "gibt es Gebühren" they refer to nothing.
 */
const REFERS =
  /\b(?:it|its|this|that|these|those|they|them|their|(?<!(?:is|are|was|were) )there(?! (?:is|are|was|were))|there(?=\W*$)|he|she|his|her|(?<!(?:gibt|gab) )es(?! (?:gibt|gab))|es(?=\W*$)|dies\w{0,2}|sie|ihr\w{0,2}|davon|dafür|dabei|darin|dort|er|(?:the|which) (?!one\b)\w+ ones?(?![\w-])|(?:the|which) ones?(?=\W*$|\s+(?:of|is|are|was|were|that|which)\b))(?!\w)/i;
/** "Gilt das auch?", and not the article of "das neue Auto". */
const REFERS_IN_GERMAN = /(?<!\p{L})[Dd]as(?!\p{L})(?!\s+(?:\p{Ll}+\s+)?\p{Lu})/u;
function refers(text: string): boolean {
  return REFERS.test(text) || REFERS_IN_GERMAN.test(text);
}

/** Whether a word of the question refers to what was asked before: "And the garage, when does it open?" refers to its own words. */
export function pointsBack(question: string): boolean {
  return refers(question.split(',')[0] ?? '');
}

/** "Until when?", "From which quantity?", "Bis wann?": without a verb they ask nothing alone. "How are you?" is none of them. */
const BARE =
  /^\W*(?:(?:until|since|from|by|for|to|at|in|with|up to|over|bis(?: zu)?|seit|ab|von|für|an|mit|zu|unter|über) )?(?:why(?: not)?|when|where|who|whom|how (?:much|many|long|often|high|late|soon)|warum(?: nicht)?|wieso|wann|wo|wer|wem|wen|wie (?:viele?|lange|hoch|oft|teuer)|(?:what|which|how many|welche[mnrs]?|wie viele[nr]?) \p{L}+)\W*$/iu;
/** A question with fewer words than this may continue the last one. */
const SHORT = 4;

/** A question, with the number of its words to search for, and of those that may say what it is about. */
export interface QuestionWords {
  readonly text: string;
  readonly words: number;
  readonly subjects: number;
}

export interface EarlierQuestion extends QuestionWords {
  /** What it was about. */
  readonly selections: readonly QuestionSelection[];
}

/** "Thank you, that is all" has no words to search for and asks nothing. */
export function continuesLast({ text, words, subjects }: QuestionWords): Continues {
  const refersBack = refers(text) || BEGINS.test(text) || BARE.test(text);
  if (words === 0) return text.includes('?') && refersBack ? 'yes' : 'no';
  if (refersBack || subjects === 0) return 'yes';
  return subjects < SHORT ? 'perhaps' : 'no';
}

/** Whether a question that continues the last one is also about the authority that the last one cites, or the document that answers it. */
export function keepsSource(question: QuestionWords): boolean {
  return continuesLast(question) === 'yes' && (question.subjects < SHORT || BEGINS.test(question.text));
}

/** "Thanks!" has no words to search for and asks nothing. */
export function asksSomething({ selections, words }: EarlierQuestion): boolean {
  return selections.length > 0 || words > 0;
}

/** The place of the question that opened the subject: the last one, up to the place `last`, that is about a selection or continues none. */
export function openerOf(questions: readonly EarlierQuestion[], last = questions.length): number {
  const opens = (each: EarlierQuestion) =>
    asksSomething(each) && (each.selections.length > 0 || continuesLast(each) !== 'yes');
  return Math.max(0, questions.slice(0, last + 1).findLastIndex(opens));
}
