/** The passage of a source, or the text of a selection, as blocks for a quotation. */
import { areNames, csvTable, inCell, markdownTable } from '../../text/csvTable.ts';
import { CUT } from '../../text/omission.ts';
import { hasFileLineNumbers } from '../display.ts';
import { asBold } from '../document/adapt.ts';
import type { Block } from '../document/block.ts';
import { parseBlocks, plainBlocks } from '../document/parse.ts';

/** Longest passage in a document, in UTF-16 units. The source has the rest. */
const MAX_PASSAGE = 20_000;

const CODE =
  /\.(?:csv|tsv|[cm]?[jt]sx?|py|rb|java|kt|cs|go|rs|c|h|cc|cpp|hpp|swift|php|sql|r|scala|sh|ps1|vb|bas|lua)$/i;

/** `path` decides how the text is read: source code is not Markdown, and records of CSV become a table. */
export function passageBlocks(passage: string, path: string): Block[] {
  const isCut = passage.length > MAX_PASSAGE;
  const shown = isCut ? passage.slice(0, passage.lastIndexOf('\n', MAX_PASSAGE) + 1 || MAX_PASSAGE) : passage;
  const table = csvTable(shown, path);
  if (table !== null) return [...parseBlocks(table, 0), ...(isCut ? plainBlocks(CUT, 0) : [])];
  const blocks: Block[] = CODE.test(path)
    ? [{ kind: 'code', language: '', text: shown.replace(/\r\n?/g, '\n').trimEnd() }]
    : parseBlocks(hasFileLineNumbers(path) ? shown : withTables(shown), 0).map(asBold);
  return isCut ? [...blocks, ...plainBlocks(CUT, 0)] : blocks;
}

/**
 * Text of a PDF, Word, Excel or mail file as Markdown. Each line is a paragraph, a row or a header of a message, so two blanks keep its
 * end. Lines with tabs below a line with the names of their columns become a table.
 */
function withTables(text: string): string {
  const lines = text.split(/\r?\n/);
  const isRow = (at: number) => lines[at]?.includes('\t') || (lines[at] === CUT && lines[at + 1]?.includes('\t'));
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (isRow(end)) end += 1;
    const [names = [], ...rows] = lines.slice(at, end).map((line) => line.split('\t').map(inCell));
    const isTable = rows.length > 0 && areNames(names.filter((name) => name !== ''));
    if (isTable) written.push('', markdownTable(names, rows), '');
    else written.push(...lines.slice(at, Math.max(end, at + 1)).map((line) => (line.trim() === '' ? '' : `${line}  `)));
    at = Math.max(end, at + 1);
  }
  return written.join('\n');
}
