/** The content stream of a PDF page -> its lines of text (ISO 32000-1, 9.4). */
import { type PdfFont, readFont } from './pdfFont.ts';
import { nameOf, type PdfObjects } from './pdfObjects.ts';
import { type PdfDictionary, PdfName, PdfOperator, type PdfValue, parseValue } from './pdfSyntax.ts';

export interface PageLine {
  readonly text: string;
  /** Whether there is more room above it than between the lines of a paragraph. */
  readonly gap: boolean;
}

/** A move to the right of more than this share of the font's size is a blank. */
const BLANK = 0.18;
const MAX_FORMS = 8;

export function pageLines(objects: PdfObjects, page: PdfDictionary, resources: PdfValue): PageLine[] {
  const contents = objects.resolve(page.get('Contents'));
  const parts = Array.isArray(contents) ? contents : [page.get('Contents') ?? null];
  const content = parts.map((part) => objects.stream(part)?.toString('latin1') ?? '').join('\n');
  const writer = createLineWriter();
  show(objects, content, objects.dictionary(resources), writer, 0);
  return writer.lines();
}

const fonts = new WeakMap<PdfDictionary, PdfFont>();

function show(
  objects: PdfObjects,
  content: string,
  resources: PdfDictionary | null,
  writer: LineWriter,
  depth: number,
): void {
  let operands: PdfValue[] = [];
  let font: PdfFont | null = null;
  let at = 0;
  const find = (kind: string, name: PdfValue | undefined) =>
    name instanceof PdfName ? objects.dictionary(resources?.get(kind))?.get(name.name) : undefined;
  const number = (index: number) => (typeof operands[index] === 'number' ? operands[index] : 0);
  const print = (value: PdfValue | undefined) => {
    if (typeof value === 'string' && font) writer.print(font.decode(value), value.length);
  };
  for (;;) {
    let item: { value: PdfValue; end: number };
    try {
      item = parseValue(content, at);
    } catch {
      return;
    }
    at = item.end;
    if (!(item.value instanceof PdfOperator)) {
      if (operands.push(item.value) > 64) operands = operands.slice(-32);
      continue;
    }
    switch (item.value.name) {
      case 'BT':
        writer.begin();
        break;
      case 'Tf': {
        const dictionary = objects.dictionary(find('Font', operands[0]));
        if (dictionary) {
          font = fonts.get(dictionary) ?? readFont(objects, dictionary);
          fonts.set(dictionary, font);
        }
        writer.size(number(1));
        break;
      }
      case 'TL':
        writer.leading(number(0));
        break;
      case 'Td':
        writer.move(number(0), number(1));
        break;
      case 'TD':
        writer.leading(-number(1));
        writer.move(number(0), number(1));
        break;
      case 'Tm':
        writer.place(operands.map((_value, index) => number(index)));
        break;
      case 'T*':
        writer.next();
        break;
      case 'cm':
        writer.transform(operands.map((_value, index) => number(index)));
        break;
      case 'q':
        writer.save();
        break;
      case 'Q':
        writer.restore();
        break;
      case 'Tj':
        print(operands[0]);
        break;
      case "'":
        writer.next();
        print(operands[0]);
        break;
      case '"':
        writer.next();
        print(operands[2]);
        break;
      case 'TJ':
        for (const part of Array.isArray(operands[0]) ? operands[0] : []) {
          if (typeof part === 'number') writer.kern(part);
          else print(part);
        }
        break;
      case 'BI': {
        // The bytes of an inline image are no operators.
        const end = /\sEI(?=\s)/.exec(content.slice(at));
        at = end ? at + end.index + 3 : content.length;
        break;
      }
      case 'Do': {
        const reference = find('XObject', operands[0]);
        const form = objects.dictionary(reference);
        if (form && depth < MAX_FORMS && nameOf(form.get('Subtype')) === 'Form') {
          const inner = objects.stream(reference)?.toString('latin1');
          if (inner) show(objects, inner, objects.dictionary(form.get('Resources')) ?? resources, writer, depth + 1);
        }
        break;
      }
      default:
    }
    operands = [];
  }
}

interface LineWriter {
  begin(): void;
  size(points: number): void;
  leading(points: number): void;
  move(x: number, y: number): void;
  place(matrix: readonly number[]): void;
  transform(matrix: readonly number[]): void;
  save(): void;
  restore(): void;
  next(): void;
  kern(thousandths: number): void;
  print(text: string, codes: number): void;
  lines(): PageLine[];
}

function createLineWriter(): LineWriter {
  const lines: { text: string; y: number; height: number }[] = [];
  let text = '';
  let lineY = 0;
  let height = 12;
  let fontSize = 12;
  let lead = 0;
  // Where the text line begins, its scale, and how far the text has come: widths are guessed at half the size a character.
  let x = 0;
  let y = 0;
  let scale = 1;
  let reached = 0;
  let origin = { x: 0, y: 0, scale: 1 };
  const saved: (typeof origin)[] = [];
  let blank = false;
  const flush = () => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words !== '') lines.push({ text: words, y: lineY, height });
    text = '';
  };
  const moved = (newX: number, newY: number) => {
    x = newX;
    y = newY;
  };
  return {
    begin: () => {
      moved(0, 0);
      scale = 1;
    },
    size: (points) => {
      fontSize = Math.abs(points) || fontSize;
    },
    leading: (points) => {
      lead = points;
    },
    move: (dx, dy) => moved(x + dx * scale, y + dy * scale),
    place: (matrix) => {
      scale = Math.hypot(matrix[2] ?? 0, matrix[3] ?? 1) || 1;
      moved(matrix[4] ?? 0, matrix[5] ?? 0);
    },
    transform: (matrix) => {
      const [a = 1, , , d = 1, e = 0, f = 0] = matrix;
      origin = {
        x: origin.x + e * origin.scale,
        y: origin.y + f * origin.scale * Math.sign(d || 1),
        scale: origin.scale * (Math.abs(a) || 1),
      };
    },
    save: () => {
      if (saved.length < 100) saved.push(origin);
    },
    restore: () => {
      origin = saved.pop() ?? origin;
    },
    next: () => moved(x, y - lead * scale),
    kern: (thousandths) => {
      if (-thousandths / 1000 > BLANK) blank = true;
    },
    print(shown, codes) {
      const size = fontSize * scale * origin.scale;
      const pageY = origin.y + y * origin.scale;
      const pageX = origin.x + x * origin.scale;
      if (text !== '' && Math.abs(pageY - lineY) > Math.max(2, size * 0.4)) {
        flush();
        reached = pageX;
      } else if (text !== '' && pageX > reached + size * BLANK) blank = true;
      if (text === '') {
        lineY = pageY;
        height = size;
      }
      text += (blank && !text.endsWith(' ') ? ' ' : '') + shown;
      blank = false;
      reached = Math.max(reached, pageX) + codes * size * 0.5;
    },
    lines() {
      flush();
      return lines.map((line, at) => {
        const before = lines[at - 1];
        return {
          text: line.text,
          gap: before !== undefined && Math.abs(before.y - line.y) > Math.max(before.height, line.height) * 1.75,
        };
      });
    },
  };
}
