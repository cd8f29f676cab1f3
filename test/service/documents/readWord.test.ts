import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWord } from '../../../src/service/documents/office/readWord.ts';
import { headingsOf, placeOf, textsOf } from './support/blocks.ts';
import { makeWord, makeZip, paragraph, table } from './support/makeOffice.ts';

describe('readWord: text', () => {
  it('finds the main part of a Word file by its relationships', async () => {
    const file = makeWord(paragraph('The lease begins in March.'), {}, 'word/document2.xml');
    expect(textsOf(await readWord(file))).toEqual(['The lease begins in March.']);
  });

  it('reads Word elements whatever prefix their namespace has', async () => {
    const file = makeWord(paragraph('The lease begins in March.').replaceAll('w:', 'ns0:'));
    expect(textsOf(await readWord(file))).toEqual(['The lease begins in March.']);
  });

  it('gives the numbers of paragraphs in a Word file, empty ones included', async () => {
    const document = await readWord(makeWord(paragraph('First.') + paragraph('') + paragraph('Third.')));
    expect(placeOf(document, 'Third.')).toBe('paragraph 3');
  });

  it('takes heading styles of a Word file by name, outline level and the style that they are based on', async () => {
    const styles =
      '<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>' +
      '<w:style w:styleId="Own"><w:name w:val="Firm heading"/><w:basedOn w:val="berschrift2"/></w:style>' +
      '<w:style w:styleId="Level3"><w:name w:val="Other"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style></w:styles>';
    const body = paragraph('Scope', 'berschrift2') + paragraph('Facts', 'Own') + paragraph('Detail', 'Level3');
    expect(headingsOf(await readWord(makeWord(body, { styles })))).toEqual(['## Scope', '## Facts', '### Detail']);
  });

  it('reads moved text once, and leaves out deleted text of a Word file', async () => {
    const body =
      '<w:p><w:moveFrom><w:r><w:t>Moved clause.</w:t></w:r></w:moveFrom></w:p>' +
      '<w:p><w:del><w:r><w:t>Old price.</w:t></w:r></w:del><w:ins><w:r><w:t>New price.</w:t></w:r></w:ins></w:p>' +
      '<w:p><w:moveTo><w:r><w:t>Moved clause.</w:t></w:r></w:moveTo></w:p>';
    expect(textsOf(await readWord(makeWord(body)))).toEqual(['New price.', 'Moved clause.']);
  });

  it('reads a text box of a Word file once, after its paragraph', async () => {
    const box = `<w:txbxContent>${paragraph('In the box.')}</w:txbxContent>`;
    const body = `<w:p><w:r><w:t>Before </w:t></w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent><w:r><w:t>and after.</w:t></w:r></w:p>`;
    expect(textsOf(await readWord(makeWord(body)))).toEqual(['Before and after.', 'In the box.']);
  });

  it('writes the symbols of a Word file as ordinary characters', async () => {
    const box = (code: string) => `<w:sym w:font="Wingdings" w:char="${code}"/>`;
    const body =
      `<w:p><w:r>${box('F0FE')}<w:t> Yes </w:t>${box('00A8')}<w:t> No</w:t></w:r></w:p>` +
      paragraph('\uf0b7\tThe rent is due.') +
      paragraph('\ue123 Phone');
    expect(textsOf(await readWord(makeWord(body)))).toEqual(['☑ Yes ☐ No', '•\tThe rent is due.', '• Phone']);
  });

  it('reads formulas of a Word file with their fractions and powers', async () => {
    const text = (words: string) => `<m:r><m:t>${words}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${text('a+b')}</m:num><m:den>${text('c')}</m:den></m:f>`;
    const body = `<w:p><m:oMath><m:sSup><m:e>${fraction}</m:e><m:sup>${text('2')}</m:sup></m:sSup></m:oMath></w:p>`;
    expect(textsOf(await readWord(makeWord(body)))).toEqual(['((a+b)/c)^2']);
  });
});

describe('readWord: tables and notes', () => {
  it('writes a row of a Word table as a line, with cells apart', async () => {
    const body = table([paragraph('Asset'), paragraph('Cost')], [paragraph('Lathe'), paragraph('84,500')]);
    const document = await readWord(makeWord(body));
    expect(textsOf(document)).toEqual(['Asset\tCost', 'Lathe\t84,500']);
    expect(document.blocks.map((block) => block.line)).toEqual([1, 2]);
  });

  it('reads a Word table inside a table by its own rows', async () => {
    const inner = table([paragraph('2023'), paragraph('10')], [paragraph('2024'), paragraph('20')]);
    const body = table([paragraph('Years'), paragraph('Amounts:') + inner]);
    expect(textsOf(await readWord(makeWord(body)))).toEqual(['Years', 'Amounts:', '2023\t10', '2024\t20']);
  });

  it('labels footnotes, comments and headers of a Word file', async () => {
    const document = await readWord(
      makeWord('<w:p><w:r><w:t>Text</w:t><w:footnoteReference w:id="7"/></w:r></w:p>', {
        footnotes: `<w:footnotes><w:footnote w:type="separator" w:id="-1">${paragraph('x')}</w:footnote><w:footnote w:id="7">${paragraph('See note 4.')}</w:footnote></w:footnotes>`,
        comments: `<w:comments><w:comment w:id="1" w:author="Reviewer">${paragraph('Agreed.')}</w:comment></w:comments>`,
        header: `<w:hdr>${paragraph('Draft of May')}</w:hdr>`,
      }),
    );
    expect(textsOf(document)).toEqual([
      'Text',
      'Footnote 1: See note 4.',
      'Comment by Reviewer: Agreed.',
      'Header: Draft of May',
    ]);
    expect(placeOf(document, 'See note 4.')).toBe('Footnotes');
  });
});

describe('readWord: files that cannot be read', () => {
  it('reports a Word file whose elements are nested too deep', async () => {
    await expect(readWord(makeWord('<w:p>'.repeat(200_000)))).rejects.toThrow(/nested too deep/);
  });

  it('reports a ZIP archive that is no Word file', async () => {
    await expect(readWord(makeZip({ 'a.txt': 'x' }))).rejects.toThrow('It is not a Word document.');
  });

  it('reads any Word XML or reports a reason', async () => {
    const element = fc.constantFrom(
      'w:p',
      'w:tbl',
      'w:tr',
      'w:tc',
      'w:r',
      'w:t',
      'w:del',
      'mc:Fallback',
      'm:num',
      'm:f',
      'w:footnote',
    );
    const tag = fc
      .tuple(element, fc.constantFrom('open', 'close', 'both'))
      .map(([name, kind]) => (kind === 'open' ? `<${name}>` : kind === 'close' ? `</${name}>` : `<${name}/>`));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(tag, fc.string({ maxLength: 8 })), { maxLength: 60 }), async (pieces) => {
        const result = await readWord(makeWord(pieces.join(''))).catch((error: unknown) => error);
        if (result instanceof Error) expect(result.name).toBe('UnreadableDocument');
        else expect(result).toHaveProperty('blocks');
      }),
      { numRuns: 150 },
    );
  });
});
