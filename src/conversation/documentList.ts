/** Questions that the overview of a folder answers: "list all invoices with their amounts". */
import { lastKind } from '../protocol/documentKinds.ts';

/** A word for "all of them" and the next words, among which the documents are named. */
const ALL_OF =
  /(?<![\p{L}\p{N}])(?:all|every|each|list|alle[rn]?|sämtliche[rn]?|jede[mnrs]?|liste)((?:\s+[\p{L}’'-]+){1,4})/giu;
const DOCUMENTS = /(?<!\p{L})(?:documents?|dokumente?n?)(?!\p{L})/iu;

export function asksForDocuments(question: string): boolean {
  return Array.from(question.slice(0, 2000).matchAll(ALL_OF), ([, words = '']) => words).some(
    (words) => DOCUMENTS.test(words) || lastKind(words) !== null,
  );
}
