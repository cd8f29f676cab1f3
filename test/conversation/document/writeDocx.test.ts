import { expect, it } from 'vitest';
import { type Block, citation, heading, paragraph, quote, text } from '../../../src/conversation/document/block.ts';
import { writeDocx } from '../../../src/conversation/document/docx/writeDocx.ts';
import { readDocx } from './readDocx.ts';

/** The paragraphs of a Word document: the name of the style, and the text. */
async function paragraphsOf(blocks: readonly Block[]): Promise<(readonly [style: string, text: string])[]> {
  const xml = readDocx(await writeDocx({ title: 'Title', language: 'en' }, blocks, [])).get('word/document.xml') ?? '';
  return Array.from(xml.matchAll(/<w:p>(.*?)<\/w:p>/gs), ([, content = '']) => [
    /<w:pPr>.*?<w:pStyle w:val="(\w+)"\/>.*?<\/w:pPr>/s.exec(content)?.[1] ?? '',
    Array.from(content.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g), ([, words]) => words).join(''),
  ]);
}

it('headings and quotations have the styles of Word, and other text has none', async () => {
  const blocks = [
    heading(1, 'Law'),
    heading(3, 'Rule'),
    quote([paragraph(text('May elect.'))]),
    paragraph(text('Yes.')),
  ];
  expect(await paragraphsOf(blocks)).toEqual([
    ['Heading1', 'Law'],
    ['Heading3', 'Rule'],
    ['Quote', 'May elect.'],
    ['', 'Yes.'],
  ]);
});

it('a paragraph, a heading, an item and a cell are from right to left if their first letter is', async () => {
  const hebrew = text('12 (ב) הכנסה, § 61 of the Code');
  const blocks: Block[] = [
    paragraph(hebrew),
    { kind: 'heading', level: 2, content: [hebrew] },
    { kind: 'list', start: null, loose: false, items: [{ task: null, children: [paragraph(hebrew)] }] },
    { kind: 'table', columns: ['right', 'right'], rows: [[[hebrew], [text('12')]]] },
    paragraph(text('§ 61: הכנסה is income')),
    paragraph(text('Income is הכנסה')),
  ];
  const files = readDocx(await writeDocx({ title: 'Title', language: 'en' }, blocks, []));
  const paragraphs = files.get('word/document.xml')?.match(/<w:p>.*?<\/w:p>/gs) ?? [];
  const directed = paragraphs.filter((each) => each.includes('<w:t'));
  expect(directed.map((each) => [each.includes('<w:bidi/>'), each.includes('<w:jc w:val="right"/>')])).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [true, false],
    [false, true],
    [true, false],
    [false, false],
  ]);
});

it('a list in a quotation has the style and the indent of the quotation, and any other list has the style of lists and the indent of its numbering', async () => {
  const list: Block = {
    kind: 'list',
    start: 1,
    loose: false,
    items: [{ task: null, children: [paragraph(text('Is it distinct?'))] }],
  };
  expect(await paragraphsOf([quote([list]), list])).toEqual([
    ['Quote', 'Is it distinct?'],
    ['ListParagraph', 'Is it distinct?'],
  ]);
  const files = readDocx(await writeDocx({ title: 'Title', language: 'en' }, [quote([list]), list], []));
  expect(files.get('word/document.xml')?.match(/<w:ind [^>]*>/g)).toEqual(['<w:ind w:left="720" w:hanging="360"/>']);
});

it('the mark of a source in the text of a link is a footnote after the link', async () => {
  const link = { kind: 'link', url: 'https://a.example/?a=1&b=2', children: [text('rule'), citation(1)] } as const;
  const note = { text: 'Reg. 1', url: null };
  const files = readDocx(await writeDocx({ title: 'Title', language: 'en' }, [paragraph(link)], [note]));
  expect(files.get('word/document.xml')).toMatch(
    /rule<\/w:t><\/w:r><\/w:hyperlink><w:bookmarkStart .*<w:footnoteReference /,
  );
  expect(files.get('word/_rels/document.xml.rels')).toContain('Target="https://a.example/?a=1&amp;b=2"');
});

it('the paragraphs of a quoted statute are indented by their levels, and their border is in one line', async () => {
  const law = quote([paragraph(text('(a) Rule')), paragraph(text('\u2003\u2003(A) in lines\nof text'))]);
  expect(await paragraphsOf([law])).toEqual([
    ['Quote', '(a) Rule'],
    ['Quote', '(A) in lines of text'],
  ]);
  const files = readDocx(await writeDocx({ title: 'Title', language: 'en' }, [law], []));
  const xml = files.get('word/document.xml') ?? '';
  expect(xml.match(/<w:ind [^>]*>/g)).toEqual(['<w:ind w:left="1080" w:hanging="720"/>']);
  expect(xml).toMatch(/<w:tab\/><\/w:r><w:r><w:t[^>]*>\(A\)/);
});
