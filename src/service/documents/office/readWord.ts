/** The text of a Word document (.docx, .docm, .dotx, .dotm), with the numbers of its paragraphs as places. */

import { t } from '../../translate.ts';
import { type BlockWriter, createBlockWriter } from '../blockWriter.ts';
import { type DocumentPlace, type ReadDocument, UnreadableDocument } from '../document.ts';
import { readProperties } from './properties.ts';
import { type Relationship, readRelationships } from './relationships.ts';
import { readWordPart, type WordItem, type WordPart } from './wordPart.ts';
import { readHeadingStyles } from './wordStyles.ts';
import { openZip } from './zipArchive.ts';

/** A heading longer than this is a paragraph in the style of one. */
const LONGEST_HEADING = 300;

/** Throws UnreadableDocument. */
export async function readWord(bytes: Buffer): Promise<ReadDocument> {
  const archive = openZip(bytes);
  const top = await readRelationships(archive, '');
  const main = top.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  if (!archive.has(main)) throw new UnreadableDocument(t('It is not a Word document.'));
  const parts = await readRelationships(archive, main);
  const target = (type: string) => parts.find((part) => part.type === type)?.target ?? '';
  const levels = await readHeadingStyles(archive.text(target('styles')));
  const read = (name: string) => readWordPart(archive.pieces(name));

  const writer = createBlockWriter();
  const text = await read(main);
  writeMain(writer, text.items, levels);
  writeNotes(writer, 'Footnote', await read(target('footnotes')), text.references);
  writeNotes(writer, 'Endnote', await read(target('endnotes')), text.references);
  writeNotes(writer, 'Comment', await read(target('comments')), []);
  for (const [type, label] of [
    ['header', 'Header'],
    ['footer', 'Footer'],
  ] as const) {
    writeRepeated(writer, label, await Promise.all(targets(parts, type).map(read)));
  }
  const blocks = writer.blocks();
  if (blocks.length === 0 && targets(parts, 'image').length > 0) {
    throw new UnreadableDocument(t('It contains pictures and no text.'));
  }
  return { meta: await readProperties(archive.text('docProps/core.xml')), blocks };
}

function targets(parts: readonly Relationship[], type: string): string[] {
  return parts.filter((part) => part.type === type).map((part) => part.target);
}

function writeMain(writer: BlockWriter, items: readonly WordItem[], levels: ReadonlyMap<string, number>): void {
  let previous: WordItem | null = null;
  for (const item of items) {
    const place: DocumentPlace = { paragraph: item.number };
    const level = levelOf(item, levels);
    if (level > 0 && item.text.length <= LONGEST_HEADING) writer.heading(level, item.text, place);
    else writer.text(item.text, place, item.type === 'row' && previous?.type === 'row');
    previous = item;
  }
}

function levelOf(item: WordItem, levels: ReadonlyMap<string, number>): number {
  if (item.type === 'row') return 0;
  if (item.outline >= 0 && item.outline < 9) return Math.min(6, item.outline + 1);
  return item.outline === 9 ? 0 : (levels.get(item.style) ?? 0);
}

/** Notes are numbered in the order in which the text refers to them; comments name their author. */
function writeNotes(
  writer: BlockWriter,
  label: 'Footnote' | 'Endnote' | 'Comment',
  part: WordPart,
  references: readonly string[],
): void {
  const kind = label.toLowerCase();
  const numbers = new Map(references.filter((id) => id.startsWith(kind)).map((id, at) => [id, at + 1]));
  const notes = Map.groupBy(
    part.items.filter((item) => item.note !== '' && item.text !== ''),
    (item) => item.note,
  );
  if (notes.size > 0) writer.heading(1, `${label}s`, { part: `${label}s` });
  for (const [id, items] of notes) {
    const author = items[0]?.author ?? '';
    const name =
      label === 'Comment' ? (author === '' ? label : `${label} by ${author}`) : `${label} ${numbers.get(id) ?? ''}`;
    writer.text(`${name.trim()}: ${items.map((item) => item.text).join('\n')}`, { part: `${label}s` });
  }
}

/** Headers and footers. Each text is written once, however many sections show it. */
function writeRepeated(writer: BlockWriter, label: string, parts: readonly WordPart[]): void {
  const texts = parts.map(({ items }) =>
    items
      .map((item) => item.text)
      .filter((text) => text !== '')
      .join('\n'),
  );
  for (const text of new Set(texts)) if (text !== '') writer.text(`${label}: ${text}`, { part: label });
}
