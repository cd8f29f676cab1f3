import { Parser } from 'htmlparser2';
import type { Block, DocumentMeta, ReadDocument } from './document.ts';
import { UnreadableDocument } from './document.ts';
import { openZip } from './zipArchive.ts';

/** Old .doc files and encrypted .docx files are compound files, not ZIP archives. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Paragraphs of a Word document. A paragraph's place in the document, from 1, serves as its line. */
export function readDocx(bytes: Buffer): ReadDocument {
  if (bytes.subarray(0, 4).equals(COMPOUND))
    throw new UnreadableDocument('It is protected by a password, or an old .doc file.');
  const archive = openZip(bytes);
  const main = archive.text('word/document.xml');
  if (main === null) throw new UnreadableDocument('It is no Word document.');
  const headings = headingStyles(archive.text('word/styles.xml') ?? '');
  const blocks: Block[] = [];
  const last = paragraphs(main, headings, blocks, 0);
  for (const part of ['word/footnotes.xml', 'word/endnotes.xml'])
    paragraphs(archive.text(part) ?? '', headings, blocks, last);
  return { meta: properties(archive.text('docProps/core.xml') ?? ''), blocks };
}

function paragraphs(xml: string, headings: ReadonlyMap<string, number>, blocks: Block[], before: number): number {
  let line = before;
  let text = '';
  let style = '';
  let inText = false;
  let deleted = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:p') {
          text = '';
          style = '';
        } else if (name === 'w:pStyle') style = attributes['w:val'] ?? '';
        else if (name === 'w:t') inText = true;
        else if (name === 'w:del' || name === 'mc:Fallback') deleted += 1;
        else if (name === 'w:tab') text += '\t';
        else if (name === 'w:br' || name === 'w:cr') text += ' ';
        else if (name === 'w:noBreakHyphen') text += '-';
      },
      ontext(piece) {
        if (inText && deleted === 0) text += piece;
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        else if (name === 'w:del' || name === 'mc:Fallback') deleted -= 1;
        else if (name === 'w:p') {
          line += 1;
          const words = text.trim();
          const level = headings.get(style) ?? 0;
          if (words !== '' && level > 0) blocks.push({ type: 'heading', level, text: words, line });
          else if (words !== '') blocks.push({ type: 'text', text: words, line, endLine: line });
          text = '';
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return line;
}

/** Style id -> level. The ids differ by language ("berschrift1"); the names in the styles part do not. */
function headingStyles(xml: string): Map<string, number> {
  const levels = new Map<string, number>([['Title', 1]]);
  let id = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:style') id = attributes['w:styleId'] ?? '';
        const value = (attributes['w:val'] ?? '').toLowerCase();
        if (name !== 'w:name' || id === '') return;
        const level = /^heading ([1-6])$/.exec(value)?.[1];
        if (level) levels.set(id, Number(level));
        else if (value === 'title') levels.set(id, 1);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return levels;
}

function properties(xml: string): DocumentMeta {
  const values = new Map<string, string>();
  let name = '';
  const parser = new Parser(
    {
      onopentag(tag) {
        name = tag;
      },
      ontext(text) {
        if (text.trim() !== '') values.set(name, text.trim());
      },
      onclosetag() {
        name = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const title = values.get('dc:title');
  return { ...(title ? { title } : {}) };
}
