/** Excludes the selected text from the results, because it does not answer a question about itself. */
import type { QuestionSelection } from '../../protocol/question.ts';
import type { FoundDocument } from './searchResult.ts';

/** Whether the selection is from the file at this path. */
function isIn(selection: QuestionSelection, path: string): boolean {
  const label = selection.path.replaceAll('\\', '/');
  const plain = path.replaceAll('\\', '/');
  return plain === label || plain.endsWith(`/${label}`);
}

/**
 * If the selection is from an authority, excludes only the selected passages: other subsections may answer the question.
 * If it is from any other document, for example a memo, excludes the whole document.
 */
export function withoutSelected(
  selections: readonly QuestionSelection[],
  documents: readonly FoundDocument[],
): FoundDocument[] {
  if (selections.length === 0) return [...documents];
  return documents.flatMap((document) => {
    const here = selections.filter((place) => isIn(place, document.path));
    if (here.length === 0) return [document];
    if (!document.isAuthority) return [];
    const passages = document.passages.filter(
      (passage) => !here.some((place) => passage.line >= place.line && passage.endLine <= place.endLine),
    );
    return passages.length === 0 ? [] : [{ ...document, passages }];
  });
}
