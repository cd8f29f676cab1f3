/** Writes small PDF files for tests. The texts are made up for this project and have its licence. */

export interface PdfText {
  readonly text: string;
  readonly x: number;
  /** From the lower edge of the page, in points. */
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
  /** In a font that the file names and does not contain. */
  readonly japanese?: boolean;
}

export interface PdfPage {
  readonly texts: readonly PdfText[];
  readonly cropBox?: readonly [number, number, number, number];
  /** Dictionaries of annotations, as PDF source. */
  readonly annotations?: readonly string[];
  /** A picture that covers the upper left quarter of the page. */
  readonly image?: PdfImage;
}

export interface PdfImage {
  readonly bytes: Buffer;
  readonly filter: string;
  readonly width: number;
  readonly height: number;
}

export interface PdfOptions {
  readonly title?: string;
  /** Source of the /PageLabels dictionary. */
  readonly labels?: string;
  /** Titles of the outline; each points to the page of that index. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[];
}

export function makePdf(pages: readonly PdfPage[], options: PdfOptions = {}): Buffer {
  const objects: string[] = [];
  const add = (source: string): number => objects.push(source);
  const catalog = add('');
  const tree = add('');
  const regular = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const bold = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  const japanese = add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /Type /Font ' +
      '/Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>',
  );
  const kids = pages.map((page) => {
    const image = page.image && add(imageSource(page.image));
    const content = [...(image === undefined ? [] : ['q 306 0 0 396 0 396 cm /I1 Do Q']), ...page.texts.map(show)].join(
      '\n',
    );
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const annotations = (page.annotations ?? []).map((source) => `${add(source)} 0 R`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] ${page.cropBox ? `/CropBox [${page.cropBox.join(' ')}]` : ''} ` +
        `/Resources << /Font << /F1 ${regular} 0 R /F2 ${bold} 0 R /F3 ${japanese} 0 R >> ${image === undefined ? '' : `/XObject << /I1 ${image} 0 R >>`} >> /Contents ${stream} 0 R /Annots [${annotations.join(' ')}] >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const outline = addOutline(add, options.outline ?? [], kids);
  const labels = options.labels === undefined ? '' : `/PageLabels ${options.labels}`;
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R ${outline} ${labels} >>`;
  const info = add(`<< /Title (${escapeText(options.title ?? '')}) /CreationDate (D:20240229120000Z) >>`);
  return assemble(objects, catalog, info);
}

function addOutline(
  add: (source: string) => number,
  entries: readonly { title: string; page: number }[],
  kids: readonly number[],
): string {
  if (entries.length === 0) return '';
  let next = '';
  const made: number[] = [];
  for (const { title, page } of entries.toReversed()) {
    const entry = add(`<< /Title (${escapeText(title)}) /Dest [${kids[page]} 0 R /Fit] ${next} >>`);
    next = `/Next ${entry} 0 R`;
    made.unshift(entry);
  }
  const root = add(`<< /First ${made[0]} 0 R /Last ${made.at(-1)} 0 R /Count ${made.length} >>`);
  return `/Outlines ${root} 0 R`;
}

function show({ text, x, y, size = 10, bold = false, japanese = false }: PdfText): string {
  const shown = japanese ? `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>` : `(${escapeText(text)})`;
  return `BT /F${japanese ? 3 : bold ? 2 : 1} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${shown} Tj ET`;
}

function imageSource({ bytes, filter, width, height }: PdfImage): string {
  return (
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ` +
    `/Filter /${filter} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`
  );
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}

function assemble(objects: readonly string[], root: number, info: number): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((source, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${source}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Lines of text below each other, from the height `top`. */
export function column(x: number, top: number, lines: readonly string[], leading = 12): PdfText[] {
  return lines.map((text, at) => ({ text, x, y: top - at * leading }));
}
