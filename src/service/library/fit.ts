/** Whether what was found speaks to the question at all. Calibrated on questions outside the library (bench/library/outside.json). */
import type { DatabaseSync } from 'node:sqlite';
import { createPassageScorer } from './passageScore.ts';
import type { FoundDocument, SearchResult } from './search.ts';
import { subjectsOf } from './subjects.ts';

export type Fit = 'good' | 'partly' | 'none';

/** Below this nothing is cited; above the second one the lead says that it fits. */
const NONE = 6.6;
const GOOD = 9;
/** Share of unknown words from which a question about a selection is none for this library. */
const STRANGE = 0.2;

/** Other countries' law is not in a library that never names the country. */
const COUNTRIES =
  /\b(?:german[ys]?|french|france|british|england|english law|scottish|scotland|uk|u\.k\.|united kingdom|irish|ireland|canad(?:a|ian)|mexic(?:o|an)|brazil(?:ian)?|argentin(?:a|e)|austria(?:n)?|australia(?:n)?|new zealand|japan(?:ese)?|chin(?:a|ese)|hong kong|india(?!n (?:tribe|tribal|reservation|owned|child|gaming))|indian (?:tax|law|gst|company|income)|singapore|swiss|switzerland|swedish|sweden|norw(?:ay|egian)|danish|denmark|finnish|finland|dutch|netherlands|belgi(?:an|um)|spanish|spain|portug(?:al|uese)|italian|italy|greek|greece|polish law|poland|czech|hungar(?:y|ian)|romania|russia(?:n)?|ukrain(?:e|ian)|turk(?:ey|ish)|israel(?:i)?|south africa|kenya|nigeria|egypt|dubai|saudi|korea(?:n)?|thailand|thai|vietnam|indonesia|malaysia|philippines)\b/gi;
/** Then the question is about this library's own law as it meets the other country. */
const DOMESTIC =
  /\b(?:u\.?s\.?a?|united states|american|irs|irc|foreign|treaty|expat\w*|abroad|nonresident|withh\w+|firpta|fatca|section|§)\b|§/i;

export function fitOf(database: DatabaseSync, result: SearchResult): { fit: Fit; score: number } {
  const { query, documents } = result;
  if (documents.length === 0) return { fit: 'none', score: 0 };
  if (documents.some((document) => document.cited?.certain)) return { fit: 'good', score: 100 };
  if (query.terms.length === 0) return { fit: 'none', score: 0 };
  if (namesAnotherCountry(query.question, documents)) return { fit: 'none', score: 0 };
  const scorer = createPassageScorer(database, query);
  const covered = Math.max(
    ...documents
      .slice(0, 5)
      .flatMap((document) => document.passages.slice(0, 3).map((passage) => scorer.coverage(passage, document.title))),
    0,
  );
  const held = new Set(documents.slice(0, 5).map((document) => document.authority));
  const subject = subjectsOf([...query.terms, ...query.added.map((term) => ({ ...term, weight: 0.4 }))], 40).find(
    ({ key }) => held.has(key),
  );
  const strange = scorer.strangeness();
  const score = subject
    ? subject.score - 5 * strange + 10 * Math.max(0, covered - 0.4)
    : // Without a known authority the words are the only evidence there is.
      10 * Math.max(0, covered - 0.4) + 12 * Math.max(0, covered - 0.35) - 9 * strange;
  // A selection brings many words that no rule holds (names, amounts): then known words and an authority are enough.
  const aboutSelection =
    query.terms.some((term) => term.selected) && documents[0]?.authority !== '' && strange < STRANGE;
  return { fit: score < NONE && !aboutSelection ? 'none' : score < GOOD ? 'partly' : 'good', score };
}

function namesAnotherCountry(question: string, documents: readonly FoundDocument[]): boolean {
  const named = question.match(COUNTRIES);
  if (!named || DOMESTIC.test(question)) return false;
  const text = documents
    .slice(0, 5)
    .flatMap((document) => [document.title, ...document.passages.map((passage) => passage.text)])
    .join(' ')
    .toLowerCase();
  return !named.some((name) => text.includes(name.toLowerCase()));
}
