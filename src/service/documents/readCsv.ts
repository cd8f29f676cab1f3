import { csvCells, csvRecords, csvSeparator } from '../../text/csvRecords.ts';
import { writeTableHeading } from '../tableHeading.ts';
import type { DocumentBlock, ReadDocument } from './document.ts';

/**
 * A table of values: each record is a block, with the header row as the heading above, so that a search for a column's name finds
 * its rows. `delimiter` null: the one of , ; tab | that the first line has most of.
 */
export function readCsv(text: string, delimiter: string | null): ReadDocument {
  const lines = text.split('\n');
  const header = lines.find((line) => line.trim() !== '') ?? '';
  const separator = delimiter ?? csvSeparator(header);
  const blocks: DocumentBlock[] = [];
  const headerLine = lines.indexOf(header) + 1;
  if (header.trim() !== '') {
    const names = csvCells(header, separator).filter(Boolean);
    blocks.push({ type: 'heading', level: 2, text: writeTableHeading(names), line: headerLine });
    blocks.push({ type: 'text', text: header, line: headerLine, endLine: headerLine });
  }
  for (const { text: record, start, end } of csvRecords(lines, headerLine)) {
    if (record.trim() !== '') blocks.push({ type: 'text', text: record, line: start + 1, endLine: end });
  }
  return { meta: {}, blocks };
}
