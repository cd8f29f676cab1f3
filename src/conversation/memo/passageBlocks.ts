/** The passage of a source, or the text of a selection, as blocks for a quotation. */
import { csvTable } from '../../text/csvTable.ts';
import { CUT } from '../../text/omission.ts';
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
    : parseBlocks(shown, 0).map(asBold);
  return isCut ? [...blocks, ...plainBlocks(CUT, 0)] : blocks;
}
