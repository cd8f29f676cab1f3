/** Writes small Office files for tests. The texts are made up for this project and have its licence. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of the given entries. */
export function makeZip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const name = Buffer.from(path);
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(crc32(data), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(data.length, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    files.push(header, name, packed);
    directory.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(targets: Readonly<Record<string, string>>): string {
  const entries = Object.entries(targets).map(
    ([type, target], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${entries.join('')}</Relationships>`;
}

/** A Word document with this body. `parts` are further parts by the type of their relationship. */
export function makeWord(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  main = 'word/document.xml',
): Buffer {
  const targets = Object.fromEntries(Object.keys(parts).map((type) => [type, `${type}.xml`]));
  return makeZip({
    '_rels/.rels': relationships({ officeDocument: main }),
    [main]: `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    [main.replace(/([^/]+)$/, '_rels/$1.rels')]: relationships(targets),
    ...Object.fromEntries(Object.entries(parts).map(([type, xml]) => [main.replace(/[^/]+$/, `${type}.xml`), xml])),
  });
}

export function paragraph(text: string, style = ''): string {
  const properties = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function table(...rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${cell}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

export interface WorkbookOptions {
  /** Source of the sheet data, by name. A name that ends with `*` is hidden. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  /** Number formats of the styles 1, 2, … */
  readonly formats?: readonly string[];
  readonly since1904?: boolean;
}

export function makeWorkbook({ sheets, strings = [], formats = [], since1904 = false }: WorkbookOptions): Buffer {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) =>
      `<sheet name="${name.replace('*', '')}" sheetId="${at + 1}" ${name.endsWith('*') ? 'state="hidden"' : ''} r:id="s${at + 1}"/>`,
  );
  const links = names.map(
    (_, at) => `<Relationship Id="s${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`);
  return makeZip({
    '_rels/.rels': relationships({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook><workbookPr date1904="${since1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}<Relationship Id="x" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="y" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A row of text cells and numbers; `[value, style]` for a number with a format. */
export function row(number: number, ...cells: readonly (string | number | readonly [number, number] | null)[]): string {
  const source = cells.map((cell, at) => {
    const reference = `${String.fromCharCode(65 + at)}${number}`;
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    const [value, style] = typeof cell === 'number' ? [cell, 0] : cell;
    return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
  });
  return `<row r="${number}">${source.join('')}</row>`;
}
