/** Blocks -> a Word document (.docx). The mark of a source is a footnote; a further mark of the same source refers to it. */
import {
  BorderStyle,
  Document,
  ExternalHyperlink,
  type FileChild,
  Footer,
  type IParagraphOptions,
  type ISpacingProperties,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Run,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { WORD_MEMO_MARK } from '../../../protocol/exportMark.ts';
import { shorten } from '../../display.ts';
import { type Block, paragraphLevel, type Span, withoutLevel, wordsOf } from '../block.ts';
import { keepTogether } from '../keepTogether.ts';
import { columnWidths } from './columnWidths.ts';
import { allowed, footnoteMark, repeatedMark, runsOf, textRuns } from './runs.ts';
import { LEVEL_INDENT, LIST_INDENT, listLevels, MAX_LIST_DEPTH, pageOf, QUOTE_INDENT, stylesOf } from './styles.ts';

/** A longer title would need a second line beside the number of the page. UTF-16 units. */
const MAX_FOOTER_TITLE = 90;
const BULLETS = 'bullets';
const LINE = { style: BorderStyle.SINGLE, size: 4, space: 0, color: 'BFBFBF' };
const HEADER_SHADING = { type: ShadingType.CLEAR, color: 'auto', fill: 'F0F2F5' };
/** Between the text of a cell and its left and right border. Twentieths of a point. */
const CELL_PADDING = 108;

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Where a block is: in a quotation, and how far from the margin. */
interface ParagraphLook {
  readonly isQuoted: boolean;
  /** Twentieths of a point. */
  readonly indent: number;
  /** From 0. */
  readonly depth: number;
  readonly keepNext?: boolean;
  readonly spacing?: ISpacingProperties;
}

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
  const starts: number[] = [];
  /** Sources in the order of their footnotes. */
  const cited: number[] = [];

  function citation(n: number): ParagraphChild[] {
    if (!notes[n - 1]) return textRuns(`[${n}]`);
    if (cited.includes(n)) return repeatedMark(n, cited.indexOf(n) + 1);
    return footnoteMark(n, cited.push(n));
  }

  const paragraphOf = (place: ParagraphLook, content: readonly Span[], options: IParagraphOptions = {}): Paragraph =>
    new Paragraph({ ...lookOf(place), ...directionOf(content), ...options, children: runsOf(content, citation) });

  function levelParagraph(place: ParagraphLook, content: readonly Span[]): Paragraph {
    const hanging = paragraphLevel(content) * LEVEL_INDENT;
    if (hanging === 0) return paragraphOf(place, content);
    // The border of a quotation is drawn where its first line begins, so that it is the same for all levels. The tab leads to the level.
    const children = [new Run({ children: [new Tab()] }), ...runsOf(withoutLevel(content), citation)];
    const indent = { left: place.indent + hanging, hanging };
    return new Paragraph({ ...lookOf(place), ...directionOf(content), indent, children });
  }

  function childrenOf(block: Block, place: ParagraphLook): FileChild[] {
    switch (block.kind) {
      case 'paragraph':
        return [levelParagraph(place, block.content)];
      case 'heading':
        return [paragraphOf(place, block.content, { style: `Heading${Math.min(6, Math.max(1, block.level))}` })];
      case 'code': {
        const lines = block.text
          .split('\n')
          .flatMap((line, at) => [...(at > 0 ? [new TextRun({ break: 1 })] : []), ...textRuns(line)]);
        return [new Paragraph({ ...lookOf(place), style: 'Code', children: lines }), separator()];
      }
      case 'rule':
        return [new Paragraph({ border: { bottom: { ...LINE, size: 6, space: 1 } } })];
      case 'quote': {
        const inside = { isQuoted: true, indent: place.indent + QUOTE_INDENT, depth: place.depth };
        return block.children.flatMap((child) => childrenOf(child, inside));
      }
      case 'list':
        return listOf(block, place);
      case 'table':
        return tableOf(block);
    }
  }

  function listOf({ start, loose, items }: Extract<Block, { kind: 'list' }>, place: ParagraphLook): FileChild[] {
    const level = Math.min(place.depth, MAX_LIST_DEPTH);
    const numbering = { reference: start === null ? BULLETS : `list${starts.push(start)}`, level };
    const left = LIST_INDENT * (level + 1) + (place.isQuoted ? QUOTE_INDENT : 0);
    // The indent of the numbering would take the place of the indent of the quotation.
    const indent = place.isQuoted ? { indent: { left, hanging: LIST_INDENT } } : {};
    return items.flatMap(({ task, children }, at): FileChild[] => {
      const box: Span[] = task === null ? [] : [{ kind: 'text', text: task ? '☑ ' : '☐ ' }];
      const [first, ...rest] = children;
      const isText = first?.kind === 'paragraph';
      const head = paragraphOf(
        { isQuoted: place.isQuoted, indent: 0, depth: 0 },
        [...box, ...(isText ? first.content : [])],
        { numbering, ...indent, ...(loose || at === items.length - 1 ? {} : { spacing: { after: 40 } }) },
      );
      const others = isText || first === undefined ? rest : [first, ...rest];
      const further = { isQuoted: place.isQuoted, indent: left, depth: place.depth + 1 };
      return [head, ...others.flatMap((child) => childrenOf(child, further))];
    });
  }

  function tableOf({ columns, rows }: Extract<Block, { kind: 'table' }>): FileChild[] {
    const widths = columnWidths(rows, columns.length, width);
    const table = new Table({
      width: { size: width, type: WidthType.DXA },
      columnWidths: widths,
      layout: TableLayoutType.FIXED,
      margins: { left: CELL_PADDING, right: CELL_PADDING, marginUnitType: WidthType.DXA },
      borders: { top: LINE, left: LINE, bottom: LINE, right: LINE, insideHorizontal: LINE, insideVertical: LINE },
      rows: rows.map(
        (row, at) =>
          new TableRow({
            cantSplit: true,
            tableHeader: at === 0,
            children: row.map((cell, column) => {
              const direction = directionOf(cell);
              // In a paragraph from right to left, Word takes `right` for the end of a line, which is at the left.
              const alignment = direction.bidirectional ? null : columns[column];
              return new TableCell({
                width: { size: widths[column] ?? 0, type: WidthType.DXA },
                ...(at === 0 ? { shading: HEADER_SHADING } : {}),
                children: [
                  new Paragraph({
                    style: 'TableText',
                    ...direction,
                    ...(alignment === 'right' || alignment === 'center' ? { alignment } : {}),
                    children: runsOf(cell, citation, at === 0 ? { bold: true } : {}),
                  }),
                ],
              });
            }),
          }),
      ),
    });
    return [table, separator()];
  }

  function noteOf(n: number): Paragraph {
    const note = notes[n - 1];
    const link = note?.url
      ? [
          ...textRuns(' '),
          new ExternalHyperlink({ link: allowed(note.url), children: textRuns(note.url, { style: 'Hyperlink' }) }),
        ]
      : [];
    return new Paragraph({
      style: 'FootnoteText',
      children: [...textRuns(` ${keepTogether(note?.text ?? '')}`), ...link],
    });
  }

  const children = blocks.flatMap((block, at) => {
    const next = blocks[at + 1]?.kind;
    const isParagraph = block.kind === 'paragraph';
    return childrenOf(block, {
      isQuoted: false,
      indent: 0,
      depth: 0,
      // The line that introduces a quotation or a table stays on its page.
      keepNext: isParagraph && (next === 'quote' || next === 'table' || next === 'list'),
      ...(isParagraph && blocks[at - 1]?.kind === 'quote' ? { spacing: { before: 200 } } : {}),
    });
  });
  const { margin } = page;
  const document = new Document({
    title: allowed(title),
    description: WORD_MEMO_MARK,
    creator: 'Fiscal',
    lastModifiedBy: 'Fiscal',
    compatibility: { version: 15 },
    styles: stylesOf(language),
    numbering: {
      config: [
        { reference: BULLETS, levels: listLevels(null) },
        ...starts.map((start, at) => ({ reference: `list${at + 1}`, levels: listLevels(start) })),
      ],
    },
    footnotes: Object.fromEntries(cited.map((n, at) => [String(at + 1), { children: [noteOf(n)] }])),
    sections: [
      {
        properties: {
          page: {
            size: { width: page.width, height: page.height },
            margin: { top: margin, right: margin, bottom: margin, left: margin, header: 720, footer: 720, gutter: 0 },
          },
        },
        footers: { default: footerOf(keepTogether(shorten(title, MAX_FOOTER_TITLE)), width) },
        children,
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

/** A paragraph has the direction of its first letter, as in HTML with `dir="auto"`. */
function directionOf(content: readonly Span[]): Pick<IParagraphOptions, 'bidirectional'> {
  return RIGHT_TO_LEFT.test(wordsOf(content)) ? { bidirectional: true } : {};
}

function lookOf({ isQuoted, indent, keepNext, spacing }: ParagraphLook): IParagraphOptions {
  const left = isQuoted && indent === QUOTE_INDENT ? 0 : indent;
  return {
    ...(isQuoted ? { style: 'Quote' } : {}),
    ...(left > 0 ? { indent: { left } } : {}),
    ...(keepNext ? { keepNext } : {}),
    ...(spacing ? { spacing } : {}),
  };
}

/** After a table and after code. Two tables in a row would become one. */
function separator(): Paragraph {
  return new Paragraph({ style: 'TableText' });
}

/** The title, and at the right margin the number of the page. `width`: between the margins. */
function footerOf(title: string, width: number): Footer {
  const content = [allowed(title), new Tab(), PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES];
  return new Footer({
    children: [
      new Paragraph({
        style: 'Footer',
        tabStops: [{ type: TabStopType.RIGHT, position: width }],
        children: [new TextRun({ children: content })],
      }),
    ],
  });
}
