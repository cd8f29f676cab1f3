/** The nodes of a document as they can be quoted, read from the index. */
import type { DatabaseSync } from 'node:sqlite';
import { type Mark, type NodeKind, readMarks } from '../nodeMarks.ts';
import { toPassage } from './fetchPassages.ts';
import type { FoundPassage } from './searchResult.ts';
import { isHeaderOf } from './tableHeader.ts';

/** One line or paragraph of a document, with the node that it belongs to. */
export interface DocumentLine {
  readonly kind: NodeKind;
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
  readonly lines: readonly DocumentLine[];
  /** The header of a long table whose first rows are not among `lines`. */
  readonly header: DocumentLine | null;
}

/** Passages of a document that are read whole, at most. */
const MAX_WHOLE = 240;
/** Passages before and after a found one that are read of a longer document. */
const AROUND = 4;

/** The parts of a document in its order. Of a very long document only those near the passages `found`. */
export function readParts(database: DatabaseSync, document: number, found: readonly number[]): DocumentPart[] {
  const { count } = database.prepare('SELECT count(*) AS count FROM passages WHERE document = ?').get(document) ?? {};
  const whole = Number(count) <= MAX_WHOLE;
  const rows = whole
    ? database.prepare('SELECT * FROM passages WHERE document = ? ORDER BY id').all(document)
    : found.flatMap((id) =>
        database
          .prepare('SELECT * FROM passages WHERE document = ? AND id BETWEEN ? AND ? ORDER BY id')
          .all(document, id - AROUND, id + AROUND),
      );
  const parts: { heading: string; lines: DocumentLine[]; header: DocumentLine | null }[] = [];
  const seen = new Set<number>();
  let before = -1;
  for (const row of rows.sort((one, other) => Number(one.id) - Number(other.id))) {
    const passage = toPassage(row);
    if (seen.has(passage.id)) continue;
    seen.add(passage.id);
    let part = parts.at(-1);
    if (!part || part.heading !== passage.heading || passage.id !== before + 1) {
      part = { heading: passage.heading, lines: [], header: whole ? null : headerBefore(database, document, passage) };
      parts.push(part);
    }
    before = passage.id;
    part.lines.push(...linesOf(passage, readMarks(String(row.marks))));
  }
  return parts;
}

/** The header of the table that a passage of a long document is part of, if the passage is not its beginning. */
function headerBefore(database: DatabaseSync, document: number, { id, heading }: FoundPassage): DocumentLine | null {
  if (!heading.includes(', ')) return null;
  const row = database
    .prepare('SELECT * FROM passages WHERE document = ? AND heading = ? ORDER BY id LIMIT 1')
    .get(document, heading);
  const [first] = row && Number(row.id) < id ? linesOf(toPassage(row), readMarks(String(row.marks))) : [];
  return first && isHeaderOf(first.text, heading) ? first : null;
}

/** The lines of one passage. */
export function linesOf(passage: FoundPassage, marks: readonly Mark[]): DocumentLine[] {
  const lines = passage.text.split('\n');
  // In HTML, PDF and DOCX a paragraph is one line here, however many lines it has in its file.
  const exact = lines.length === passage.endLine - passage.line + 1;
  const starts =
    marks.length > 0 && marks[0]?.offset === 0 ? marks : [{ offset: 0, kind: 'text' as const, path: '' }, ...marks];
  return starts.flatMap((mark, at): DocumentLine[] => {
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
        line: exact ? passage.line + mark.offset : passage.line,
        endLine: exact ? passage.line + end - 1 : passage.endLine,
        passage,
      },
    ];
  });
}
