/** Analyzes a question for the search: its words, their synonyms and its citations. */
import type { QuestionSelection, ResearchQuestion } from '../../protocol/question.ts';
import { withoutInvisible } from '../../text/invisible.ts';
import { wordsOfAskedDays } from './askedDays.ts';
import { findCitations, type SearchedAuthority, subsectionsAlone } from './authority.ts';
import {
  asksSomething,
  type Continues,
  continuesLast,
  type EarlierQuestion,
  keepsSource,
  openerOf,
  type QuestionWords,
} from './earlierQuestions.ts';
import { isGeneral, isSubject, pointsToText, wordsForLaw } from './generalQuestion.ts';
import { inWords } from './identifiers.ts';
import { isStopWord, languageOf } from './language.ts';
import { stem } from './stem.ts';
import { findSynonyms } from './synonyms.ts';
import { findValues } from './values.ts';
import { askingAdverbs } from './wanted.ts';
import { type Language, wordsOf } from './words.ts';

export interface Term {
  readonly word: string;
  /** As the user wrote it, with what belongs to it: `phase-out`, `$1.2m`. */
  readonly written: string;
  /** What the index is searched for: the word, or its German stem. */
  readonly forms: readonly string[];
  /** The stems of the forms in the index. Any of them is the word. */
  readonly stems: readonly string[];
  readonly weight: number;
  /** Where the word is from, if it is not in the question. */
  readonly from?: 'selection' | 'earlier';
  /** For a synonym, the stem of the question's word that it stands for. */
  readonly of?: string;
}

export interface Query {
  /** What the user asks, without what is attached. Empty if the question only says what to do with the selection. */
  readonly question: string;
  readonly language: Language | null;
  /** Words of the question, of the selection and of earlier questions, each stem once. */
  readonly terms: readonly Term[];
  readonly continues: Continues;
  /** Whether it certainly continues the last question, and is about the same authority or document. */
  readonly follows: boolean;
  /** What alone says what the question is about, if its own words do not: "Is this number right?" */
  readonly about: 'attached' | 'earlier' | null;
  /** The place of the earlier question that opened the subject; the number of earlier questions if this one does. */
  readonly opened: number;
  /** Whether the selections are attached files. */
  readonly isAboutFile: boolean;
  /** Synonyms of these words in the words of the law. */
  readonly added: readonly Term[];
  readonly citations: readonly SearchedAuthority[];
  readonly selections: readonly QuestionSelection[];
  /** What the earlier questions on the subject were about, if the question certainly continues them. */
  readonly earlierSelections: readonly QuestionSelection[];
}

/** The weight of a word of the selection or of the last question, against one of the question. */
export const HALF = 0.5;
/** Words of a selection and of earlier questions that are searched for, synonyms, subjects and citations. */
export const MAX_ADDED = 40;
/** Characters of a question that are read: one half from its beginning, one half from its end. */
const MAX_READ = 24_000;

