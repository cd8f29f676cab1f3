/** Programs and their data among the documents. A program applies rules: it answers a question about the program, and none about the rule. */
import { DATA_EXTENSIONS, PROGRAM_EXTENSIONS } from '../programFiles.ts';
import type { FoundDocument } from './searchResult.ts';

const ASKS =
  /\b(?:(?:source|our(?: \w+)?|my(?: \w+)?|this(?: \w+)?|python) code|codebase|functions?|scripts?|constants?|repository|unit tests?|quelltext|quellcode|funktion(?:en)?|skripte?)\b/i;
const EXTENSION = String.raw`\.(?:${`${PROGRAM_EXTENSIONS} ${DATA_EXTENSIONS}`.replaceAll(' ', '|')})`;
const PROGRAM = new RegExp(`${EXTENSION}$`, 'i');
/** Names as only programs have them: `rates.py`, `section_179`, `lateCharges`. */
const NAMED = new RegExp(String.raw`\b\w+${EXTENSION}\b|\b[A-Za-z]\w*_\w+\b|\b[a-z]+[A-Z][a-z]+\w*\b`);

/** Whether the document is a program, which applies rules, and the question does not ask for a program. */
export function onlyAppliesRules(question: string, document: Pick<FoundDocument, 'path'> | undefined): boolean {
  return document !== undefined && PROGRAM.test(document.path) && !asksForProgram(question);
}

function asksForProgram(question: string): boolean {
  return ASKS.test(question) || NAMED.test(question);
}

/** The documents with each program after the best document that is none, unless the question asks for a program or it is attached. */
export function programsLater(
  question: string,
  attached: ReadonlySet<number>,
  documents: readonly FoundDocument[],
): readonly FoundDocument[] {
  if (asksForProgram(question)) return documents;
  const first = documents.find(({ id, path }) => attached.has(id) || !PROGRAM.test(path));
  if (!first) return documents;
  const before = documents.slice(0, documents.indexOf(first));
  const below = before.map((program) => ({ ...program, score: first.score }));
  return [first, ...below, ...documents.slice(before.length + 1)];
}
