/** The nodes of a document as they can be quoted, read from the library. */
import { type NodeKind, type NodeMark, readMarks } from '../nodeMarks.ts';
import type { LibraryReader, PassageRow } from '../store/libraryReader.ts';
import { isHeaderOf, isTableHeading } from '../tableHeading.ts';
import { toFound } from './fetchPassages.ts';
import type { FoundDocument, FoundPassage } from './searchResult.ts';

/** The text of a document that belongs to one node. */
export interface NodeText {
  readonly kind: NodeKind;
  /** Pinpoint of the node, for example `b.3.B.ii`. Empty outside of an enumeration. */
  readonly path: string;
  /** Verbatim. */
  readonly text: string;
  /** First and last line in the document, 1-based. */
  readonly line: number;
  readonly endLine: number;
  readonly passage: FoundPassage;
}

/** The lines below one heading of a document. */
export interface DocumentPart {
  /** Headings above it, outermost first, joined by " › ". */
  readonly heading: string;
  readonly lines: readonly NodeText[];
  /** The header of a long table whose first rows are not among `lines`. */
  readonly header: NodeText | null;
}

/** Passages of a document that are read whole, at most. */
const MAX_WHOLE = 240;
/** Passages before and after a found one that are read of a longer document. */
const AROUND = 4;

interface Group {
  readonly first: FoundPassage;
  readonly lines: NodeText[];
}

/** For each document its parts in their order. Of a very long document only those near its found passages. */
export async function readParts(
  reader: LibraryReader,
  documents: readonly (Pick<FoundDocument, 'id' | 'passageCount'> & {
    readonly passages: readonly { readonly id: number }[];
  })[],
): Promise<DocumentPart[][]> {
  const isWhole = ({ passageCount }: { readonly passageCount: number }) => passageCount <= MAX_WHOLE;
  const around = (id: number) => Array.from({ length: 2 * AROUND + 1 }, (_, at) => id - AROUND + at);
  const long = documents.filter((document) => !isWhole(document));
  const [whole, near] = await Promise.all([
    reader.passagesOf(documents.filter(isWhole).map(({ id }) => id)),
    reader.passages(long.flatMap(({ passages }) => passages.flatMap(({ id }) => around(id)))),
  ]);
  // The passages around one can be those of the next document, which may be read as a whole as well.
  const ofDocument = ({ document }: PassageRow) => document;
  const rows = { whole: Map.groupBy(whole, ofDocument), near: Map.groupBy(near, ofDocument) };
  const groups = documents.map((document) => {
    if (isWhole(document)) return groupRows(rows.whole.get(document.id) ?? []);
    const wanted = new Set(document.passages.flatMap(({ id }) => around(id)));
    return groupRows((rows.near.get(document.id) ?? []).filter(({ id }) => wanted.has(id)));
  });
  const headers = await headersBefore(
    reader,
    documents.flatMap((document, at) =>
      isWhole(document) ? [] : (groups[at] ?? []).map(({ first }) => ({ document: document.id, first })),
    ),
  );
  return groups.map((own) =>
    own.map(({ first, lines }) => ({ heading: first.heading, lines, header: headers.get(first) ?? null })),
  );
}

/** Joins neighboring passages with the same heading. */
function groupRows(rows: readonly PassageRow[]): Group[] {
  const groups: Group[] = [];
  let previousId = -1;
  for (const row of rows) {
    const passage = toFound(row);
    const lines = linesOf(passage, readMarks(row.marks));
    const group = groups.at(-1);
    if (group?.first.heading === passage.heading && passage.id === previousId + 1) group.lines.push(...lines);
    else groups.push({ first: passage, lines });
    previousId = passage.id;
  }
  return groups;
}

/** The headers of the tables that passages of long documents are part of, for each passage that is not the beginning of its table. */
async function headersBefore(
  reader: LibraryReader,
  passages: readonly { readonly document: number; readonly first: FoundPassage }[],
): Promise<ReadonlyMap<FoundPassage, NodeText>> {
  const inTables = passages.filter(({ first }) => isTableHeading(first.heading));
  const beginnings = await reader.firstBelow(
    inTables.map(({ document, first: { heading } }) => ({ document, heading })),
  );
  const first = await reader.passages(beginnings.map(({ id }) => id));
  const rows = new Map(first.map((row) => [row.id, row]));
  return new Map(
    inTables.flatMap(({ document, first }) => {
      const beginning = beginnings.find((one) => one.document === document && one.heading === first.heading);
      const row = beginning && beginning.id < first.id ? rows.get(beginning.id) : undefined;
      const [line] = row ? linesOf(toFound(row), readMarks(row.marks)) : [];
      return line && isHeaderOf(line.text, first.heading) ? [[first, line] as const] : [];
    }),
  );
}

/** The lines of one passage. */
export function linesOf(passage: FoundPassage, marks: readonly NodeMark[]): NodeText[] {
  const lines = passage.text.split('\n');
  // The text has as many lines as the file. In HTML, PDF and DOCX a paragraph is one line, so line numbers are those of the passage.
  const hasFileLines = lines.length === passage.endLine - passage.line + 1;
  const starts =
    marks.length > 0 && marks[0]?.offset === 0 ? marks : [{ offset: 0, kind: 'text' as const, path: '' }, ...marks];
  return starts.flatMap((mark, at): NodeText[] => {
    const next = starts[at + 1]?.offset ?? lines.length;
    if (next <= mark.offset) return [];
    let end = next;
    while (end > mark.offset && (lines[end - 1] ?? '').trim() === '') end -= 1;
    const text = lines.slice(mark.offset, end).join('\n');
    if (text === '') return [];
    return [
      {
        kind: mark.kind,
        path: mark.path,
        text,
        line: hasFileLines ? passage.line + mark.offset : passage.line,
        endLine: hasFileLines ? passage.line + end - 1 : passage.endLine,
        passage,
      },
    ];
  });
}
