/** Small files that take much time or memory to read. All are made here. */
import { deflateSync } from 'node:zlib';
import { makeWord, makeWorkbook, makeZip, paragraph } from './makeOffice.ts';

const MEGABYTE = 1024 * 1024;

/** A Word file whose text has no end in sight. */
const endless = () =>
  makeZip({ 'word/document.xml': `<w:document><w:p>${'<w:t>some words here </w:t>'.repeat(6_000_000)}</w:p>` });

/** Files by name. Each is small, and takes more time or memory to read than a document of words does. */
export const HOSTILE = {
  /** Its memory grows. */
  'endless.docx': endless,
  /** Elements inside each other. */
  'deep.docx': () => makeZip({ 'word/document.xml': `<w:document><w:body>${'<w:p>'.repeat(1_000_000)}` }),
  /** A workbook of many different texts. */
  'strings.xlsx': () =>
    makeWorkbook({
      sheets: { A: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' },
      strings: Array.from({ length: 3_000_000 }, () => 'a text of a cell'),
    }),
  /** Short paragraphs without end: its time grows. */
  'paragraphs.rtf': () => Buffer.from(`{\\rtf1 ${'\\par a'.repeat(1_500_000)}`),
  /** A page whose content unpacks to 400 MB. */
  'unpacks.pdf': () => makeContentPdf(deflateSync(Buffer.alloc(400 * MEGABYTE, 'q Q\n')), '/Filter /FlateDecode'),
  /** The same, packed twice. */
  'unpacksTwice.pdf': () =>
    makeContentPdf(
      deflateSync(deflateSync(Buffer.alloc(400 * MEGABYTE, '(a) Tj\n'))),
      '/Filter [/FlateDecode /FlateDecode]',
    ),
  /** A form that shows itself 20 times, and each of these again. */
  'form.pdf': () =>
    makeContentPdf(Buffer.from('/X Do '.repeat(20)), '', `/Type /XObject /Subtype /Form /Length ${6 * 20}`),
  /** Objects and strings that do not end: it takes until its time limit. */
  'open.pdf': () => Buffer.from(`%PDF-1.7\n${'1 0 obj <</A(x '.repeat(130_000)}`),
  'attached.eml': () => makeMail('endless.docx', endless()),
  /** Cut in the middle. */
  'cut.docx': () => {
    const whole = makeWord(paragraph('The rent is due.').repeat(2000));
    return whole.subarray(0, whole.length / 2);
  },
  /** An archive of many parts, most of which nothing names. */
  'parts.docx': () =>
    makeZip({
      ...Object.fromEntries(Array.from({ length: 60_000 }, (_, number) => [`word/${number}.xml`, ''])),
      'word/document.xml': '<w:document><w:body><w:p>',
    }),
  /** A sheet of many cells, each far from the one before. */
  'cells.xlsx': () =>
    makeWorkbook({
      sheets: {
        A: Array.from(
          { length: 300_000 },
          (_, row) =>
            `<row r="${row * 3 + 1}"><c r="A${row * 3 + 1}"><v>1</v></c><c r="XFD${row * 3 + 1}"><v>2</v></c></row>`,
        ).join(''),
      },
    }),
  /** Groups inside each other. */
  'groups.rtf': () => Buffer.from(`{\\rtf1 ${'{'.repeat(2_000_000)}`),
  'deep.html': () => Buffer.from('<div><p>a'.repeat(400_000)),
  /** Text on one line. */
  'line.txt': () => Buffer.from('rent § 179(b)(1) $96,000; '.repeat(300_000)),
  'quotes.csv': () => Buffer.from('"a,""b""\n'.repeat(900_000)),
  /** Messages inside each other. */
  'messages.eml': () => Buffer.from('Content-Type: message/rfc822\r\n\r\n'.repeat(100_000)),
  /** A directory whose next sector is itself. */
  'loop.msg': () => {
    const file = Buffer.alloc(3 * 512, 0xff);
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
    file.fill(0, 8, 76);
    for (const [at, value] of [
      [24, 0x3e],
      [26, 3],
      [28, 0xfffe],
      [30, 9],
      [32, 6],
    ] as const)
      file.writeUInt16LE(value, at);
    for (const [at, value] of [
      [44, 1],
      [48, 1],
      [56, 4096],
      [60, 0xfffffffe],
      [68, 0xfffffffe],
      [76, 0],
    ] as const)
      file.writeUInt32LE(value, at);
    file.writeUInt32LE(0xfffffffd, 512);
    file.writeUInt32LE(1, 516);
    return file;
  },
} as const satisfies Readonly<Record<string, () => Buffer>>;

/** A PDF of one page with this content. `form` is the dictionary of a form with the same content, which its resources name X. */
function makeContentPdf(content: Buffer, filter: string, form = ''): Buffer {
  const stream = (dictionary: string) => [
    Buffer.from(`<< /Length ${content.length} ${filter} ${dictionary} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ];
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const parts = [
    Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
        `3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [0 0 612 792] ` +
        `/Resources << /Font << /F1 ${font} >> ${form === '' ? '' : '/XObject << /X 5 0 R >>'} >> >>\nendobj\n4 0 obj\n`,
    ),
    ...stream(''),
    ...(form === '' ? [] : [Buffer.from('5 0 obj\n'), ...stream(form)]),
    Buffer.from('trailer\n<< /Root 1 0 R /Size 6 >>\n%%EOF\n'),
  ];
  return Buffer.concat(parts);
}

function makeMail(name: string, attachment: Buffer): Buffer {
  const lines = [
    'From: a@b.example',
    'Subject: Papers',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'The papers are attached.',
    '--part',
    'Content-Type: application/octet-stream',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    attachment.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--part--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
