/** Keeps a question of a conversation with the documents that it was about, if nothing says that it is about others. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { toFound } from './fetchPassages.ts';
import { coverageOf, coverageOfBest } from './lead.ts';
import { uncited } from './meantDocuments.ts';
import { HALF, hasTerm } from './query.ts';
import type { FoundDocument, SearchResult } from './searchResult.ts';
import { stemsOf, wordsInName } from './words.ts';

/** Documents of earlier answers that a question may be about, and passages of each that are returned. */
const DOCUMENTS = 3;
const PASSAGES = 12;
/** What the document of an earlier answer gets in addition to the best score, to come first with any of its nodes. */
const AHEAD = 0.2;

/** The documents that the answers of the conversation began with, the last one first. */
export function subjectAfter({ documents, subject }: SearchResult): FoundDocument[] {
  const all = [...documents.slice(0, 1), ...subject];
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at).slice(0, DOCUMENTS);
}

/**
 * A document that an earlier answer began with comes first if its best passage has half of the words of the question, and as many as the one
 * that was found. "How is the basis determined?" after § 1031 has no word that says that it is about another section. What was found because
 * the question means it stays first if the passages have the same words. An answer from the law does not return to a document of the user,
 * and a law in one file has the words of most questions.
 */
export async function stayWithSubject(
  reader: LibraryReader,
  result: SearchResult,
  { attachments, selections }: ResearchQuestion,
): Promise<SearchResult> {
  const { query, statistics, documents, subject } = result;
  const own = query.terms.filter(({ from }) => from === undefined);
  const [first] = documents;
  const isOther = first !== undefined && first.cited === null && subject.every(({ id }) => id !== first.id);
  const candidates = subject.filter(({ isAuthority, authority }) =>
    isAuthority ? authority !== '' : result.lead === 'own',
  );
  if (!isOther || own.length === 0 || attachments.length + selections.length > 0 || candidates.length === 0)
    return result;
  const rows = await reader.passagesOf(candidates.map(({ id }) => id));
  const titled = new Set(stemsOf(`${first.title}\n${wordsInName(first.name)}`, first.language));
  if (own.length > 1 && own.every((term) => hasTerm(titled, term))) return result;
  const [best] = candidates
    .map((document) => {
      const passages = rows
        .filter((row) => row.document === document.id)
        .map((row) => ({ ...toFound(row), score: coverageOf(statistics, own, document, row) }))
        .sort((one, other) => other.score - one.score);
      const whole = { heading: '', text: passages.map(({ heading, text }) => `${heading}\n${text}`).join('\n') };
      const covered =
        query.continues === 'no' ? (passages[0]?.score ?? 0) : coverageOf(statistics, own, document, whole);
      return { document, passages, covered };
    })
    .sort((one, other) => other.covered - one.covered);
  const found = coverageOfBest(statistics, own, [first]);
  if (!best || best.covered < HALF || best.covered < found || (first.added !== undefined && best.covered === found))
    return result;
  const lead = best.document.isAuthority ? 'law' : 'own';
  const [inLane, others] = lead === result.lead ? [documents, result.others] : [result.others, documents];
  const top = inLane[0]?.score || 1;
  const kept: FoundDocument = {
    ...uncited(best.document),
    passages: best.passages.slice(0, PASSAGES),
    score: (1 + AHEAD) * top,
    added: AHEAD * top,
  };
  return { ...result, lead, alone: null, documents: [kept, ...inLane.filter(({ id }) => id !== kept.id)], others };
}
