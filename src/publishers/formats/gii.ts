/** gii-norm 1.01: the laws of Gesetze im Internet. The order of the norms is that of the law. */
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
  type TableCell,
  textOf,
  type XmlElement,
  type XmlNode,
} from './xml.ts';

/** The heading or the text of a section that is not in force. */
const REMOVED = /^\((?:weggefallen|aufgehoben|gegenstandslos)\)$/i;

export async function readGii(
  pieces: AsyncIterable<string> | Iterable<string>,
  onSection: OnSection,
): Promise<LawHeader> {
  /** The parts of the law around the next section. The key of a part begins with that of the part around it. */
  let parts: { key: string; name: string }[] = [];
  let header: LawHeader = { title: '', abbreviation: '', release: '', statements: [] };
  let release = '';
  await readXml(pieces, {
    root(name, _namespace, attributes) {
      if (name !== 'dokumente') throw new PublisherError('unknownFormat', name.slice(0, 100));
      release = attributes.builddate ?? '';
    },
    isContainer: (name) => name === 'dokumente',
    element(norm) {
      const metadata = child(norm, 'metadaten');
      if (norm.name !== 'norm' || metadata === undefined) return;
      const division = child(metadata, 'gliederungseinheit');
      const label = squeeze(field(metadata, 'enbez'));
      const text = readNorm(norm);
      if (division) {
        const key = squeeze(field(division, 'gliederungskennzahl'));
        // A part without a name has a dash.
        const name = squeeze(
          `${field(division, 'gliederungsbez').replace(/^\s*-\s*$/, '')} ${field(division, 'gliederungstitel')}`,
        );
        parts = [...parts.filter((part) => key.startsWith(part.key)), { key, name }];
      } else if (label === '' && header.title === '') {
        header = {
          title: squeeze(field(metadata, 'langue')),
          abbreviation: abbreviationOf(field(metadata, 'jurabk')),
          release,
          statements: elements(metadata)
            .filter(({ name }) => name === 'standangabe')
            .map((one) => squeeze(field(one, 'standkommentar'))),
        };
      }
      if (label === '' && text.lines.length + text.notes.length + text.footnotes.length === 0) return;
      const heading = squeeze(field(metadata, 'titel'));
      const whole = text.lines.map((line) => line.text).join(' ');
      onSection({
        id: label === '' ? (norm.attributes.doknr ?? '') : label,
        number: /^(?:§{1,2}|Art(?:ikel)?\.?) ?(\d+[a-z]{0,2})\b/.exec(label)?.[1] ?? '',
        label,
        heading,
        status: REMOVED.test(heading || whole) || label.startsWith('(XXXX)') ? 'repealed' : '',
        containers: parts.map(({ name }) => name).filter((name) => name !== ''),
        ...text,
        credit: '',
      });
    },
  });
  return header;
}

/** "UStG 1980" is the key of the document, "UStG" the abbreviation in citations. */
export function abbreviationOf(key: string): string {
  return squeeze(key).replace(/ (?:18|19|20)\d\d$/, '');
}

function field(element: XmlElement, name: string): string {
  const found = child(element, name);
  return found ? spaced(found) : '';
}

/** Line breaks inside titles part words. */
function spaced(node: XmlNode): string {
  if (typeof node === 'string') return node;
  return node.name === 'BR' ? ' ' : (SIGNS[node.name] ?? node.children.map(spaced).join(''));
}

function readNorm(norm: XmlElement): Pick<LawSection, 'lines' | 'footnotes' | 'notes'> {
  const writer = new NormWriter();
  const notes: LawNote[] = [];
  const add = (lines: readonly string[], topic = 'publisher') => {
    if (lines.length > 0) notes.push({ topic, heading: '', lines });
  };
  const data = child(norm, 'textdaten');
  for (const part of data ? elements(data) : []) {
    if (part.name === 'fussnoten') {
      const own = new NormWriter();
      own.block(part, []);
      own.end();
      add([
        ...own.lines.map(({ label, text }) => `${label} ${text}`.trim()),
        ...own.comments,
        ...own.sources,
        ...own.footnotes,
      ]);
    } else {
      writer.block(part, []);
      writer.end();
    }
  }
  add(writer.comments);
  add(writer.sources, 'source');
  return { lines: writer.lines, footnotes: writer.footnotes, notes };
}

/** Elements that stand for a sign. */
const SIGNS: Readonly<Record<string, string>> = { QuoteL: '„', QuoteR: '“' };

