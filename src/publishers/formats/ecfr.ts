/** The Code of Federal Regulations as the eCFR and the bulk data of GPO write it. `TYPE` says the level, not the name of the element. */
import { bracketed, enumerate, type Label } from '../../text/enumeration.ts';
import type { LawHeader, LawLine, LawNote, LawSection, OnSection } from '../law.ts';
import { PublisherError } from '../publisherError.ts';
import {
  child,
  elements,
  readXml,
  rowWriter,
  spanOf,
  squeeze,
  superscript,
  type XmlElement,
  type XmlNode,
} from './xml.ts';

const ROOTS = /^(?:ECFR|DLPSTEXTCLASS|DIV[1-9])$/;
const WRAPPERS = /^(?:ECFR|DLPSTEXTCLASS|TEXT|BODY|ECFRBRWS)$/;
/** Tables of contents, descriptions of the file, and dates of the print edition. */
const NO_TEXT = /^(?:HEADER|CFRTOC|AMDDATE|VOLUME)$/;
const NOTES: Readonly<Record<string, string>> = {
  AUTH: 'authority',
  SOURCE: 'source',
  CITA: 'source',
  SECAUTH: 'authority',
  EDNOTE: 'editorialNotes',
  EFFDNOT: 'effectiveDate',
  EFFDNOTP: 'effectiveDate',
  CROSSREF: 'crossReference',
  XREF: 'prospectiveAmendment',
  APPRO: 'approval',
  PARAUTH: 'authority',
};
/** Elements inside a sentence. All others are paragraphs of their own, as the publisher's list of them is open. */
const INLINE = /^(?:[abiu]|ac|br|cite|code|em?|fr|ftref|gph|img|prtpage|small|span|strong|su[bp]?)$/i;
const HEADING = /^(?:HEAD|HED1?|HD\d|TCAP|CAPTION|ALPHHD|SECHD|PARTHD|DOCKETHD)$/;
/** Their parts belong to the paragraph before them. */
const INSIDE = /^(?:EXTRACT|EXAMPLE|NOTE|TABLE|DIV|THEAD|TBODY|TFOOT|BOXTXT)$/;
/** The text of an element that marks an omission. */
const OMISSION = '* * * * *';

/** `title` is the number of the title, which a file of one part or section does not state. */
export async function readEcfr(
  title: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  onSection: OnSection,
): Promise<LawHeader> {
  const containers: { element: XmlElement; heading: string }[] = [];
  let heading = '';
  await readXml(pieces, {
    root(name) {
      if (!ROOTS.test(name)) throw new PublisherError('unknownFormat', name.slice(0, 100));
    },
    isContainer: (name, { TYPE }) =>
      WRAPPERS.test(name) || (/^DIV[1-9]$/.test(name) && TYPE !== 'SECTION' && TYPE !== 'APPENDIX'),
    open: (element) => void containers.push({ element, heading: '' }),
    close: () => void containers.pop(),
    element(element) {
      const container = containers.at(-1);
      const names = containers.map((one) => one.heading).filter((name) => name !== '');
      if (NO_TEXT.test(element.name)) return;
      if (/^DIV[1-9]$/.test(element.name)) onSection(toSection(title, element, names));
      else if (element.name === 'HEAD' && container) {
        container.heading = squeeze(inline(element));
        if (container.element.attributes.TYPE === 'TITLE') heading = container.heading;
      } else if (container) {
        const { TYPE = '', N = '' } =
          containers.findLast((one) => one.element.attributes.TYPE)?.element.attributes ?? {};
        const { lines, footnotes, credit, notes } = readText([element]);
        const more = [...footnotes, credit].filter((line) => line !== '');
        // Without a text of their own, they are notes of the part.
        if (lines.length === 0 && more.length > 0) notes.push({ topic: 'source', heading: '', lines: more });
        if (lines.length + notes.length === 0) return;
        const section = empty(`/us/cfr/t${title}/${`${TYPE} ${N}`.trim().toLowerCase().replaceAll(' ', '/')}`);
        onSection({ ...section, heading: names.at(-1) ?? '', containers: names, lines, footnotes, credit, notes });
      }
    },
  });
  return { title: heading || `Title ${title}`, abbreviation: '', release: '', statements: [] };
}

function empty(id: string): LawSection {
  return {
    id,
    number: '',
    label: '',
    heading: '',
    status: '',
    containers: [],
    lines: [],
    footnotes: [],
    credit: '',
    notes: [],
  };
}