/** `context` has the earlier questions, the oldest first. Those after the place `last` open no subject. The facts of the matter are not searched for. */
export function analyse(asked: ResearchQuestion, context: readonly ResearchQuestion[], last?: number): Query {
  const question = ends(searchedText(asked));
  const counts = countWords(question);
  const selections = selectionsOf(asked);
  const selection = ends(textOf(selections));
  const matter = selections.map(({ path }) => matterOf(path)).join('\n');
  const language = languageOf(question) ?? languageOf(selection);
  const continues = selection === '' ? continuesLast({ text: question, ...counts }) : 'no';
  const earlierQuestions = context.map(toEarlier);
  const opened = continues === 'no' ? context.length : openerOf(earlierQuestions, last);
  const subject = earlierQuestions.slice(opened).filter(asksSomething).toReversed();
  const leans = counts.subjects === 0;
  const about = !leans ? null : selection !== '' ? 'attached' : subject.length > 0 ? 'earlier' : null;
  const terms = new Map<string, Term>();
  collect(terms, question, language, about === null ? 1 : HALF, Infinity);
  const asking = wordsThatAsk(question);
  const onlyAsks = (word: string) => asking.includes(word) || (about !== null && pointsToText(word));
  for (const [key, { word }] of terms) if (onlyAsks(word)) terms.delete(key);
  collect(terms, selection, languageOf(selection), about === 'attached' ? 1 : HALF, MAX_ADDED, 'selection');
  collect(terms, matter, language, HALF, MAX_ADDED, 'selection');
  const earlier = subject.map((each) => ends(searchedEarlier(each)));
  const earlierLanguage = languageOf(ends(earlier.join('\n')));
  // "What about Alder?" names another client than the question before it, and what comes next is about that one.
  const own = terms.size;
  for (const [at, text] of earlier.entries()) {
    const left = MAX_ADDED - (terms.size - own);
    if (left <= 0) break;
    collect(terms, text, earlierLanguage, (about === 'earlier' ? 1 : HALF) * HALF ** at, left, 'earlier');
    const asking = new Set(wordsThatAsk(text));
    for (const [key, { word, from }] of terms) if (from === 'earlier' && asking.has(word)) terms.delete(key);
  }
  const inText = findCitations(`${question}\n${selection}`);
  const cited = inText.length > 0 ? inText : subsectionsOfEarlier(question, subject);
  const follows = subject.length > 0 && keepsSource({ text: question, ...counts });
  return {
    question,
    language,
    terms: withLighterDays([...terms.values()], wordsOfAskedDays(question, language)),
    continues,
    follows,
    about,
    opened,
    isAboutFile: selections.length > asked.selections.length,
    added: language === 'de' ? [] : addedTo(`${question}\n${selection}`, terms),
    citations: cited.slice(0, MAX_ADDED),
    selections,
    earlierSelections: continues === 'yes' ? subject.flatMap((each) => each.selections) : [],
  };
}

/** Words that say how a question asks, and not what for: "how high", "what does the law say". */
const wordsThatAsk = (question: string): string[] => [...askingAdverbs(question), ...wordsForLaw(question)];

/**
 * The words of the day for which something is asked weigh together as one. Many sections of a law begin or end to apply on December 31, 2025,
 * whatever they are about.
 */
function withLighterDays(terms: readonly Term[], days: ReadonlySet<string>): Term[] {
  return terms.map((term) => (days.has(term.word) ? { ...term, weight: term.weight / days.size } : term));
}

/** What a question is about: the selected text, or the attached files if neither the question nor a selection says it. */
function selectionsOf(asked: ResearchQuestion): readonly QuestionSelection[] {
  const { selections, attachments } = asked;
  if (selections.length > 0 || countWords(ends(searchedText(asked))).subjects > 0) return selections;
  return attachments.map(({ path, text }) => ({ path, line: 1, endLine: Infinity, text }));
}

interface Earlier extends EarlierQuestion {
  readonly asked: ResearchQuestion;
}

/** The words of an earlier question, or of what is attached to it if its own say nothing of the subject. */
function searchedEarlier({ asked, subjects }: Earlier): string {
  const text = searchedText(asked);
  return text === '' || subjects === 0 ? `${text}\n${textOf(selectionsOf(asked))}` : text;
}

function toEarlier(asked: ResearchQuestion): Earlier {
  const text = questionText(asked);
  return { asked, text, ...countWords(text), selections: selectionsOf(asked) };
}

/** "And (k)(2)?" is about the section that the question before cites first. */
function subsectionsOfEarlier(question: string, [last]: readonly Earlier[]): SearchedAuthority[] {
  const [cited] = last ? findCitations(searchedText(last.asked)) : [];
  return cited ? subsectionsAlone(question, cited) : [];
}

/** The outermost folder of a file, which mostly has the name of a client or a matter: a question about the file is about its matter. */
function matterOf(path: string): string {
  return /^[^/\\]+(?=[/\\])/.exec(path)?.[0] ?? '';
}

/** The place of the last question that asks something. */
export function lastAsking(context: readonly ResearchQuestion[]): number {
  return context.map(toEarlier).findLastIndex(asksSomething);
}

/** The number of words of a question that are searched for, and of those that may say what it is about. */
function countWords(text: string): Omit<QuestionWords, 'text'> {
  const terms = new Map<string, Term>();
  collect(terms, text, languageOf(text), 1, Infinity);
  const words = [...terms.values()].map(({ word }) => word);
  const other = new Set([...wordsForLaw(text), ...percentagesIn(text)]);
  return { words: words.length, subjects: words.filter((word) => isSubject(word) && !other.has(word)).length };
}

/** "40" of "40 percent", which is a value. */
function percentagesIn(text: string): string[] {
  return Array.from(
    text.matchAll(/(?<![\d.,])(\d+)(?=\s?(?:%|percent\b|per cent\b|Prozent\b))/giu),
    ([, number = '']) => number,
  );
}

