/** Where documents of the library state an amount: the paragraph, the rows of a table or the lines of code, for the hover over amounts. */
import { evidenceOf } from '../../check/statedInText.ts';
import { normalise } from '../../check/values/normalise.ts';
import { readAtoms } from '../../check/values/readValues.ts';
import { statesQuantity } from '../../check/valuesInSource.ts';
import type { AmountRequest, AmountStatement } from '../../protocol/amountStatement.ts';
import { csvCells, csvRecords, csvSeparator, SEPARATORS } from '../../text/csvRecords.ts';
import { formatOf } from '../documents/formats.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import { readMarks } from '../nodeMarks.ts';
import { linesOf } from '../search/documentNodes.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import { headerRows } from '../search/tableHeader.ts';
import { readTableHeading } from '../tableHeading.ts';
import { toSource } from './quotation.ts';
import { findPassages } from './searchLibrary.ts';

/** Passages that are searched for the amount. */
const SEARCHED = 40;

/** Consecutive lines of a passage, with their lines in the document. */
interface Piece {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

type States = (text: string) => boolean;

/** Best first. Empty if the amount is none, or no other document states it. */
export async function amountStatements(
  library: AnsweringLibrary,
  { amount, around, except, limit }: AmountRequest,
): Promise<AmountStatement[]> {
  const [wanted] = readAtoms(normalise(amount).text).quantities;
  if (!wanted) return [];
  const { passages } = await findPassages(library, { query: `${amount} ${around}`, limit: SEARCHED });
  const states: States = (text) => statesQuantity(evidenceOf('', text), wanted);
  return passages
    .filter(({ document, passage }) => {
      if (document.path === except) return false;
      return statesQuantity(evidenceOf(passage.sectionTitle || document.title, passage.text), wanted);
    })
    .slice(0, limit)
    .map((each) => statementOf(each, states));
}

function statementOf(found: RankedPassage, states: States): AmountStatement {
  const { document, passage } = found;
  const format = formatOf(document.path);
  if (format === 'csv') {
    const { header, rows } = csvRows(passage.text, readTableHeading(passage.heading), states);
    // The heading of a record is the header of its table.
    const { section: _header, ...source } = toSource(found, passage);
    return {
      source: { ...source, cited: { name: source.title, caption: '' } },
      content: { type: 'table', header, rows },
    };
  }
  const pieces = paragraphsOf(found);
  const piece = pieces.find(({ text }) => states(text)) ?? passage;
  const rows = piece.text.split('\n').filter((line) => line.trimStart().startsWith('|') || line.includes('\t'));
  const stating = rows.filter(states);
  if (stating.length > 0) {
    const header = headerRows(piece.text) > 0 ? cellsOf(rows[0] ?? '') : readTableHeading(passage.heading);
    const content = { type: 'table' as const, header, rows: stating.map(cellsOf) };
    return { source: toSource(found, piece), content };
  }
  if (format === 'code' || format === 'data') {
    const lines = linesIn(piece).filter(({ text }) => states(text));
    const [first, last] = [lines[0], lines.at(-1)];
    if (first && last) {
      const text = lines.map((line) => line.text.trim()).join('\n');
      return { source: toSource(found, { ...first, endLine: last.endLine }), content: { type: 'code', text } };
    }
    return { source: toSource(found, piece), content: { type: 'code', text: piece.text } };
  }
  return { source: toSource(found, piece), content: { type: 'text', text: piece.text } };
}

/** The paragraphs of a passage: those of its nodes, and those between blank lines. */
function paragraphsOf({ passage }: RankedPassage): Piece[] {
  return linesOf(passage, readMarks(passage.marks)).flatMap((node) => {
    const paragraphs: Piece[] = [];
    let isNew = true;
    for (const line of linesIn(node)) {
      const isBlank = line.text.trim() === '';
      const before = isNew ? undefined : paragraphs.pop();
      if (before)
        paragraphs.push(isBlank ? before : { ...before, text: `${before.text}\n${line.text}`, endLine: line.endLine });
      else if (!isBlank) paragraphs.push(line);
      isNew = isBlank;
    }
    return paragraphs;
  });
}

/** The lines of a text; all have the lines of the whole if these are not lines of the file. */
function linesIn({ text, line, endLine }: Piece): Piece[] {
  const lines = text.split('\n');
  const isExact = lines.length === endLine - line + 1;
  return lines.map((each, at) =>
    isExact ? { text: each, line: line + at, endLine: line + at } : { text: each, line, endLine },
  );
}

function csvRows(text: string, header: readonly string[], states: States) {
  const records = csvRecords(text.split(/\r?\n/)).map((record) => record.text);
  const [first = ''] = records;
  const separator = SEPARATORS.find((mark) => csvCells(first, mark).length === header.length) ?? csvSeparator(first);
  return { header, rows: records.filter(states).map((record) => csvCells(record, separator)) };
}

/** The cells of a row of a Markdown table, or of one with tabs. */
function cellsOf(row: string): string[] {
  if (!row.trimStart().startsWith('|')) return row.split('\t').map((cell) => cell.trim());
  const content = row.trim().replace(/^\||\|$/g, '');
  return content.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}
