/** Analyzes a question for the search: its words, their synonyms, its parts and its citations. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import { findCitations, possibleSections, type SearchedAuthority } from './authority.ts';
import { isFieldWord } from './fieldWords.ts';
import { stem } from './stem.ts';
import { INSTRUCTION_WORDS, STOP_WORDS } from './stopWords.ts';
import { findSynonyms } from './synonyms.ts';
import { wordsOf } from './words.ts';

export interface Term {
  readonly word: string;
  readonly stem: string;
  readonly weight: number;
  /** The word is in the selected text and not in the question. */
  readonly selected?: boolean;
  /** For a synonym, the stem of the question's word that it stands for. */
  readonly of?: string;
}

export interface Query {
  /** The question without the selections below it. */
  readonly question: string;
  /** Words of the question, each stem once. */
  readonly terms: readonly Term[];
  /** Synonyms of the question's words. */
  readonly added: readonly Term[];
  /** The parts of a question that asks for more than one thing. */
  readonly clauses: readonly Clause[];
  readonly citations: readonly SearchedAuthority[];
  /** Numbers that are searched as sections only if the library has such a document. */
  readonly possible: readonly string[];
}

/** Words of a selection that are taken into account, at most. */
const MAX_SELECTION_WORDS = 40;
/** Words of a question that are analyzed, and that are searched for, at most. */
const MAX_TERMS = 2000;
export const MAX_SEARCHED = 48;
/** Synonyms, citations and parts of one question, at most. */
const MAX_ADDED = 40;
const MAX_CITATIONS = 24;
const MAX_CLAUSES = 16;
/** Characters of a question that are read: one half from its beginning, one half from its end. */
const MAX_READ = 24_000;

export interface Clause {
  readonly terms: readonly Term[];
  readonly added: readonly Term[];
}

/** `context` has the earlier questions, the oldest first. The texts of attached files and the facts of the matter are not searched for. */
export function analyse(asked: ResearchQuestion, context: readonly ResearchQuestion[]): Query {
  const question = ends(questionText(asked));
  const selection = ends(selectedText(asked));
  const terms = new Map<string, Term>();
  const verb = taskVerb(question);
  collect(terms, selection === '' ? question : withoutInstructions(question), 1, MAX_TERMS);
  const task = terms.get(stem(verb));
  if (task && terms.size > 1) terms.set(task.stem, { ...task, weight: TASK });
  // A question that says nothing of its own ("Check this") is about the selection alone.
  collect(terms, selection, terms.size === 0 ? 1 : 0.4, MAX_SELECTION_WORDS, true);
  // A selection says what the question is about. Earlier questions are used only without one.
  const earlierQuestions = selection === '' ? context.slice(-2).toReversed() : [];
  for (const earlier of earlierQuestions) collect(terms, ends(questionText(earlier)), 0.3, 12);
  return {
    question,
    terms: [...terms.values()],
    added: addedTo(question, terms),
    clauses: clausesOf(question),
    citations: findCitations(`${question}\n${selection}`).slice(0, MAX_CITATIONS),
    possible: possibleSections(question).slice(0, MAX_CITATIONS),
  };
}

/** Weight of the verb that names the task: "test" in "How do I test equipment for impairment?". */
const TASK = 0.4;

/** The verb of "How do I …?". Empty if it is a word of the field. */
function taskVerb(question: string): string {
  const verb = /^\s*how (?:do|does|should|can|must|would) (?:I|we|you|one|an auditor|the auditor) (\p{L}+)/iu.exec(
    question,
  )?.[1];
  const word = verb?.toLowerCase() ?? '';
  return word === '' || isFieldWord(stem(word)) ? '' : word;
}

/** A capital letter that is part of a name: "S corporation", "C corp". */
const NAMING_LETTER = /(?<![\p{L}\p{N}('’.&-])[B-HJ-Z](?=[ -]\p{L}{3})/gu;

function collect(terms: Map<string, Term>, text: string, weight: number, limit: number, selected = false): void {
  let left = limit;
  const letters = new Set(Array.from(text.matchAll(NAMING_LETTER), ([letter]) => letter.toLowerCase()));
  for (const word of wordsOf(text)) {
    if (left <= 0 || terms.size >= MAX_TERMS) return;
    if (word.length === 1 && !/\d/.test(word) ? !letters.has(word) : STOP_WORDS.has(word) || word.length > 60) continue;
    const key = stem(word);
    if (terms.has(key)) continue;
    terms.set(key, { word, stem: key, weight, ...(selected && { selected }) });
    left -= 1;
  }
}

function withoutInstructions(question: string): string {
  return wordsOf(question)
    .filter((word) => !INSTRUCTION_WORDS.has(word))
    .join(' ');
}

function addedTo(text: string, terms: ReadonlyMap<string, Term>): Term[] {
  return findSynonyms(wordsOf(text))
    .map(({ word, of }) => ({ word, stem: stem(word), weight: 1, of }))
    .filter((term) => !terms.has(term.stem))
    .slice(0, MAX_ADDED);
}

/** The parts of a question: its sentences, and what "and" joins. */
function clausesOf(question: string): Clause[] {
  const parts = question.split(
    /[.?!;:](?=\s|$)|\s[-–—]\s|,?\s(?:and|but|or|versus|vs\.?)\s|,\s(?=(?:what|who|when|which|how|is|are|does|do)\b)/i,
  );
  return parts
    .slice(0, MAX_CLAUSES)
    .map((part) => {
      const terms = new Map<string, Term>();
      collect(terms, part, 1, MAX_TERMS);
      return { terms: [...terms.values()], added: addedTo(part, terms) };
    })
    .filter((clause) => clause.terms.length >= 2);
}

/** Cuts a text to MAX_READ characters. */
function ends(content: string): string {
  if (content.length <= MAX_READ) return content;
  return `${content.slice(0, MAX_READ / 2)}\n${content.slice(-MAX_READ / 2)}`;
}

/** What the user wrote, and what the user quoted of an earlier answer. */
export function questionText({ text, quote }: ResearchQuestion): string {
  return quote === undefined ? text.trim() : `${text}\n\n${quote}`.trim();
}

export function selectedText({ selections }: ResearchQuestion): string {
  return selections.map(({ text }) => text).join('\n');
}
