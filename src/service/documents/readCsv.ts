import type { DocumentBlock, ReadDocument } from './document.ts';

/**
 * A table of values: each record is a block, with the header row as the heading above, so that a search for a column's name finds
 * its rows. `delimiter` null: the one of , ; tab | that the first line has most of.
 */
export function readCsv(text: string, delimiter: string | null): ReadDocument {
  const lines = text.split('\n');
  const header = lines.find((line) => line.trim() !== '') ?? '';
  const separator = delimiter ?? guess(header);
  const blocks: DocumentBlock[] = [];
  const headerLine = lines.indexOf(header) + 1;
  if (header.trim() !== '') {
    const names = header.split(separator).map((name) => name.trim().replace(/^"|"$/g, ''));
    blocks.push({ type: 'heading', level: 2, text: names.filter(Boolean).join(', ').slice(0, 300), line: headerLine });
    blocks.push({ type: 'text', text: header, line: headerLine, endLine: headerLine });
  }
  let at = headerLine;
  while (at < lines.length) {
    const start = at;
    let record = lines[at] ?? '';
    at += 1;
    // A quoted value may hold line ends: the record goes on while its quotes are open.
    while (at < lines.length && quotes(record) % 2 === 1 && at - start < 200) {
      record += `\n${lines[at] ?? ''}`;
      at += 1;
    }
    if (record.trim() !== '') blocks.push({ type: 'text', text: record, line: start + 1, endLine: at });
  }
  return { meta: {}, blocks };
}

function guess(header: string): string {
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: header.split(mark).length }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).mark;
}

function quotes(text: string): number {
  return text.split('"').length - 1;
}
