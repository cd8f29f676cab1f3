/** Excludes the selected text from the results, because it does not answer a question about itself. */
import type { FoundDocument } from './searchResult.ts';

interface Selected {
  readonly label: string;
  readonly line: number;
  readonly endLine: number;
}

/** Reads the lines that precede each selection in a question (src/conversation/context.ts): `From memo.md, lines 3-9:`. */
function selectedIn(content: string): Selected[] {
  const heads = content.matchAll(/^From (.{1,300}), lines? (\d+)(?:-(\d+))?:\s*$/gm);
  return Array.from(heads, ([, label = '', line, endLine]) => ({
    label: label.replaceAll('\\', '/'),
    line: Number(line),
    endLine: Number(endLine ?? line),
  }));
}

/** Whether the document is one that a selection is from. */
export function isSelected(content: string, { path }: FoundDocument): boolean {
  return selectedIn(content).some((place) => isIn(place, path));
}

function isIn({ label }: Selected, path: string): boolean {
  const plain = path.replaceAll('\\', '/');
  return plain === label || plain.endsWith(`/${label}`);
}

/**
 * If the selection is from an authority, excludes only the selected passages: other subsections may answer the question.
 * If it is from any other document, for example a memo, excludes the whole document.
 */
export function withoutSelected(content: string, documents: readonly FoundDocument[]): FoundDocument[] {
  const selected = selectedIn(content);
  if (selected.length === 0) return [...documents];
  return documents.flatMap((document) => {
    const here = selected.filter((place) => isIn(place, document.path));
    if (here.length === 0) return [document];
    if (document.authority === '') return [];
    const passages = document.passages.filter(
      (passage) => !here.some((place) => passage.line >= place.line && passage.endLine <= place.endLine),
    );
    return passages.length === 0 ? [] : [{ ...document, passages }];
  });
}
