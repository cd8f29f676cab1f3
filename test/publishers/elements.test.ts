/** Elements of the formats that the files of the tests do not have. */
import { describe, expect, it } from 'vitest';
import type { LawSection } from '../../src/publishers/law.ts';
import { readLaw } from './support/readLaw.ts';

const shown = ({ lines }: LawSection) =>
  lines.map(({ kind, path, label, text }) => `${kind} ${path.join('.') || '-'}: ${`${label} ${text}`.trim()}`);

function only(sections: readonly LawSection[]): LawSection {
  const [section] = sections;
  if (!section || sections.length > 1) throw new Error(`${sections.length} sections`);
  return section;
}

describe('USLM', () => {
  const title = (content: string) =>
    readLaw(
      'uslm',
      `<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" identifier="/us/usc/t26"><main><title identifier="/us/usc/t26"><num>Title 26—</num><heading>IRC</heading>${content}</title></main></uscDoc>`,
    );
  const section = async (content: string, attributes = '') =>
    only(
      (
        await title(
          `<section identifier="/us/usc/t26/s1" ${attributes}><num value="1">§ 1.</num><heading> Tax</heading>${content}</section>`,
        )
      ).sections,
    );

  it('a superscript number is a footnote mark only if there is such a footnote, else an exponent or a numerator', async () => {
    const footnote = '<ref class="footnoteRef">2</ref><note type="footnote"><num>2</num> So in original.</note>';
    const text = await section(
      `<content>A${footnote} tax <sup>2</sup> on 10<sup>6</sup> m<sup>3</sup> at 33<sup>1</sup>⁄<sub>3</sub> percent.</content>`,
    );
    expect(shown(text)).toEqual(['text -: A tax on 10⁶ m³ at 33 1⁄3 percent.']);
    expect(text.footnotes).toEqual(['2 So in original.']);
  });

  it('levels of a law that is quoted in a section are no paragraphs of the section', async () => {
    const quoted = '<section><num value="9">§ 9.</num><subsection><num value="a">(a)</num><content>Old.</content>';
    const text = await section(
      `<subsection identifier="/us/usc/t26/s1/a"><num value="a">(a)</num><content>Read: <quotedContent>${quoted}</subsection></section></quotedContent></content></subsection><subsection><num value="b">(b)</num><content>Own.</content></subsection>`,
    );
    expect(shown(text)).toEqual(['text a: (a) Read:', 'text a: § 9.', 'text a: (a) Old.', 'text b: (b) Own.']);
  });

  it('a cell that spans rows is repeated in each of them', async () => {
    const head = '<tr><th colspan="2">Income</th><th rowspan="2">Rate</th></tr><tr><th>over</th><th>up to</th></tr>';
    const body = '<tr><td rowspan="2">0</td><td>10</td><td>5%</td></tr><tr><td>20</td><td>6%</td></tr>';
    const table = (rows: string) => `<table xmlns="http://www.w3.org/1999/xhtml">${rows}</table>`;
    const text = await section(`<content>${table(head + body)}${table('<tr><td>1</td><td>2</td></tr>')}</content>`);
    expect(shown(text)).toEqual([
      ...['row -: Income | | Rate', 'row -: over | up to | Rate', 'row -: 0 | 10 | 5%', 'row -: 0 | 20 | 6%'],
      'row -: 1 | 2',
    ]);
  });

  it('a column span beyond the width of a table takes no time to read', async () => {
    const row = '<tr><td rowspan="999999999" colspan="999999999">x</td><td rowspan="-1" colspan="y">z</td></tr>';
    const text = await section(`<content><table xmlns="http://www.w3.org/1999/xhtml">${row}</table></content>`);
    expect(shown(text).map((row) => row.replace(/ \|[ |]+/g, ' … '))).toEqual(['row -: x … z']);
  });

  it('a picture and two credits are kept', async () => {
    const text = await section(
      '<content>The rate is <img src="x.png" alt="A/B"/> or <img src="y.png"/>.</content><sourceCredit>(1954.)</sourceCredit><sourceCredit>(1986.)</sourceCredit>',
    );
    expect(shown(text)).toEqual(['text -: The rate is [A/B] or [figure] .']);
    expect(text.credit).toBe('(1954.) (1986.)');
  });

  it('a section in brackets is repealed, transferred or renumbered, also without a status', async () => {
    const { sections } = await title(
      ['Repealed. Pub. L. 94–455', 'Transferred', 'Renumbered § 9]', 'Reserved powers']
        .map((heading, at) => `<section identifier="/us/usc/t26/s${at}"><num>[§ ${at}.</num><heading> ${heading}`)
        .map((xml, at) => `${at === 3 ? xml.replace('[', '') : xml}</heading></section>`)
        .join(''),
    );
    expect(sections.map(({ status }) => status)).toEqual(['repealed', 'transferred', 'renumbered', '']);
  });

  it('a chapter may have text and a footnote, and no section', async () => {
    const { sections } = await title(
      '<chapter identifier="/us/usc/t26/stA/ch2"><num>CHAPTER 2—</num><heading>TAX<ref class="footnoteRef">1</ref><note type="footnote"><num>1</num> So in original.</note></heading><paragraph identifier="/us/usc/t26/stA/ch2/1"><num value="1">(1)</num><content>Text.</content></paragraph></chapter>',
    );
    expect(sections.flatMap(shown)).toEqual(['text 1: (1) Text.']);
    expect(sections.at(-1)).toMatchObject({ heading: 'CHAPTER 2— TAX', number: '' });
    expect(sections.at(-1)?.containers.at(-1)).toBe('CHAPTER 2— TAX');
    expect(sections.flatMap(({ notes }) => notes)).toEqual([
      { topic: 'footnotes', heading: '', lines: ['1 So in original.'] },
    ]);
  });
});

