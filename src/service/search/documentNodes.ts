/** The nodes of a document as they can be quoted, read from the index. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type NodeKind, type NodeMark, readMarks } from '../nodeMarks.ts';
import { toPassage } from './fetchPassages.ts';
import type { FoundPassage } from './searchResult.ts';
import { isHeaderOf } from './tableHeader.ts';

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

type Row = Record<string, SQLOutputValue>;

/** The parts of a document in its order. Of a very long document only those near the passages with the ids `foundIds`. */
export function readParts(database: DatabaseSync, documentId: number, foundIds: readonly number[]): DocumentPart[] {
  const { count } = database.prepare('SELECT count(*) AS count FROM passages WHERE document = ?').get(documentId) ?? {};
  const isWhole = Number(count) <= MAX_WHOLE;
  return groupRows(selectRows(database, documentId, foundIds, isWhole)).map(({ first, lines }) => ({
    heading: first.heading,
    lines,
    header: isWhole ? null : headerBefore(database, documentId, first),
  }));
}

function selectRows(database: DatabaseSync, documentId: number, foundIds: readonly number[], isWhole: boolean): Row[] {
  if (isWhole) return database.prepare('SELECT * FROM passages WHERE document = ? ORDER BY id').all(documentId);
  const ids = foundIds.flatMap((id) => Array.from({ length: 2 * AROUND + 1 }, (_, at) => id - AROUND + at));
  return database
    .prepare('SELECT * FROM passages WHERE document = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id')
    .all(documentId, JSON.stringify(ids));
}

/** Joins neighboring passages with the same heading. */
function groupRows(rows: readonly Row[]): { readonly first: FoundPassage; readonly lines: NodeText[] }[] {
  const groups: { readonly first: FoundPassage; readonly lines: NodeText[] }[] = [];
  let previousId = -1;
  for (const row of rows) {
    const passage = toPassage(row);
    const lines = linesOf(passage, readMarks(String(row.marks)));
    const group = groups.at(-1);
    if (group?.first.heading === passage.heading && passage.id === previousId + 1) group.lines.push(...lines);
    else groups.push({ first: passage, lines });
    previousId = passage.id;
  }
  return groups;
}

/** The header of the table that a passage of a long document is part of, if the passage is not its beginning. */
function headerBefore(database: DatabaseSync, documentId: number, { id, heading }: FoundPassage): NodeText | null {
  // Below a table header, the heading is the list of its cells (tableHeader.ts).
  if (!heading.includes(', ')) return null;
  const row = database
    .prepare('SELECT * FROM passages WHERE document = ? AND heading = ? ORDER BY id LIMIT 1')
    .get(documentId, heading);
  const [first] = row && Number(row.id) < id ? linesOf(toPassage(row), readMarks(String(row.marks))) : [];
  return first && isHeaderOf(first.text, heading) ? first : null;
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