/** A capital letter that is part of a name: "S corporation", "C corp". */
const NAMING_LETTER = /(?<![\p{L}\p{N}('’.&-])[B-HJ-Z](?=[ -]\p{L}{3})/gu;
/** What is written without a blank. */
const WRITTEN = /[$€£]?[\p{L}\p{N}]+(?:[-.,/@'’&_][\p{L}\p{N}]+)*[%€]?/gu;

function collect(
  terms: Map<string, Term>,
  text: string,
  language: Language | null,
  weight: number,
  limit: number,
  from?: Term['from'],
): void {
  let left = limit;
  const names = new Set(Array.from(text.matchAll(NAMING_LETTER), ([letter]) => letter.toLowerCase()));
  const written = new Map<string, string>();
  for (const [whole] of text.slice(0, MAX_READ).matchAll(WRITTEN)) {
    const words = plainWords(whole, language);
    for (const word of words) if (!written.has(word)) written.set(word, whole);
    if (isJoined(whole, language)) for (const word of words) names.add(word);
  }
  for (const word of plainWords(text, language)) {
    if (left <= 0) return;
    if (!names.has(word) && (isStopWord(word, language) || /^\D$/.test(word))) continue;
    const forms = formsOf(word, language);
    const key = forms[0];
    if (key === undefined || terms.has(key)) continue;
    terms.set(key, {
      word,
      written: written.get(word) ?? word,
      forms,
      stems: forms.map(stem),
      weight,
      ...(from && { from }),
    });
    left -= 1;
  }
}

/** "like-kind": two words that say nothing alone are the name of a thing if a hyphen joins them. */
function isJoined(written: string, language: Language | null): boolean {
  const parts = written.toLowerCase().split('-');
  return parts.length === 2 && parts.every((part) => isStopWord(part, language));
}

/** "doesn’t", whose parts are no words. */
const CONTRACTION = /(?<!\p{L})\p{L}{1,6}n['’]t(?!\p{L})/giu;

/** The words in lower case, with their accents. */
function plainWords(text: string, language: Language | null): string[] {
  return (
    findValues(withoutInvisible(text).replace(CONTRACTION, ' '), language ?? 'en')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The forms of a word in the index: that of its language, then that of the other one. */
function formsOf(word: string, language: Language | null): string[] {
  const languages: Language[] = language === 'de' ? ['de', 'en'] : ['en', 'de'];
  return [...new Set(languages.flatMap((one) => wordsOf(word, one).slice(0, 1)))];
}

function addedTo(text: string, terms: ReadonlyMap<string, Term>): Term[] {
  const known = new Set([...terms.values()].flatMap(({ stems }) => stems));
  return findSynonyms(wordsOf(text))
    .map(({ word, of }) => ({ word, written: word, forms: [word], stems: [stem(word)], weight: HALF, of }))
    .filter(({ stems }) => !stems.some((own) => known.has(own)))
    .slice(0, MAX_ADDED);
}

/** The query that chooses the paragraph: a selection and earlier questions choose only the document, if the question has words of its own. */
export function ownQuery(query: Query): Query {
  const own = query.terms.filter(({ from }) => from === undefined);
  if (query.about !== null || own.length === 0) return query;
  const others = new Set(query.terms.flatMap(({ from, stems }) => (from === undefined ? [] : stems)));
  return { ...query, terms: own, added: query.added.filter(({ of = '' }) => !others.has(of)) };
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

/** What of the question is searched for. The name of an attached file says where to look, not for what. */
function searchedText(asked: ResearchQuestion): string {
  const text = isGeneral(asked) ? (asked.quote ?? '').trim() : questionText(asked);
  const names = asked.attachments.map(({ path }) => /[^/\\]*$/.exec(path)?.[0] ?? '').filter((name) => name !== '');
  return names.reduce((rest, name) => rest.replaceAll(name, ' '), text).trim();
}

const textOf = (selections: readonly QuestionSelection[]): string =>
  selections.map(({ path, text }) => inWords(path, text)).join('\n');

/** Whether one of the words is in a text with these stems. */
export function hasTerm(stems: { has(own: string): boolean }, term: Pick<Term, 'stems'>): boolean {
  return term.stems.some((own) => stems.has(own));
}
