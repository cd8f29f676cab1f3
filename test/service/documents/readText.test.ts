import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { asyncCpuTime } from '../../support/cpuTime.ts';
import { headingsOf, placeOf, textsOf } from './support/blocks.ts';
import { makeZip } from './support/makeOffice.ts';

const read = (name: string, text: string | Buffer) => readBytes(name, Buffer.from(text));

describe('RTF', () => {
  it('reads paragraphs, tables and characters of other scripts from RTF', async () => {
    const document = await read(
      'a.rtf',
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}{\\info{\\title Lease}}{\\stylesheet{\\s1 heading 1;}}\n\\pard\\s1 Scope\\par\n\\pard Caf\\'e9 \\u8364?\\'20\\emdash\\~rent {\\f1 \\'e4\\'e0}\\par\n\\trowd\\intbl 2023\\cell 10\\cell\\row\\trowd\\intbl 2024\\cell 20\\cell\\row\\pard End{\\footnote See note 4.}.\\par}",
    );
    expect(document.meta.title).toBe('Lease');
    expect(headingsOf(document)).toEqual(['# Scope']);
    expect(textsOf(document)).toEqual(['Café € — rent да', '2023\t10', '2024\t20', 'Footnote: See note 4.', 'End.']);
  });

  it.each([
    ['header', 'Header'],
    ['headerl', 'Header'],
    ['headerr', 'Header'],
    ['headerf', 'Header'],
    ['footer', 'Footer'],
    ['footerl', 'Footer'],
    ['footerr', 'Footer'],
    ['footerf', 'Footer'],
  ])('labels the text of the RTF destination %s as %s', async (destination, label) => {
    const document = await read('a.rtf', `{\\rtf1{\\${destination} Draft of May.\\par}Text.\\par}`);
    expect(textsOf(document)).toContain(`${label}: Draft of May.`);
  });

  it('leaves out pictures, fields and unknown destinations of RTF', async () => {
    const source =
      '{\\rtf1 {\\pict\\bin5 }{}{}}A{\\*\\unknown hidden}{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt shown}} \\{braces\\}\\par}';
    expect(textsOf(await read('a.rtf', source))).toEqual(['Ashown {braces}']);
  });

  it('reports RTF whose groups are nested too deep', async () => {
    await expect(read('a.rtf', `{\\rtf1 ${'{'.repeat(500_000)}`)).rejects.toThrow(/nested too deep/);
  });

  it('reads any RTF or reports a reason', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '\\par',
        "\\'e9",
        '\\u-20',
        '\\uc9',
        '\\bin99',
        '\\cell',
        '\\row',
        '{\\footnote ',
        '\\*',
        '\\ansicpg9',
      ),
      fc.string({ maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        expect(await read('a.rtf', `{\\rtf1 ${pieces.join('')}`)).toHaveProperty('blocks');
      }),
      { numRuns: 150 },
    );
  });
});

describe('OpenDocument text', () => {
  const odt = (body: string) =>
    makeZip({ 'content.xml': `<office:document><office:body>${body}</office:body></office:document>` });

  it('reads headings, paragraphs, rows and notes of an OpenDocument text', async () => {
    const document = await read(
      'a.odt',
      odt(
        '<text:h text:outline-level="2">Scope</text:h><text:p>Rent<text:s text:c="2"/>of<text:tab/>96,000<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Per year.</text:p></text:note-body></text:note> is due.</text:p>' +
          '<text:tracked-changes><text:p>Deleted.</text:p></text:tracked-changes>' +
          '<table:table-row><table:table-cell><text:p>2023</text:p></table:table-cell><table:table-cell><text:p>10</text:p></table:table-cell></table:table-row>',
      ),
    );
    expect(headingsOf(document)).toEqual(['## Scope']);
    expect(textsOf(document)).toEqual(['Rent  of\t96,000 is due.', '2023\t10', 'Footnote 1: Per year.']);
    expect(placeOf(document, 'Rent')).toBe('paragraph 2');
  });

  it('reads any OpenDocument XML or reports a reason', async () => {
    const name = fc.constantFrom(
      'text:p',
      'text:h',
      'text:note',
      'table:table-row',
      'table:table-cell',
      'text:tracked-changes',
    );
    const tag = fc.tuple(name, fc.constantFrom('<', '</')).map(([element, open]) => `${open}${element}>`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(tag, fc.string({ maxLength: 6 })), { maxLength: 50 }), async (pieces) => {
        const result = await read('a.odt', odt(pieces.join(''))).catch((error: unknown) => error);
        if (result instanceof Error) expect(result.name).toBe('UnreadableDocument');
        else expect(result).toHaveProperty('blocks');
      }),
      { numRuns: 100 },
    );
  });
});

