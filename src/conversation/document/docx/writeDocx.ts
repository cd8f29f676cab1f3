/** Blocks -> a Word document (.docx). The mark of a source is a footnote; a further mark of the same source refers to it. */
import { shorten } from '../../display.ts';
import { type Block, type Span, wordsOf } from '../block.ts';
import { keepTogether, splitNumbers } from '../keepTogether.ts';
import {
  BULLET_LIST,
  contentTypesXml,
  corePropertiesXml,
  documentXml,
  footerXml,
  footnoteRelationshipsXml,
  footnotesXml,
  MAX_LIST_DEPTH,
  numberingXml,
  packageRelationshipsXml,
  pageOf,
  relationshipsXml,
  settingsXml,
  stylesXml,
} from './packageParts.ts';
import { escapeXml } from './xml.ts';
import { zip } from './zip.ts';

/** Of a wide character in a table. */
const CHARACTER_WIDTH = 105;
const CELL_MARGIN = 230;
/** Of the style `Quote`. Twentieths of a point. */
const QUOTE_INDENT = 360;
/** A longer title would need a second line beside the number of the page. UTF-16 units. */
const MAX_FOOTER_TITLE = 90;

interface Place {
  readonly style: string | null;
  /** Paragraph properties that follow the style, in the order of the schema. */
  readonly properties: string;
}

const NORMAL: Place = { style: null, properties: '' };

export interface DocxNote {
  readonly text: string;
  readonly url: string | null;
}