function toSection(title: string, element: XmlElement, containers: readonly string[]): LawSection {
  const { N = '', TYPE } = element.attributes;
  const printed = squeeze(inline(child(element, 'HEAD') ?? ''));
  const own = /^(§{1,2}\s?\S+?\.?(?:(?: (?:through|to|and)|,) \d\S*)*)\s+(\S.*)$/.exec(printed);
  // The attribute may have the first number of several only: "§§ 1.46-7 through 1.46-9".
  const stated = /^§§.* (?:through|to|and) \d/.test(own?.[1] ?? '') ? (own?.[1] ?? '') : N;
  const number = squeeze(stated.replace(/^§+\s*/, ''))
    .replace(/[\u2010-\u2015]/g, '-')
    .replaceAll(' through ', ' to ');
  const heading = own?.[2] ?? printed;
  const isSection = TYPE === 'SECTION';
  return {
    ...empty(`/us/cfr/t${title}/${isSection ? 's' : 'appendix/'}${number}`),
    number: isSection ? number : '',
    label: own?.[1] ?? '',
    heading,
    status: /^\[?Reserved\]?\.?$/i.test(heading) || /\[[^[\]]*\bReserved\]\.?$/i.test(printed) ? 'reserved' : '',
    containers,
    ...readText(element.children.filter((part) => typeof part === 'string' || part.name !== 'HEAD')),
  };
}

interface SectionText extends Pick<LawSection, 'lines' | 'footnotes' | 'credit'> {
  readonly notes: LawNote[];
}

interface Paragraph {
  readonly kind: LawLine['kind'];
  readonly marks: readonly Label[];
  /** The last mark of a range that is reserved: (e) of "(c)-(e) [Reserved]". */
  readonly upTo: Label | null;
  readonly text: string;
  /** Examples, notes and tables belong to the paragraph before them. */
  readonly inside: boolean;
}

function readText(parts: readonly XmlNode[]): SectionText {
  const paragraphs: Paragraph[] = [];
  const footnotes: string[] = [];
  const notes: LawNote[] = [];
  let credit = '';
  let row = rowWriter();
  const push = (kind: LawLine['kind'], text: string, inside: boolean, marked: readonly XmlNode[] = []): void => {
    if (text !== '') paragraphs.push({ kind, text, inside, ...marksOf(marked) });
  };
  const add = (element: XmlElement, inside: boolean): void => {
    const { name } = element;
    const topic = NOTES[name];
    if (name === 'CITA') credit = `${credit} ${squeeze(inline(element))}`.trim();
    else if (topic !== undefined) notes.push(toNote(topic, element));
    else if (name === 'FTNT') footnotes.push(squeeze(inline(element)));
    else if (name === 'STARS') push('text', OMISSION, inside);
    else if (name === 'LDRFIG') {
      const last = paragraphs.pop();
      if (last) paragraphs.push({ ...last, text: squeeze(`${last.text} ${inline(element)}`) });
      else push('text', squeeze(inline(element)), inside);
    } else if (name === 'TR') {
      const cells = elements(element).map((cell) => ({
        text: squeeze(inline(cell)),
        rows: spanOf(cell.attributes.rowspan),
        columns: spanOf(cell.attributes.colspan),
      }));
      push('row', row(cells), true);
    } else {
      if (name === 'TABLE') row = rowWriter();
      const kind = HEADING.test(name) ? 'heading' : 'text';
      addAll(element.children, inside || INSIDE.test(name), kind);
    }
  };
  /** A formula divides a paragraph. The text after it belongs to the same paragraph. */
  const addAll = (nodes: readonly XmlNode[], inside: boolean, kind: LawLine['kind']): void => {
    let run: XmlNode[] = [];
    let isFirst = true;
    const end = (): void => {
      const text = squeeze(inlineAll(run));
      const isMarked = isFirst && !inside && kind !== 'heading';
      push(kind, text, inside || !isFirst, isMarked ? run : []);
      isFirst &&= text === '';
      run = [];
    };
    for (const node of nodes) {
      if (isBlock(node)) {
        end();
        add(node, inside || !isFirst);
      } else run.push(node);
    }
    end();
  };
  addAll(parts, false, 'text');
  // A wrong pinpoint is worse than none: a mark that neither continues nor begins a list is text.
  const marked = paragraphs.flatMap(({ marks, upTo, text }) => {
    const line = { labels: marks, text, heading: false, inside: true };
    return upTo ? [line, { ...line, labels: [upTo], text: '', inside: false }] : [line];
  });
  const paths = enumerate(marked);
  let current: readonly string[] = [];
  let at = 0;
  const lines = paragraphs.map(({ kind, marks, upTo, text, inside }): LawLine => {
    const path = paths[at];
    at += upTo ? 2 : 1;
    if (path) {
      current = path;
      const label = (upTo ? RESERVED_RANGE : /^(?:\s*\([a-zA-Z0-9]{1,5}\))+/).exec(text)?.[0] ?? '';
      return { path, kind, label, text: text.slice(label.length).trim() };
    }
    // A paragraph without a mark may belong to any of the open ones. The outermost is right in all cases.
    return { path: marks.length > 0 ? [] : inside ? current : current.slice(0, 1), kind, label: '', text };
  });
  return { lines, footnotes, credit, notes };
}

