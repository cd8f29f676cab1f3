/** Spans -> the runs of a paragraph in a Word document. */
import {
  Bookmark,
  BuilderElement,
  ExternalHyperlink,
  FootnoteReferenceRun,
  type IRunOptions,
  NoBreakHyphen,
  type ParagraphChild,
  Run,
  Tab,
  TextRun,
} from 'docx';
import type { Span } from '../block.ts';
import { keepTogether, splitNumbers } from '../keepTogether.ts';
import { CODE_FONT } from './styles.ts';

type Format = Pick<IRunOptions, 'style' | 'font' | 'bold' | 'italics' | 'strike'>;

/** Characters that XML 1.0 does not allow, also as references. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function allowed(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd');
}

/** `citation` returns the mark of a source. */
export function runsOf(
  spans: readonly Span[],
  citation: (n: number) => readonly ParagraphChild[],
  format: Format = {},
): ParagraphChild[] {
  const children = (span: { readonly children: readonly Span[] }, added: Format) =>
    runsOf(span.children, citation, { ...format, ...added });
  return spans.flatMap((span, at): readonly ParagraphChild[] => {
    switch (span.kind) {
      case 'text': {
        const line = keepTogether(span.text.replace(/\s*\n\s*/g, ' '));
        // The mark of a footnote follows its word without a blank.
        return textRuns(spans[at + 1]?.kind === 'citation' ? line.trimEnd() : line, format);
      }
      case 'code':
        return textRuns(span.text, { ...format, font: CODE_FONT });
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'citation':
        return citation(span.n);
      case 'link':
        return linkRuns(span.url, children(span, { style: 'Hyperlink' }));
      case 'strong':
        return children(span, { bold: true });
      case 'emphasis':
        return children(span, { italics: true });
      default:
        return children(span, { strike: true });
    }
  });
}

/** The package `docx` writes bookmarks outside of a link only. */
function linkRuns(url: string, content: readonly ParagraphChild[]): ParagraphChild[] {
  const inside = content.filter((child) => !(child instanceof Bookmark));
  const outside = content.filter((child) => child instanceof Bookmark);
  return [new ExternalHyperlink({ link: allowed(url), children: inside }), ...outside];
}

/** No line ends in a number with hyphens. */
export function textRuns(text: string, format: Format = {}): TextRun[] {
  if (text === '') return [];
  const parts = splitNumbers(allowed(text)).map((part, at) =>
    at % 2 === 1 ? joined(part.split('-'), () => new NoBreakHyphen()) : joined(part.split('\t'), () => new Tab()),
  );
  return [new TextRun({ ...format, children: parts.flat() })];
}

function joined<T>(texts: readonly string[], separator: () => T): (string | T)[] {
  return texts.flatMap((text, at) => [...(at > 0 ? [separator()] : []), ...(text === '' ? [] : [text])]);
}

/** The first mark of a source: a footnote, with a bookmark for further marks. */
export function footnoteMark(n: number, id: number): ParagraphChild[] {
  return [new Bookmark({ id: `source${n}`, children: [new FootnoteReferenceRun(id)] })];
}

/** A further mark of a source: a field with the number of its footnote. */
export function repeatedMark(n: number, id: number): ParagraphChild[] {
  const bound = (type: string) =>
    new FieldPart(
      new BuilderElement({ name: 'w:fldChar', attributes: { type: { key: 'w:fldCharType', value: type } } }),
    );
  return [
    bound('begin'),
    new FieldPart(new Instruction(` NOTEREF source${n} \\f \\h `)),
    bound('separate'),
    new TextRun({ style: 'FootnoteReference', text: String(id) }),
    bound('end'),
  ];
}

class FieldPart extends Run {
  constructor(part: BuilderElement) {
    super({});
    this.root.push(part);
  }
}

class Instruction extends BuilderElement {
  constructor(code: string) {
    super({ name: 'w:instrText', attributes: { space: { key: 'xml:space', value: 'preserve' } } });
    this.root.push(code);
  }
}
