/** The text of an RTF file. Read in one pass, without recursion; unknown controls and destinations are skipped. */

import { t } from '../translate.ts';
import { createBlockWriter } from './blockWriter.ts';
import { type DocumentMeta, type ReadDocument, UnreadableDocument } from './document.ts';

/** Groups inside each other. */
const MAX_DEPTH = 2000;
/** Destinations that contain no text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object objdata fldinst themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl mmathPr pgptbl filetbl revtbl nonshppict bkmkstart bkmkend shpinst'.split(
    ' ',
  ),
);
const LABELS = new Map([
  ...['header', 'headerl', 'headerr', 'headerf'].map((word) => [word, 'Header'] as const),
  ...['footer', 'footerl', 'footerr', 'footerf'].map((word) => [word, 'Footer'] as const),
  ['footnote', 'Footnote'],
  ['annotation', 'Comment'],
]);
const SYMBOLS = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['~', ' '],
  ['_', '-'],
  ['-', ''],
]);
/** Character sets of fonts -> encodings. */
const CHARSETS = new Map([
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [134, 'gbk'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
]);
const CODEPAGES = new Map([
  [437, 'windows-1252'],
  [850, 'windows-1252'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10000, 'macintosh'],
  [65001, 'utf-8'],
]);

interface Group {
  readonly destination: string;
  readonly font: number;
  /** Number of characters after \u that readers without Unicode show instead. */
  readonly fallback: number;
}

/** Throws UnreadableDocument. */
export function readRtf(bytes: Buffer): ReadDocument {
  const source = bytes.toString('latin1');
  if (!source.slice(0, 200).includes('{\\rtf')) throw new UnreadableDocument(t('It is not an RTF file.'));
  const reader = createReader();
  const token = /\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+|\\/g;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [whole, word, parameter, hex, symbol, brace] = match;
    if (word === 'bin') token.lastIndex += Math.max(0, Number(parameter ?? 0));
    else if (word !== undefined) reader.control(word, parameter === undefined ? null : Number(parameter));
    else if (hex !== undefined) reader.byte(Number.parseInt(hex, 16));
    else if (symbol !== undefined) reader.symbol(symbol);
    else if (brace === '{') reader.open();
    else if (brace === '}') reader.close();
    else if (!/^[\r\n\\]/.test(whole)) reader.plain(whole);
  }
  return reader.end();
}

