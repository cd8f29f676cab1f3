/** The document that a question is asked about: it is what the user knows already, and no authority for its own question. */
import type { FoundDocument } from './searchResult.ts';

interface Selected {
  readonly label: string;
  readonly line: number;
  readonly endLine: number;
}

/** What a document that is no authority (another memo, a list) is worth when a selection is to be judged by the rules. */
const NO_AUTHORITY = 0.25;

/** The places that the panel's selections name (`From memo.md, lines 3-9:`). */
function selectedIn(content: string): Selected[] {
  const heads = content.matchAll(/^From (.{1,300}), lines? (\d+)(?:-(\d+))?:\s*$/gm);
  return Array.from(heads, ([, label = '', line, endLine]) => ({
    label: label.replaceAll('\\', '/'),
    line: Number(line),
    endLine: Number(endLine ?? line),
  }));
}

/**
 * Leaves out what the question itself holds: of an authority, the passages that were selected, so that its other subsections
 * can still answer; of any other document all of it, since a memo's own words are no answer to a question about it.
 */
export function withoutSelected(content: string, documents: readonly FoundDocument[]): FoundDocument[] {
  const selected = selectedIn(content);
  if (selected.length === 0) return [...documents];
  return documents.flatMap((found) => {
    const document = found.authority === '' ? { ...found, score: found.score * NO_AUTHORITY } : found;
    const path = document.path.replaceAll('\\', '/');
    const here = selected.filter(({ label }) => path === label || path.endsWith(`/${label}`));
    if (here.length === 0) return [document];
    if (document.authority === '') return [];
    const passages = document.passages.filter(
      (passage) => !here.some((place) => passage.line >= place.line && passage.endLine <= place.endLine),
    );
    return passages.length === 0 ? [] : [{ ...document, passages }];
  });
}