/** `notes`: the text of the footnote of each source, the first one for source 1. */
export async function writeDocx(
  { title, language }: { readonly title: string; readonly language: string },
  blocks: readonly Block[],
  notes: readonly DocxNote[],
): Promise<Uint8Array<ArrayBuffer>> {
  const page = pageOf(language);
  const width = page.width - 2 * page.margin;
  const links = new Map<string, string>();
  const noteLinks = new Map<string, string>();
  const starts: number[] = [];
  /** Sources in the order of their footnotes. */
  const cited: number[] = [];

  function citationRun(n: number): string {
    const note = notes[n - 1];
    if (!note) return textRun(`[${n}]`, '');
    if (cited.includes(n)) {
      const number = cited.indexOf(n) + 1;
      return field(
        `NOTEREF source${n} \\f \\h`,
        `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:t>${number}</w:t></w:r>`,
      );
    }
    const id = cited.push(n);
    return `<w:bookmarkStart w:id="${id}" w:name="source${n}"/><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r><w:bookmarkEnd w:id="${id}"/>`;
  }

  function runs(spans: readonly Span[], format = ''): string {
    return spans
      .map((span, at): string => {
        switch (span.kind) {
          case 'text': {
            const line = keepTogether(span.text.replace(/\s*\n\s*/g, ' '));
            // The mark of a footnote follows its word without a blank.
            return textRun(spans[at + 1]?.kind === 'citation' ? line.trimEnd() : line, format);
          }
          case 'code':
            return textRun(span.text, `<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>${format}`);
          case 'break':
            return '<w:r><w:br/></w:r>';
          case 'citation':
            return citationRun(span.n);
          case 'link':
            return hyperlink(span.url, runs(span.children, `<w:rStyle w:val="Hyperlink"/>${format}`), links);
          case 'strong':
            return runs(span.children, withProperty(format, '<w:b/>'));
          case 'emphasis':
            return runs(span.children, withProperty(format, '<w:i/>'));
          default:
            return runs(span.children, withProperty(format, '<w:strike/>'));
        }
      })
      .join('');
  }

  function blockXml(block: Block, place: Place, depth: number): string {
    switch (block.kind) {
      case 'paragraph':
        return paragraphXml(place, runs(block.content));
      case 'heading':
        return paragraphXml(
          { ...place, style: `Heading${Math.min(6, Math.max(1, block.level))}` },
          runs(block.content),
        );
      case 'code': {
        const lines = block.text.split('\n').map((line) => textRun(line, ''));
        return `${paragraphXml({ style: 'Code', properties: indentOf(place) }, lines.join('<w:r><w:br/></w:r>'))}${paragraphXml({ style: 'TableText', properties: '' }, '')}`;
      }
      case 'rule':
        return paragraphXml(
          {
            style: null,
            properties: '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="BFBFBF"/></w:pBdr>',
          },
          '',
        );
      case 'quote':
        return block.children.map((child) => blockXml(child, quoted(place), depth)).join('');
      case 'list':
        return listXml(block, place, depth);
      case 'table':
        return tableXml(block);
    }
  }

  function listXml({ start, loose, items }: Extract<Block, { kind: 'list' }>, place: Place, depth: number): string {
    const id = start === null ? BULLET_LIST : starts.push(start) + 1;
    const level = Math.min(depth, MAX_LIST_DEPTH);
    const numbered = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
    const isQuoted = place.style === 'Quote';
    const style = isQuoted ? 'Quote' : null;
    const left = 360 * (level + 1) + (isQuoted ? QUOTE_INDENT : 0);
    // The indent of the numbering would take the place of the indent of the quotation.
    const indent = isQuoted ? `<w:ind w:left="${left}" w:hanging="360"/>` : '';
    return items
      .map(({ task, children }, at) => {
        const box: Span[] = task === null ? [] : [{ kind: 'text', text: task ? '☑ ' : '☐ ' }];
        const [first, ...rest] = children;
        const isText = first?.kind === 'paragraph';
        const head = paragraphXml(
          {
            style,
            properties: `${numbered}${loose || at === items.length - 1 ? '' : '<w:spacing w:after="40"/>'}${indent}`,
          },
          runs([...box, ...(isText ? first.content : [])]),
        );
        const others = isText || first === undefined ? rest : [first, ...rest];
        const further = { style, properties: `<w:ind w:left="${left}"/>` };
        return head + others.map((child) => blockXml(child, further, depth + 1)).join('');
      })
      .join('');
  }

  function tableXml({ columns, rows }: Extract<Block, { kind: 'table' }>): string {
    const widths = columnWidths(rows, columns.length, width);
    const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`;
    const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
    const body = rows.map((row, at) => {
      const cells = row.map((cell, column) => {
        const alignment = columns[column];
        const align = alignment === 'right' || alignment === 'center' ? `<w:jc w:val="${alignment}"/>` : '';
        const shade = at === 0 ? '<w:shd w:val="clear" w:color="auto" w:fill="F0F2F5"/>' : '';
        return `<w:tc><w:tcPr><w:tcW w:w="${widths[column] ?? 0}" w:type="dxa"/>${shade}</w:tcPr>${paragraphXml({ style: 'TableText', properties: align }, runs(cell, at === 0 ? '<w:b/>' : ''))}</w:tc>`;
      });
      const head = at === 0 ? '<w:tblHeader/>' : '';
      return `<w:tr><w:trPr><w:cantSplit/>${head}</w:trPr>${cells.join('')}</w:tr>`;
    });
    const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
    const table = `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>`;
    // Two tables in a row would become one.
    return `${table}${paragraphXml({ style: 'TableText', properties: '' }, '')}`;
  }

  function noteXml(n: number, id: number): string {
    const note = notes[n - 1];
    const mark = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>';
    const link = note?.url
      ? textRun(' ', '') + hyperlink(note.url, textRun(note.url, '<w:rStyle w:val="Hyperlink"/>'), noteLinks)
      : '';
    return `<w:footnote w:id="${id}">${paragraphXml({ style: 'FootnoteText', properties: '' }, `${mark}${textRun(` ${keepTogether(note?.text ?? '')}`, '')}${link}`)}</w:footnote>`;
  }

  // The line that introduces a quotation or a table stays on its page.
  const body = blocks
    .map((block, at) => {
      const next = blocks[at + 1]?.kind;
      const introduces = block.kind === 'paragraph' && (next === 'quote' || next === 'table' || next === 'list');
      const afterQuote = block.kind === 'paragraph' && blocks[at - 1]?.kind === 'quote';
      const properties = `${introduces ? '<w:keepNext/>' : ''}${afterQuote ? '<w:spacing w:before="200"/>' : ''}`;
      return blockXml(block, properties === '' ? NORMAL : { style: null, properties }, 0);
    })
    .join('');
  const footnotes = cited.map((n, at) => noteXml(n, at + 1)).join('');
  return zip({
    '[Content_Types].xml': contentTypesXml(),
    '_rels/.rels': packageRelationshipsXml(),
    'docProps/core.xml': corePropertiesXml(title),
    'word/document.xml': documentXml(body, page),
    'word/_rels/document.xml.rels': relationshipsXml(links),
    'word/styles.xml': stylesXml(language),
    'word/numbering.xml': numberingXml(starts),
    'word/settings.xml': settingsXml(),
    'word/footnotes.xml': footnotesXml(footnotes),
    'word/_rels/footnotes.xml.rels': footnoteRelationshipsXml(noteLinks),
    'word/footer1.xml': footerXml(keepTogether(shorten(title, MAX_FOOTER_TITLE)), width),
  });
}

/** Word accepts each property once, in the order of the schema: style, fonts, bold, italic, strike. */
function withProperty(format: string, property: string): string {
  if (format.includes(property)) return format;
  const order = ['<w:b/>', '<w:i/>', '<w:strike/>'];
  const own = order.filter((each) => each === property || format.includes(each));
  return format.replace(/<w:(?:b|i|strike)\/>/g, '') + own.join('');
}

function textRun(text: string, format: string): string {
  if (text === '') return '';
  const properties = format === '' ? '' : `<w:rPr>${ordered(format)}</w:rPr>`;
  const plain = (part: string) => (part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`);
  const parts = splitNumbers(text).map((part, at) =>
    at % 2 === 1 ? part.split('-').map(plain).join('<w:noBreakHyphen/>') : part.split('\t').map(plain).join('<w:tab/>'),
  );
  return `<w:r>${properties}${parts.join('')}</w:r>`;
}

