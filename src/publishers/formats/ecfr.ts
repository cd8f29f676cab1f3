/** The Code of Federal Regulations as the eCFR and the bulk data of GPO write it. `TYPE` says the level, not the name of the element. */
import { bracketed, enumerate, type Label } from '../../text/enumeration.ts';
import type { LawHeader, LawLine, LawNote, LawSection, OnSection } from '../law.ts';
import { PublisherError } from '../publisherError.ts';
import { child, elements, readXml, squeeze, textOf, type XmlElement, type XmlNode } from './xml.ts';

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
/** Elements that are paragraphs of their own. */
const BLOCK = /^(?:P|FP.*|PSPACE|HD\d|LI|FTNT|FRP|STARS|DIV|TABLE|EXTRACT|EXAMPLE|NOTE|UL|OL|MATH|HED|HEAD)$/;

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
        container.heading = squeeze(textOf(element));
        if (container.element.attributes.TYPE === 'TITLE') heading = container.heading;
      } else if (container) {
        const of = `${container.element.attributes.TYPE ?? ''} ${container.element.attributes.N ?? ''}`.toLowerCase();
        const section = readText([element]);
        if (section.lines.length + section.notes.length === 0) return;
        onSection({ ...empty(`/us/cfr/t${title}/${of.trim().replaceAll(' ', '/')}`), containers: names, ...section });
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
    version: '',
  };
}

function toSection(title: string, element: XmlElement, containers: readonly string[]): LawSection {
  const { N = '', TYPE } = element.attributes;
  const number = squeeze(N.replace(/^§+\s*/, '')).replace(/[\u2010-\u2013]/g, '-');
  const printed = squeeze(textOf(child(element, 'HEAD') ?? ''));
  const own = /^(§{1,2}\s?\S+?\.?)\s+(\S.*)$/.exec(printed);
  const heading = own?.[2] ?? printed;
  const isSection = TYPE === 'SECTION';
  return {
    ...empty(`/us/cfr/t${title}/${isSection ? 's' : 'appendix/'}${number}`),
    number: isSection ? number : '',
    label: own?.[1] ?? '',
    heading,
    status: /^\[?Reserved\]?\.?$/i.test(heading) || /\[Reserved\]$/i.test(printed) ? 'reserved' : '',
    containers,
    ...readText(elements(element).filter(({ name }) => name !== 'HEAD')),
  };
}

interface Paragraph {
  readonly kind: LawLine['kind'];
  readonly marks: readonly Label[];
  readonly text: string;
  /** Examples, notes and tables belong to the paragraph before them. */
  readonly inside: boolean;
}

function readText(parts: readonly XmlElement[]): Pick<LawSection, 'lines' | 'footnotes' | 'credit' | 'notes'> {
  const paragraphs: Paragraph[] = [];
  const footnotes: string[] = [];
  const notes: LawNote[] = [];
  let credit = '';
  const add = (element: XmlElement, inside: boolean): void => {
    const topic = NOTES[element.name];
    if (element.name === 'CITA') credit = `${credit} ${squeeze(inline(element))}`.trim();
    else if (topic !== undefined) notes.push(toNote(topic, element));
    else if (element.name === 'FTNT') footnotes.push(squeeze(inline(element)));
    else if (element.name === 'TR') {
      const cells = elements(element).map((cell) => squeeze(inline(cell)));
      paragraphs.push({ kind: 'row', marks: [], text: cells.join(' | '), inside: true });
    } else if (
      elements(element).some(
        ({ name }) => BLOCK.test(name) || name in NOTES || name === 'TR' || /^(?:THEAD|TBODY)$/.test(name),
      )
    ) {
      const isInside = inside || /^(?:EXTRACT|EXAMPLE|NOTE|TABLE|DIV|THEAD|TBODY)$/.test(element.name);
      for (const part of element.children) {
        if (typeof part !== 'string') add(part, isInside);
        else if (part.trim() !== '') paragraphs.push({ kind: 'text', marks: [], text: squeeze(part), inside: true });
      }
    } else {
      const text = squeeze(inline(element));
      const kind = /^(?:HD\d|HED)$/.test(element.name) ? 'heading' : 'text';
      if (text !== '')
        paragraphs.push({ kind, marks: inside || kind === 'heading' ? [] : marksOf(element), text, inside });
    }
  };
  for (const part of parts) add(part, false);
  // A wrong pinpoint is worse than none: a mark that neither continues nor begins a list is text.
  const paths = enumerate(paragraphs.map(({ marks, text }) => ({ labels: marks, text, heading: false, inside: true })));
  let current: readonly string[] = [];
  const lines = paragraphs.map(({ kind, marks, text, inside }, at): LawLine => {
    const path = paths[at];
    if (path) {
      current = path;
      const label = /^(?:\s*\([a-zA-Z0-9]{1,5}\))+/.exec(text)?.[0] ?? '';
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
  const text = squeeze(rest.map(inline).join(' '));
  return { topic, heading: head ? squeeze(textOf(head)) : '', lines: text === '' ? [] : [text] };
}

/** Text in one line. Pictures of formulas have none. */
function inline(node: XmlNode): string {
  if (typeof node === 'string') return node;
  if (node.name === 'FTREF') return '';
  if (node.name === 'GPH' || node.name === 'img') return ' [figure] ';
  const separator = BLOCK.test(node.name) || /^(?:TR|TD|TH|br|BR)$/.test(node.name) ? ' ' : '';
  return `${separator}${node.children.map(inline).join('')}${separator}`;
}

/**
 * The marks at the beginning of a paragraph, also those behind the title of the first one: "(c) Effective date—(1) In general.",
 * "(b) Records. (1) You must".
 * Numbers in italics are told from others by the element around them.
 */
function marksOf(element: XmlElement): Label[] {
  const pieces = element.children.map((part) =>
    typeof part === 'string' ? part : isItalic(part) ? `\u0001${inline(part)}\u0002` : inline(part),
  );
  let rest = pieces.join('').trimStart();
  const marks: Label[] = [];
  for (;;) {
    const match = /^\s*\((?:(?<plain>[a-zA-Z]{1,5}|\d{1,3})|\u0001(?<italic>[a-z]{1,5}|\d{1,3})\u0002)\)/.exec(rest);
    if (!match) return marks;
    const { plain, italic } = match.groups ?? {};
    if (plain !== undefined) marks.push(bracketed(plain));
    if (italic !== undefined)
      marks.push({ text: italic, kinds: [/^\d/.test(italic) ? 'italicNumber' : 'italicRoman'] });
    rest = rest.slice(match[0].length);
    const title = /^\s*\u0001[^\u0001\u0002]{1,300}(?:\u0002\s*[—–-]+|\.\u0002)\s*(?=\()/.exec(rest);
    if (title) rest = rest.slice(title[0].length);
  }
}

function isItalic({ name, attributes }: XmlElement): boolean {
  return name === 'I' || (name === 'E' && attributes.T === '03');
}
