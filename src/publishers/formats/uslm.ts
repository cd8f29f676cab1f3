/**
 * United States Legislative Markup 1 and 2: the United States Code of the Office of the Law Revision Counsel.
 * A section is an element `section` with an identifier, outside of quoted laws. An unknown element is text.
 */
import type { LawHeader, LawNote, LawSection, OnSection } from '../law.ts';
import { PublisherError } from '../publisherError.ts';
import { LineWriter } from './lineWriter.ts';
import {
  child,
  elements,
  readXml,
  rowWriter,
  spanOf,
  squeeze,
  superscript,
  textOf,
  type XmlElement,
  type XmlNode,
} from './xml.ts';

const NAMESPACES = ['http://xml.house.gov/schemas/uslm/1.0', 'http://schemas.gpo.gov/xml/uslm'];
/** A whole title, or one section as copies of the Code keep it. */
const ROOTS = ['uscDoc', 'section'];
const CONTAINERS = new Set(
  'uscDoc main title subtitle chapter subchapter part subpart division subdivision appendix compiledAct reorganizationPlans reorganizationPlan courtRules courtRule'.split(
    ' ',
  ),
);
const LEVELS = new Set(
  'subsection paragraph subparagraph clause subclause item subitem level proviso subsubitem'.split(' '),
);
/** Elements that are paragraphs of their own. */
const BLOCKS = new Set(
  'p content chapeau continuation section listItem signature tr headingItem referenceItem row layout header tocItem'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th', 'column', 'designator', 'label', 'target']);

export async function readUslm(
  pieces: AsyncIterable<string> | Iterable<string>,
  onSection: OnSection,
): Promise<LawHeader> {
  const containers: { element: XmlElement; num: string; heading: string; identifier: string }[] = [];
  let title = '';
  let release = '';
  const statements: string[] = [];
  await readXml(pieces, {
    root(name, namespace) {
      if (!ROOTS.includes(name) || !NAMESPACES.includes(namespace)) {
        throw new PublisherError('unknownFormat', `${name} ${namespace}`.slice(0, 200));
      }
    },
    isContainer: (name) => CONTAINERS.has(name),
    open(element) {
      containers.push({ element, num: '', heading: '', identifier: element.attributes.identifier ?? '' });
    },
    close: () => void containers.pop(),
    element(element, parent) {
      const container = containers.at(-1);
      if (container === undefined) {
        onSection(toSection(element, []));
        return;
      }
      if (element.name === 'toc') return;
      if (element.name === 'meta') {
        release = squeeze(textOf(child(element, 'docPublicationName') ?? '')).replace(/^Online@/, '');
        const positive = elements(element).find(({ attributes }) => attributes.role === 'is-positive-law');
        if (positive && squeeze(textOf(positive)) === 'no') statements.push('not positive law');
      } else if (element.name === 'num' || element.name === 'heading') {
        const writer = new SectionWriter();
        container[element.name] = squeeze(writer.inline(element));
        if (parent === 'title' && element.name === 'heading') title = container.heading;
        if (writer.footnotes.length > 0) onSection(footnotesOf(container, writer.footnotes));
      } else if (element.name === 'section') {
        onSection(
          toSection(
            element,
            containers.map(nameOf).filter((name) => name !== ''),
          ),
        );
      } else {
        const names = containers.map(nameOf).filter((name) => name !== '');
        const section = { ...toSection(element, names, container.identifier), heading: names.at(-1) ?? '' };
        if (section.lines.length + section.notes.length > 0 || section.credit !== '') onSection(section);
      }
    },
  });
  return { title, abbreviation: '', release, statements };
}

function nameOf({ num, heading }: { readonly num: string; readonly heading: string }): string {
  return `${num} ${heading}`.trim();
}

/** The footnotes of the heading of a container, as its notes. */
function footnotesOf(
  { identifier, heading }: { readonly identifier: string; readonly heading: string },
  lines: readonly string[],
): LawSection {
  const none = { number: '', label: '', status: '', lines: [], footnotes: [], credit: '' };
  return { ...none, id: identifier, heading, containers: [], notes: [{ topic: 'footnotes', heading: '', lines }] };
}

/** `of` is the identifier of the container, if the element stands between sections. */
function toSection(element: XmlElement, containers: readonly string[], of?: string): LawSection {
  const writer = new SectionWriter();
  const notes: LawNote[] = [];
  let credit = '';
  let heading = '';
  let label = '';
  const number = child(element, 'num');
  const parts = of === undefined ? elements(element) : [element];
  for (const part of parts) {
    if (part.name === 'num') label = squeeze(writer.inline(part));
    else if (part.name === 'heading') heading = squeeze(writer.inline(part));
    else if (part.name === 'sourceCredit') credit = squeeze(`${credit} ${textOf(part)}`);
    else if (part.name === 'notes') for (const note of elements(part)) notes.push(toNote(note));
    else if (part.name === 'note') notes.push(toNote(part));
    else writer.block(part, []);
  }
  writer.end();
  // Text that stands directly in a section, without an element.
  const own = of === undefined ? squeeze(element.children.filter((one) => typeof one === 'string').join(' ')) : '';
  return {
    id: of ?? element.attributes.identifier ?? '',
    number: of === undefined ? (number?.attributes.value ?? '').replace(/[\u2010-\u2013]/g, '-') : '',
    // "[§ 6. Repealed. Pub. L. 94–455]": a section that is not in force.
    label: label.replace(/^\[/, ''),
    heading: label.startsWith('[') ? heading.replace(/\]$/, '') : heading,
    status: element.attributes.status ?? removalIn(label, heading),
    containers,
    lines: [...(own === '' ? [] : [{ path: [], kind: 'text' as const, label: '', text: own }]), ...writer.lines],
    footnotes: writer.footnotes,
    credit,
    notes,
  };
}

/** Of a section whose number and heading are in brackets: "[§ 6. Repealed. Pub. L. 94–455 …]". */
function removalIn(label: string, heading: string): string {
  const [, word = ''] = /^(Repealed|Omitted|Reserved|Transferred|Renumbered|Redesignated)\b/.exec(heading) ?? [];
  return label.startsWith('[') ? word.toLowerCase() : '';
}

function toNote(note: XmlElement): LawNote {
  const writer = new SectionWriter();
  const heading = child(note, 'heading');
  for (const part of note.children) if (part !== heading) writer.block(part, []);
  writer.end();
  return {
    topic: note.attributes.topic ?? note.attributes.role ?? '',
    heading: heading ? squeeze(textOf(heading)) : '',
    lines: [...writer.lines.map(({ label, text }) => `${label} ${text}`.trim()), ...writer.footnotes],
  };
}

/** Turns the levels of a section into lines. */
class SectionWriter extends LineWriter {
  /** The marks of the footnotes so far, as they are printed. */
  readonly #marks = new Set<string>();

  block(node: XmlNode, path: readonly string[]): void {
    if (typeof node === 'string') {
      this.add(node, path);
      return;
    }
    if (LEVELS.has(node.name)) this.#level(node, path);
    else if (isFootnote(node)) this.#footnote(node);
    else if (this.#isMark(node)) return;
    else if (node.name === 'sup' || node.name === 'img') this.add(this.inline(node), path);
    else if (node.name === 'quotedContent') this.quote(node, path);
    else if (node.name === 'tr') {
      this.end();
      this.path = path;
      this.text = this.row(
        elements(node).map((cell) => ({
          text: squeeze(this.inline(cell)),
          rows: spanOf(cell.attributes.rowspan),
          columns: spanOf(cell.attributes.colspan),
        })),
      );
      this.end('row');
    } else if (BLOCKS.has(node.name)) {
      this.endText();
      for (const part of node.children) this.block(part, path);
      this.end();
    } else if (node.name === 'br') this.add(' ', path);
    else if (node.name === 'num' || node.name === 'heading' || CELLS.has(node.name)) {
      // In quoted laws. They have no separator from the text that follows.
      for (const part of node.children) this.block(part, path);
      this.add(' ', path);
    } else {
      if (node.name === 'table') this.row = rowWriter();
      for (const part of node.children) this.block(part, path);
    }
  }

  /** The text of an element in one line. Footnotes are kept apart. */
  inline(node: XmlNode): string {
    if (typeof node === 'string') return node;
    if (isFootnote(node)) {
      this.#footnote(node);
      return '';
    }
    if (this.#isMark(node)) return '';
    if (node.name === 'sup') return superscript(textOf(node));
    if (node.name === 'img') return ` [${node.attributes.alt || 'figure'}] `;
    const separator = BLOCKS.has(node.name) || CELLS.has(node.name) || node.name === 'br' ? ' ' : '';
    return `${separator}${node.children.map((part) => this.inline(part)).join('')}${separator}`;
  }

  /** The mark of a footnote in the text. A second one of the same footnote is a superscript number. */
  #isMark({ name, attributes, children }: XmlElement): boolean {
    if (name === 'ref') return /\bfootnoteRef\b/.test(attributes.class ?? '');
    return name === 'sup' && this.#marks.has(squeeze(children.map(textOf).join('')));
  }

  #footnote(note: XmlElement): void {
    const mark = child(note, 'num');
    if (mark) this.#marks.add(squeeze(textOf(mark)));
    this.footnotes.push(
      squeeze(note.children.map((part) => (typeof part === 'string' ? part : `${textOf(part)} `)).join('')),
    );
  }

  #level(level: XmlElement, around: readonly string[]): void {
    this.end();
    const num = child(level, 'num');
    const label = num ? squeeze(this.inline(num)) : '';
    const path = this.isQuoted ? around : pathOf(level, num, around);
    const heading = child(level, 'heading');
    this.path = path;
    this.label = label;
    if (heading) {
      this.text = this.inline(heading);
      this.end('heading');
    }
    for (const part of level.children) {
      if (part === num || part === heading) continue;
      if (typeof part === 'string' && part.trim() === '') continue;
      this.block(part, path);
    }
    this.end();
  }
}

/** The path after the section in the publisher's identifier; else the label below the level around it. */
function pathOf({ attributes }: XmlElement, num: XmlElement | undefined, around: readonly string[]): readonly string[] {
  const behind = /^\/us\/usc\/t[^/]+\/(?:ch[^/]+\/)?s\d[^/\s]*\/(\S+)$/.exec(attributes.identifier ?? '')?.[1];
  if (behind !== undefined) return behind.split('/');
  const own = num?.attributes.value ?? '';
  return own === '' ? around : [...around, own];
}

function isFootnote({ name, attributes }: XmlElement): boolean {
  return name === 'footnote' || (name === 'note' && attributes.type === 'footnote');
}