describe('eCFR', () => {
  const section = async (content: string, head = '§ 1.1-1   Tax.') =>
    only((await readLaw('ecfr', `<DIV8 N="1.1-1" TYPE="SECTION"><HEAD>${head}</HEAD>${content}</DIV8>`)).sections);

  it('a fraction, an exponent and the mark of a footnote are not read as digits of an amount', async () => {
    const text = await section(
      '<P>(a) At 33<FR>1/3</FR> percent of $10,000<SU>3</SU><FTREF/> or 10<E T="51">6</E> m<sup>2</sup>.</P><FTNT><P><SU>3</SU> Or less.</P></FTNT>',
      '§ 1.1-1   Tax on individuals.<SU>1</SU><FTREF/>',
    );
    expect(shown(text)).toEqual(['text a: (a) At 33 1/3 percent of $10,000 or 10⁶ m².']);
    expect(text).toMatchObject({ heading: 'Tax on individuals.', footnotes: ['³ Or less.'] });
  });

  it('a paragraph goes on after a formula, and has its pinpoint', async () => {
    const text = await section(
      '<P>(a) <I>One.</I> First.</P><P>(b) <I>Two.</I> The sum is <MATH><img src="x.gif"/></MATH> where <I>x</I> is given.</P>',
    );
    expect(shown(text)).toEqual([
      'text a: (a) One. First.',
      ...['text b: (b) Two. The sum is', 'text b: [figure]', 'text b: where x is given.'],
    ]);
  });

  it.each([
    ['(b)-(d) [Reserved]', '(b)-(d)'],
    ['(b) through (d) [Reserved]', '(b) through (d)'],
    ['(b), (d) [Reserved]', '(b), (d)'],
  ])('after the paragraphs "%s", the next one has its pinpoint', async (range, label) => {
    const text = await section(
      `<P>(a) First.</P><P>${range}</P><P>(e) <I>Fifth.</I> (1) Sub.</P><P>(2)-(3) [Reserved]</P>`,
    );
    expect(shown(text)).toEqual([
      'text a: (a) First.',
      `text b: ${range}`,
      'text e.1: (e) Fifth. (1) Sub.',
      'text e.2: (2)-(3) [Reserved]',
    ]);
    expect(text.lines[1]).toMatchObject({ label, text: '[Reserved]' });
  });

  it('each paragraph of a form, of leaderwork and of a list is a line, and stars say that text is left out', async () => {
    const text = await section(
      '<P>(a) Fees:</P><LDRWK><FL-2>(1) On paper</FL-2><LDRFIG>$375.00</LDRFIG><FL-2>(2) Else</FL-2><LDRFIG>$325.00</LDRFIG></LDRWK><EXTRACT><HD1>Form</HD1><P-DASH>Product</P-DASH><P2>State it.</P2><STARS/><EFTNT><P><SU>1</SU> Note.</P></EFTNT></EXTRACT><BOXTXT>In a box.</BOXTXT>',
    );
    expect(shown(text)).toEqual([
      ...['text a: (a) Fees:', 'text a.1: (1) On paper $375.00', 'text a.2: (2) Else $325.00', 'heading a.2: Form'],
      ...[
        'text a.2: Product',
        'text a.2: State it.',
        'text a.2: * * * * *',
        'text a.2: ¹ Note.',
        'text a.2: In a box.',
      ],
    ]);
  });

  it('a cell that spans rows is repeated in each of them', async () => {
    const text = await section(
      '<DIV><TABLE><TR><TH>Kind</TH><TH>Rate</TH></TR><TR><TD rowspan="2">A</TD><TD>1</TD></TR><TR><TD>2</TD></TR></TABLE></DIV>',
    );
    expect(shown(text)).toEqual(['row -: Kind | Rate', 'row -: A | 1', 'row -: A | 2']);
  });

  it.each(['[Reserved]', '[Reserved].', 'Old rule [Reserved]', 'Old rule. [Removed and Reserved]'])(
    'a section with the heading "%s" is reserved',
    async (heading) => {
      expect((await section('', `§ 1.1-1   ${heading}`)).status).toBe('reserved');
      expect((await section('', `§§ 1.1-1—1.1-3   ${heading}`)).status).toBe('reserved');
    },
  );

  it('text between sections has the name of its part, and a footnote of a part is a note', async () => {
    const { sections } = await readLaw(
      'ecfr',
      '<DIV5 N="1" TYPE="PART"><HEAD>PART 1—INCOME<SU>1</SU><FTREF/></HEAD><FTNT><P><SU>1</SU> Part note.</P></FTNT><TEXT><HED1>Patents</HED1></TEXT></DIV5>',
    );
    expect(sections.map(({ id, heading }) => ({ id, heading }))).toEqual(
      Array(2).fill({ id: '/us/cfr/t26/part/1', heading: 'PART 1—INCOME' }),
    );
    expect(sections.flatMap(({ notes }) => notes.flatMap(({ lines }) => lines))).toEqual(['¹ Part note.']);
    expect(sections.flatMap(shown)).toEqual(['heading -: Patents']);
  });
});