/** The style of a run comes first. */
function ordered(format: string): string {
  const styles = format.match(/<w:rStyle [^>]*\/>/g) ?? [];
  return (styles[0] ?? '') + format.replace(/<w:rStyle [^>]*\/>/g, '');
}

function hyperlink(url: string, content: string, links: Map<string, string>): string {
  const id = links.get(url) ?? `rLink${links.size + 1}`;
  links.set(url, id);
  return `<w:hyperlink r:id="${id}">${content}</w:hyperlink>`;
}

function field(code: string, result: string): string {
  return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
}

function paragraphXml({ style, properties }: Place, content: string): string {
  const named = style === null ? '' : `<w:pStyle w:val="${style}"/>`;
  const all = named + properties;
  return `<w:p>${all === '' ? '' : `<w:pPr>${all}</w:pPr>`}${content}</w:p>`;
}

function quoted({ properties }: Place): Place {
  const indent = Number(/w:left="(\d+)"/.exec(properties)?.[1] ?? 0) + QUOTE_INDENT;
  return { style: 'Quote', properties: indent === QUOTE_INDENT ? '' : `<w:ind w:left="${indent}"/>` };
}

function indentOf({ properties }: Place): string {
  return /<w:ind [^>]*\/>/.exec(properties)?.[0] ?? '';
}

/** `width`: twentieths of a point between the margins. By the length of the texts. A column is at least as wide as its longest word, if that is short. */
function columnWidths(rows: readonly (readonly (readonly Span[])[])[], columns: number, width: number): number[] {
  const shown = rows.slice(0, 200);
  const columnsOf = Array.from({ length: columns }, (_, column) => {
    const texts = shown.map((row) => wordsOf(row[column] ?? []));
    const length = Math.max(4, ...texts.map((text) => Math.min(text.length, 60)));
    const word = Math.max(3, ...texts.flatMap((text) => text.split(/\s/).map((each) => Math.min(each.length, 14))));
    return { length, least: word * CHARACTER_WIDTH + CELL_MARGIN };
  });
  const least = columnsOf.reduce((sum, column) => sum + column.least, 0);
  if (least >= width) return columnsOf.map((column) => Math.floor((column.least / least) * width));
  const total = columnsOf.reduce((sum, { length }) => sum + length, 0);
  return columnsOf.map((column) => Math.floor(column.least + (column.length / total) * (width - least)));
}