function createReader() {
  const writer = createBlockWriter();
  const groups: Group[] = [];
  const fonts = new Map<number, string>();
  const levels = new Map<number, number>();
  let group: Group = { destination: '', font: -1, fallback: 1 };
  let encoding = 'windows-1252';
  let defaultFont = -1;
  let pending: number[] = [];
  let skip = 0;
  let ignorable = false;
  let text = '';
  let aside = '';
  let cells: string[] = [];
  let level = 0;
  let style = -1;
  let styleName = '';
  let title = '';
  let paragraph = 0;
  let inRow = false;

  const decode = () => {
    if (pending.length === 0) return;
    const name = fonts.get(group.font === -1 ? defaultFont : group.font) ?? encoding;
    const decoded = new TextDecoder(name).decode(Uint8Array.from(pending));
    pending = [];
    put(decoded);
  };
  const put = (piece: string) => {
    const { destination } = group;
    if (destination === '') text += piece;
    else if (destination === 'title') title += piece;
    else if (destination === 'stylesheet') styleName += piece;
    else if (LABELS.has(destination)) aside += piece;
  };
  const endParagraph = () => {
    paragraph += 1;
    const words = text
      .replace(/[ \t]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .trim();
    text = '';
    if (inRow) cells.push(words.replaceAll('\n', ' '));
    else if (level > 0 && words.length <= 300) writer.heading(level, words, { paragraph });
    else writer.text(words, { paragraph });
  };
  const endRow = () => {
    const row = cells.join('\t').trim();
    cells = [];
    inRow = false;
    writer.text(row, { paragraph }, true);
  };
  const endStyle = () => {
    const named = /^\s*heading ([1-9])/i.exec(styleName)?.[1];
    if (named && style >= 0) levels.set(style, Math.min(6, Number(named)));
    styleName = '';
  };

  const controls: Readonly<Record<string, (value: number) => void>> = {
    ansicpg(value) {
      encoding = CODEPAGES.get(value) ?? (value >= 1250 && value <= 1258 ? `windows-${value}` : 'windows-1252');
    },
    deff(value) {
      defaultFont = value;
    },
    f(value) {
      group = { ...group, font: value };
    },
    fcharset(value) {
      const name = CHARSETS.get(value);
      if (name) fonts.set(group.font, name);
    },
    uc(value) {
      group = { ...group, fallback: Math.max(0, Math.min(8, value)) };
    },
    u(value) {
      put(String.fromCharCode(value & 0xffff));
      skip = group.fallback;
    },
    pard() {
      level = 0;
      inRow = false;
    },
    intbl() {
      inRow = true;
    },
    s(value) {
      style = value;
      if (group.destination === '') level = levels.get(value) ?? level;
    },
    outlinelevel(value) {
      if (group.destination === '' && value < 9) level = Math.min(6, value + 1);
    },
    par() {
      if (group.destination !== '') put('\n');
      else if (inRow) text += ' ';
      else endParagraph();
    },
    sect: () => endParagraph(),
    page: () => endParagraph(),
    cell() {
      if (group.destination !== '') return;
      inRow = true;
      endParagraph();
    },
    row() {
      if (group.destination === '') endRow();
    },
  };

  return {
    open() {
      decode();
      if (groups.length >= MAX_DEPTH) throw new UnreadableDocument(t('Its groups are nested too deep.'));
      groups.push(group);
      if (group.destination === 'stylesheet') styleName = '';
    },
    close() {
      decode();
      const { destination } = group;
      const label = LABELS.get(destination);
      group = groups.pop() ?? group;
      if (destination === 'stylesheet') endStyle();
      if (label !== undefined && group.destination !== destination) {
        const words = aside.trim();
        aside = '';
        if (words !== '') writer.text(`${label}: ${words}`, { part: label });
      }
      skip = 0;
    },
    control(word: string, parameter: number | null) {
      decode();
      skip = 0;
      const wasIgnorable = ignorable;
      ignorable = false;
      if (word === 'title' && group.destination === 'info') group = { ...group, destination: 'title' };
      else if (LABELS.has(word) || SKIPPED.has(word)) group = { ...group, destination: word };
      else if (wasIgnorable && group.destination === '') group = { ...group, destination: 'pict' };
      else if (SYMBOLS.has(word)) put(SYMBOLS.get(word) ?? '');
      else if (Object.hasOwn(controls, word)) controls[word]?.(parameter ?? (word === 'u' ? 0 : 1));
    },
    symbol(symbol: string) {
      if (symbol === '*') ignorable = true;
      else if (skip > 0) skip -= 1;
      else {
        decode();
        if (symbol === '\n' || symbol === '\r') controls.par?.(1);
        else put(SYMBOLS.get(symbol) ?? (/[{}\\]/.test(symbol) ? symbol : ''));
      }
    },
    byte(value: number) {
      if (skip > 0) skip -= 1;
      else pending.push(value);
    },
    plain(piece: string) {
      const rest = piece.slice(skip);
      skip = Math.max(0, skip - piece.length);
      for (let at = 0; at < rest.length; at += 1) pending.push(rest.charCodeAt(at) & 0xff);
    },
    end(): ReadDocument {
      decode();
      if (cells.length > 0) endRow();
      endParagraph();
      const meta: DocumentMeta = title.trim() === '' ? {} : { title: title.trim().slice(0, 300) };
      return { meta, blocks: writer.blocks() };
    },
  };
}