describe('gii-norm', () => {
  const law = (content: string) =>
    readLaw(
      'gii',
      `<dokumente builddate="20260101000000"><norm><metadaten><jurabk>TestG</jurabk><langue>Testgesetz</langue></metadaten></norm>${content}</dokumente>`,
    );
  const norm = (label: string, text: string, more = '') =>
    `<norm doknr="N"><metadaten><jurabk>TestG</jurabk>${more}${label === '' ? '' : `<enbez>${label}</enbez>`}</metadaten><textdaten><text>${text}</text></textdaten></norm>`;
  const section = async (content: string) => only((await law(norm('§ 1', content))).sections);

  it('signs, exponents, fractions and pictures are text', async () => {
    const text = await section(
      '<Content><P>(1) Ein <QuoteL/>Wert<QuoteR/> von 20 m<SUP>2</SUP>, 33 <SUP>1</SUP>/<SUB>3</SUB> Prozent: <IMG SRC="a.jpg"/><FILE SRC="a.pdf" title="Vordruck"/></P></Content>',
    );
    expect(shown(text)).toEqual(['text 1: (1) Ein „Wert“ von 20 m², 33 1/3 Prozent: [Abbildung] [Vordruck]']);
  });

  it('paragraphs of another version that is quoted are no paragraphs of the section', async () => {
    const quoted =
      '<Revision><Ident>§ 34</Ident><Title>Alt</Title><Subtitle>Unter</Subtitle><Content><P>(2) Zitat:<DL><DT>1.</DT><DD><LA>eins</LA></DD></DL></P></Content></Revision>';
    const text = await section(`<Content><P>(1) Es gilt:</P>${quoted}<P>(2) Eigener.</P></Content>`);
    expect(shown(text)).toEqual([
      ...['text 1: (1) Es gilt:', 'text -: § 34', 'heading -: Alt', 'heading -: Unter', 'text -: (2) Zitat:'],
      ...['text -: 1. eins', 'text 2: (2) Eigener.'],
    ]);
  });

  it('comments of the publisher are notes, and footnotes have their mark', async () => {
    const text = await section(
      '<Content><P><noindex><kommentar typ="Fundstelle">(Fundstelle: BGBl. I 2009,<BR/>3530)</kommentar></noindex></P><kommentar typ="Hinweis">Nicht in Kraft.</kommentar><P>Satz<FnR ID="F"/>.</P></Content><Footnotes><Footnote ID="F" FnZ="1" Postfix=")">Amtlich.</Footnote></Footnotes>',
    );
    expect(shown(text)).toEqual(['text -: Satz.']);
    expect(text.notes).toEqual([
      { topic: 'publisher', heading: '', lines: ['Nicht in Kraft.'] },
      { topic: 'source', heading: '', lines: ['(Fundstelle: BGBl. I 2009, 3530)'] },
    ]);
    expect(text.footnotes).toEqual(['1) Amtlich.']);
  });

  it('a cell that spans rows is repeated in each of them', async () => {
    const head =
      '<thead><row><entry namest="a" nameend="b">Betrag</entry><entry morerows="1">Satz</entry></row><row><entry>von</entry><entry>bis</entry></row></thead>';
    const columns = '<colspec colname="a"/><colspec colname="b"/><colspec colname="c"/>';
    const body =
      '<tbody><row><entry morerows="1">A</entry><entry>1</entry><entry>3 %</entry></row><row><entry>4</entry><entry>5 %</entry></row></tbody>';
    const text = await section(`<Content><table><tgroup cols="3">${columns}${head}${body}</tgroup></table></Content>`);
    expect(shown(text)).toEqual([
      'row -: Betrag | | Satz',
      'row -: von | bis | Satz',
      'row -: A | 1 | 3 %',
      'row -: A | 4 | 5 %',
    ]);
  });

  it('a number with a dot is one label', async () => {
    const text = await section('<Content><P>(1) <DL><DT>1.1</DT><DD><LA>eins</LA></DD></DL></P></Content>');
    expect(text.lines.at(-1)).toMatchObject({ path: ['1', '1.1'], label: '1.1' });
  });

  it('a part whose name is a dash has none, and text without a label is not the head of the law', async () => {
    const part =
      '<gliederungseinheit><gliederungskennzahl>000</gliederungskennzahl><gliederungsbez>-</gliederungsbez></gliederungseinheit>';
    const { header, sections } = await law(
      norm('Eingangsformel', '<Content><P>Beschlossen:</P></Content>', part) +
        norm('', '<Content><P>Anhang.</P></Content>'),
    );
    expect(header.title).toBe('Testgesetz');
    expect(sections.map(({ label, containers }) => [label, ...containers])).toEqual([['Eingangsformel'], ['']]);
  });

  it.each(['(weggefallen)', '(aufgehoben)', '(gegenstandslos)'])(
    'a section with the text "%s" is not in force',
    async (text) => {
      expect((await section(`<Content><P>${text}</P></Content>`)).status).toBe('repealed');
    },
  );
});