describe('tables of HTML', () => {
  it('reads a row as a line with its lines in the file, and keeps empty cells', async () => {
    const page =
      '<table>\n<tr>\n<th>Asset</th><th>Vendor</th>\n<th><p>Cost</p></th></tr>\n\n<tr><td>Lathe<td><td>84,500</tr></table>';
    expect((await read('a.html', page)).blocks).toEqual([
      { type: 'text', text: 'Asset\tVendor\tCost', line: 2, endLine: 5 },
      { type: 'text', text: 'Lathe\t\t84,500', line: 6, endLine: 6 },
    ]);
  });

  it('reads the cells of a table that arranges a page as paragraphs', async () => {
    const inner = '<table><tr><td>2023<td>10</tr></table>';
    const page = `<table><tr><td><h2>Lease</h2>Rent<td>Page 1</tr><tr><td>Years${inner}<td>End</tr></table>`;
    expect(textsOf(await read('a.html', page))).toEqual(['Rent', 'Page 1', 'Years', '2023\t10', 'End']);
  });
});

describe('HTML and Markdown of hostile form', () => {
  it('reads 400 kB of open comparisons in HTML in less than two seconds', async () => {
    const time = await asyncCpuTime(async () => {
      expect(textsOf(await read('a.html', 'a < b '.repeat(70_000)))[0]?.length).toBe(70_000 * 6 - 1);
    });
    expect(time).toBeLessThan(2000);
  });

  it('reports HTML whose elements are nested too deep', async () => {
    await expect(read('a.html', '<div>'.repeat(400_000))).rejects.toThrow(/nested too deep/);
  });

  it('reads a Markdown heading of 250 kB of brackets in less than two seconds', async () => {
    expect(await asyncCpuTime(() => read('a.md', `# ${'['.repeat(250_000)}`))).toBeLessThan(2000);
  });

  it('reads any HTML', async () => {
    const piece = fc.oneof(
      fc.constantFrom('<p>', '</p>', '<h2>', '<script>', '<title>', '<svg>', '&amp', '<!--', '<table>'),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { blocks } = await read('a.html', pieces.join('').replaceAll('\0', ''));
        for (const block of blocks) expect(block.text.trim()).not.toBe('');
      }),
      { numRuns: 150 },
    );
  });
});

it('the library says for files that are not read what to do with them', async () => {
  await expect(read('a.doc', 'x')).rejects.toThrow('Save it as .docx to include it.');
  await expect(read('a.png', 'x')).rejects.toThrow('It is a picture.');
  await expect(read('a.zip', 'x')).rejects.toThrow('It is an archive.');
});

it('names of columns of a CSV file that contain a comma or a quotation mark stay one name', async () => {
  const { blocks } = await read('assets.csv', '"Cost, net";"24"" rims";Year\n1;2;3');
  expect(blocks[0]?.text).toBe('"Cost, net", "24"" rims", Year');
});

it('a record of a table whose quotation mark is never closed ends with the last line of the file', async () => {
  const { blocks } = await read('assets.csv', 'Asset,Note\nPress,"open\nto the end');
  expect(blocks.at(-1)).toMatchObject({ text: 'Press,"open\nto the end', line: 2, endLine: 3 });
});
