/**
 * Questions that say only what to do with what is attached: "Check this text against the rules that apply", "Is this number right?" Their
 * words are not searched for, because "rules" and "number" are in many sections that have nothing to do with the text.
 */
import type { ResearchQuestion } from '../../protocol/question.ts';

/** What people call a text or a value that they point to, and what they ask about it. */
const POINTING = new Set(
  (
    'number numbers figure figures amount amounts value values sum sums total totals date dates percentage percentages calculation ' +
    'calculations statement statements function functions constant constants variable variables implement implements sentence sentences paragraph paragraphs line lines file files document documents ' +
    'correct accurate true wrong false valid current outdated verify verified confirm confirmed compare compared agree agrees match ' +
    'matches zahl zahlen betrag beträge wert werte summe summen datum angabe angaben prozentsatz berechnung aussage aussagen satz sätze ' +
    'absatz absätze stelle stellen zeile zeilen datei dateien dokument richtig korrekt wahr falsch aktuell veraltet ' +
    'stimmt stimmen prüfe prüfen vergleiche vergleichen bestätige bestätigen'
  ).split(' '),
);

/** Words that say what kind of value is asked about, or which of several, and not what it is the value of. */
const VALUE = new Set(
  (
    'limit limits cap threshold ceiling maximum minimum rate rates percent grenze grenzen höchstbetrag satz prozent ' +
    'highest lowest largest smallest biggest greatest longest shortest oldest newest latest earliest ' +
    'höchste höchsten niedrigste niedrigsten größte größten kleinste kleinsten längste längsten kürzeste kürzesten'
  ).split(' '),
);

/** "the tax law", "the Code": a program is "the code", and a "statute of limitations" is no statute. */
const KIND_OF_LAW = '(?:(?:[Ii]nternal [Rr]evenue|[Ff]ederal|[Tt]ax) )';
const LAW_NAME = String.raw`(?:${KIND_OF_LAW}*(?:(?:[Ll]aw|[Ss]tatute)s?|Code)|${KIND_OF_LAW}+code)(?![\w-]| of | firm)`;
/** "What does the law say?", "Which section of the Code governs this?", "Was sagt das Gesetz dazu?" */
const ASKS_FOR_LAW = new RegExp(
  String.raw`\b(?:(?:[Dd]o|[Dd]oes|[Dd]id|[Aa]ccording to|[Uu]nder|[Bb]y|[Ii]n|[Ss]ections? of|[Rr]ules? of) the |[Aa]ccording to |[Uu]nder |[Bb]y )(${LAW_NAME})|(?:[Ss]agt|[Rr]egelt|[Vv]erlangt|[Ll]aut|[Nn]ach) (?:das |dem )?(Gesetz)(?!\p{L})|[Ii]m (Gesetz)(?!\p{L})`,
  'gu',
);

/** The words by which a question asks for authorities, in lower case: many authorities have them, whatever they are about. */
export function wordsForLaw(question: string): string[] {
  const names = Array.from(question.matchAll(ASKS_FOR_LAW), ([, ...found]) => found.filter(Boolean).join(' '));
  return names.flatMap((name) => name.toLowerCase().split(' '));
}

/** Whether there is selected text that says alone what to search for. */
export function isGeneral({ general, selections }: ResearchQuestion): boolean {
  return general === true && selections.length > 0;
}

export function pointsToText(word: string): boolean {
  return POINTING.has(word);
}

/** An amount or a year. A short number may be that of a section. */
const AMOUNT = /^\d{4,}$/;

/** Whether a word of a question may say what the question is about. "Is 1,000,000 the right limit for 2025?" has no such word. */
export function isSubject(word: string): boolean {
  return !AMOUNT.test(word) && !VALUE.has(word) && !POINTING.has(word);
}

/** Whether a question asks about a value and does not say of what: "Is 1,000,000 the right limit for 2025?" It may be about any document. */
export function namesNoSubject(terms: readonly { readonly word: string }[]): boolean {
  return terms.some(({ word }) => VALUE.has(word) || POINTING.has(word)) && !terms.some(({ word }) => isSubject(word));
}
