/** The text of an OpenDocument text (.odt, .ott), with the numbers of its paragraphs as places. */

import { t } from '../../translate.ts';
import { createBlockWriter } from '../blockWriter.ts';
import { type ReadDocument, UnreadableDocument } from '../document.ts';
import { readProperties } from './properties.ts';
import { attribute, readXml } from './xml.ts';
import { openZip } from './zipArchive.ts';

const PARAGRAPHS = new Set(['p', 'h']);
/** Elements whose text does not count. */
const SKIPPED = new Set(['tracked-changes', 'annotation-end', 'sequence-decls', 'note-citation']);
/** Rows longer than this are layout; their cells are read as paragraphs. */
const LONGEST_ROW = 1000;

interface OpenParagraph {
  text: string;
  readonly level: number;
  readonly number: number;
}

/** Throws UnreadableDocument. */
export async function readOdt(bytes: Buffer): Promise<ReadDocument> {
  const archive = openZip(bytes);
  if (!archive.has('content.xml')) throw new UnreadableDocument(t('It is not an OpenDocument text.'));
  if (/manifest:encryption-data/.test(archive.text('META-INF/manifest.xml') ?? '')) {
    throw new UnreadableDocument(t('It is protected by a password. Save a copy without the password.'));
  }
  const writer = createBlockWriter();
  const notes: { label: string; text: string }[] = [];
  const open: OpenParagraph[] = [];
  /** Cells of the rows that are open; each cell is a list of paragraphs. */
  const rows: { cells: OpenParagraph[][] }[] = [];
  let note: { label: string; text: string } | null = null;
  let number = 0;
  let skipped = 0;
  let afterRow = false;

  const emit = ({ text, level, number: at }: OpenParagraph, tight = false) => {
    if (level > 0 && text.length <= 300) writer.heading(level, text, { paragraph: at });
    else writer.text(text, { paragraph: at }, tight);
  };
  const endParagraph = (paragraph: OpenParagraph) => {
    const cell = rows.at(-1)?.cells.at(-1);
    if (note !== null) note.text += `${note.text === '' ? '' : '\n'}${paragraph.text.trim()}`;
    else if (cell) cell.push(paragraph);
    else {
      emit(paragraph);
      afterRow = false;
    }
  };
  const endRow = (cells: readonly OpenParagraph[][]) => {
    const texts = cells.map((cell) =>
      cell
        .map(({ text }) => text.trim().replaceAll('\t', ' '))
        .join(' ')
        .trim(),
    );
    const first = cells.flat()[0];
    if (!first) return;
    const text = texts.join('\t').trim();
    if (text.length > LONGEST_ROW) for (const paragraph of cells.flat()) emit(paragraph);
    else emit({ ...first, level: 0, text }, afterRow);
    afterRow = true;
  };

  await readXml(archive.pieces('content.xml'), {
    open(name, attributes) {
      const level = Number(attribute(attributes, 'outline-level') ?? 1);
      if (SKIPPED.has(name)) skipped += 1;
      else if (PARAGRAPHS.has(name)) {
        number += 1;
        open.push({ text: '', level: name === 'h' ? Math.min(6, Math.max(1, level)) : 0, number });
      } else if (name === 'note') {
        const kind = attribute(attributes, 'note-class') === 'endnote' ? 'Endnote' : 'Footnote';
        note = { label: `${kind} ${notes.filter(({ label }) => label.startsWith(kind)).length + 1}`, text: '' };
      } else if (name === 'annotation') note = { label: 'Comment', text: '' };
      else if (name === 'table-row') rows.push({ cells: [] });
      else if (name === 'table-cell') rows.at(-1)?.cells.push([]);
      const paragraph = open.at(-1);
      if (!paragraph || skipped > 0) return;
      if (name === 's') paragraph.text += ' '.repeat(Math.min(100, Number(attribute(attributes, 'c') ?? 1) || 1));
      else if (name === 'tab') paragraph.text += '\t';
      else if (name === 'line-break') paragraph.text += ' ';
    },
    text(text) {
      const paragraph = open.at(-1);
      if (paragraph && skipped === 0) paragraph.text += text.replace(/\s+/g, ' ');
    },
    close(name) {
      if (SKIPPED.has(name)) skipped -= 1;
      else if (PARAGRAPHS.has(name)) {
        const paragraph = open.pop();
        if (paragraph) endParagraph(paragraph);
      } else if (name === 'note' || name === 'annotation') {
        if (note !== null && note.text !== '') notes.push(note);
        note = null;
      } else if (name === 'table-row') endRow(rows.pop()?.cells ?? []);
    },
  });
  for (const { label, text } of notes) writer.text(`${label}: ${text}`, { part: `${label.replace(/ \d+$/, '')}s` });
  return { meta: await readProperties(archive.text('meta.xml')), blocks: writer.blocks() };
}