function toNote(topic: string, element: XmlElement): LawNote {
  const head = child(element, 'HED');
  const rest = element.children.filter((part) => part !== head);
  const text = squeeze(inlineAll(rest));
  return { topic, heading: head ? squeeze(inline(head)) : '', lines: text === '' ? [] : [text] };
}

function isBlock(node: XmlNode): node is XmlElement {
  return typeof node !== 'string' && !INLINE.test(node.name);
}

/** Text in one line. Pictures of formulas have none. */
function inline(node: XmlNode): string {
  if (typeof node === 'string') return node;
  if (node.name === 'GPH' || node.name === 'img') return ' [figure] ';
  if (node.name === 'STARS') return ` ${OMISSION} `;
  const text = inlineAll(node.children);
  // Emphasis of type 51 is superscript.
  if (/^sup?$/i.test(node.name) || node.attributes.T === '51') return superscript(text);
  // "33" and the fraction "1/3".
  if (node.name === 'FR') return ` ${text}`;
  const separator = !INLINE.test(node.name) || /^br$/i.test(node.name) ? ' ' : '';
  return `${separator}${text}${separator}`;
}

/** A superscript number before the reference to a footnote is its mark, and not text. */
function inlineAll(nodes: readonly XmlNode[]): string {
  const kept = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  const isMark = (node: XmlNode): boolean => {
    const next = kept[kept.indexOf(node) + 1];
    return typeof node !== 'string' && /^sup?$/i.test(node.name) && typeof next === 'object' && next.name === 'FTREF';
  };
  return nodes.map((node) => (isMark(node) ? '' : inline(node))).join('');
}

const MARK = String.raw`\((?:([a-zA-Z]{1,5}|\d{1,3})|\u0001([a-z]{1,5}|\d{1,3})\u0002)\)`;
const ONE_MARK = new RegExp(String.raw`^\s*${MARK}`);
const LAST_MARK = new RegExp(String.raw`^\s*(?:[-–—,]|through|to|and)\s*${MARK}\s*\[Reserved`, 'i');
/** "(c)-(e)" in front of "[Reserved]". */
const RESERVED_RANGE = /^\([a-z\d]{1,5}\)[^[]{1,20}\([a-z\d]{1,5}\)(?=\s*\[Reserved)/i;

/**
 * The marks at the beginning of a paragraph, also those after the title of the first one: "(c) Effective date—(1) In general.",
 * "(b) Records. (1) You must".
 * Numbers in italics are told from others by the element around them.
 */
function marksOf(nodes: readonly XmlNode[]): Pick<Paragraph, 'marks' | 'upTo'> {
  const pieces = nodes.map((part) =>
    typeof part !== 'string' && isItalic(part) ? `\u0001${inline(part)}\u0002` : inline(part),
  );
  let rest = pieces.join('').trimStart();
  const marks: Label[] = [];
  for (;;) {
    const match = ONE_MARK.exec(rest);
    if (!match) return { marks, upTo: null };
    marks.push(labelOf(match));
    rest = rest.slice(match[0].length);
    const last = LAST_MARK.exec(rest);
    if (last) return { marks, upTo: labelOf(last) };
    const title = /^\s*\u0001[^\u0001\u0002]{1,300}(?:\u0002\s*[—–-]+|\.\u0002)\s*(?=\()/.exec(rest);
    if (title) rest = rest.slice(title[0].length);
  }
}

function labelOf([, plain, italic = '']: RegExpExecArray): Label {
  if (plain !== undefined) return bracketed(plain);
  return { text: italic, kinds: [/^\d/.test(italic) ? 'italicNumber' : 'italicRoman'] };
}

function isItalic({ name, attributes }: XmlElement): boolean {
  return name === 'I' || (name === 'E' && attributes.T === '03');
}