class NormWriter extends LineWriter {
  /** What the publisher says inside the text. */
  readonly comments: string[] = [];
  /** Where the text was published. */
  readonly sources: string[] = [];
  /** The names of the columns of the table. */
  #columns: readonly string[] = [];

  block(node: XmlNode, path: readonly string[]): void {
    if (typeof node === 'string') {
      this.add(node, path);
      return;
    }
    switch (node.name) {
      case 'SUP':
        // Numbers of sentences are no text of the law.
        if (node.attributes.class !== 'Rec') this.add(superscript(textOf(node)), path);
        return;
      case 'kommentar':
        this.#comment(node);
        return;
      case 'Revision':
        this.quote(node, path);
        return;
      case 'P':
        this.end();
        this.#paragraph(node, path);
        this.end();
        return;
      case 'DL':
        this.end();
        this.#list(node, path);
        return;
      case 'tgroup':
        this.end();
        this.row = rowWriter();
        this.#columns = elements(node).flatMap(({ attributes: { colname } }) => colname ?? []);
        this.#all(node, path);
        this.end();
        return;
      case 'row':
        this.end();
        this.path = path;
        this.text = this.row(elements(node).map((entry) => this.#cell(entry)));
        this.end('row');
        return;
      case 'Title':
      case 'Subtitle':
        this.end();
        this.#all(node, path);
        this.end('heading');
        return;
      case 'Footnotes':
        for (const note of elements(node)) {
          const { Prefix = '', FnZ = '', Postfix = '' } = note.attributes;
          this.footnotes.push(squeeze(`${Prefix}${FnZ}${Postfix} ${this.#inline(note)}`));
        }
        return;
      case 'IMG':
      case 'FILE':
      case 'BR':
      case 'QuoteL':
      case 'QuoteR':
        this.add(this.#inline(node), path);
        return;
      case 'LA':
      case 'pre':
      case 'Ident':
        this.endText();
        this.#all(node, path);
        this.end();
        return;
      default:
        this.#all(node, path);
    }
  }

  #comment(node: XmlElement): void {
    (node.attributes.typ === 'Fundstelle' ? this.sources : this.comments).push(squeeze(spaced(node)));
  }

  #cell(entry: XmlElement): TableCell {
    const { morerows, namest = '', nameend = '' } = entry.attributes;
    const columns = this.#columns.indexOf(nameend) - this.#columns.indexOf(namest) + 1;
    const rows = spanOf(String(Number(morerows ?? 0) + 1));
    return { text: squeeze(this.#inline(entry)), rows, columns: spanOf(String(columns)) };
  }

  #all(node: XmlElement, path: readonly string[]): void {
    for (const part of node.children) this.block(part, path);
  }

  /** "(1) …" begins a paragraph with a number of its own. A section with one paragraph has none. */
  #paragraph(node: XmlElement, path: readonly string[]): void {
    const [first, ...rest] = node.children;
    const match = typeof first === 'string' ? /^\s*\((\d{1,3}[a-z]?)\)\s*/.exec(first) : null;
    if (!match || typeof first !== 'string' || path.length > 0 || this.isQuoted) {
      this.#all(node, path);
      return;
    }
    const own = [match[1] ?? ''];
    this.path = own;
    this.label = match[0].trim();
    for (const part of [first.slice(match[0].length), ...rest]) this.block(part, own);
  }

  #list(list: XmlElement, path: readonly string[]): void {
    let own = path;
    for (const part of elements(list)) {
      if (part.name === 'DT') {
        const label = squeeze(this.#inline(part));
        const number = label.replace(/^\(|[.)\s]+$/g, '');
        own = !this.isQuoted && /^[\p{L}\p{N}]{1,5}(?:\.\d{1,3}){0,3}$/u.test(number) ? [...path, number] : path;
        this.path = own;
        this.label = label;
      } else {
        this.block(part, own);
        this.end();
      }
    }
    this.end();
  }

  #inline(node: XmlNode): string {
    if (typeof node === 'string') return node;
    if (node.name === 'SUP') return node.attributes.class === 'Rec' ? '' : superscript(textOf(node));
    if (node.name === 'IMG' || node.name === 'FILE') {
      const { alt, title } = node.attributes;
      return ` [${alt || title || 'Abbildung'}] `;
    }
    if (node.name === 'kommentar') {
      this.#comment(node);
      return '';
    }
    const sign = SIGNS[node.name];
    if (sign !== undefined) return sign;
    const separator = /^(?:BR|P|LA|DT|DD|row|entry|Title|pre)$/.test(node.name) ? ' ' : '';
    return `${separator}${node.children.map((part) => this.#inline(part)).join('')}${separator}`;
  }
}
