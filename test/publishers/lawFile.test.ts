import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sectionFile, wholeLawFile } from '../../src/publishers/lawFile.ts';
import { gesetze } from '../../src/publishers/list/gesetze.ts';
import { usCode } from '../../src/publishers/list/usCode.ts';
import { toPassageDocument } from '../../src/service/documents/passages.ts';
import { readMarkdown } from '../../src/service/documents/readMarkdown.ts';
import { ask, researcher } from '../service/research/asking.ts';
import { temporaryFolder } from '../service/temporary.ts';
import { type ReadLaw, readFixture } from './support/readLaw.ts';

const facts = {
  date: '2026-06-26, Public Law 119-100',
  jurisdiction: 'x',
  abbreviation: '',
  url: 'https://example.com/',
};

const SECTION = {
  ...{ id: '', number: '', label: '', heading: '', status: '', containers: [], lines: [], footnotes: [] },
  ...{ credit: '', notes: [] },
};

/** The paths of the law's own lines, and those that the library reads from the file, both in order. */
function paths({ sections }: ReadLaw, number: string) {
  const section = sections.find((one) => one.number === number);
  if (!section) throw new Error(number);
  const title = `${section.label} ${section.heading}`;
  const { passages, authority } = toPassageDocument(
    readMarkdown(sectionFile(section, { ...facts, title }, usCode.headings)),
    '/law/section.md',
  );
  const own = section.lines
    .filter(({ label, path }) => label !== '' && path.length > 0)
    .map(({ path }) => path.join('.').replace(/[^\w.]/g, '_'));
  const read = passages.flatMap(({ pins }) => pins);
  return { own: [...new Set(own)].sort(), read: [...new Set(read)].sort(), authority, passages };
}

it.each([
  ['usc26@119-100.two.xml', '179'],
  ['usc26@119-100.two.xml', '6055'],
  ['usc26@119-73.s2.xml', '2'],
  ['26-cfr-1.263(a)-2@2026-07-24.xml', '1.263(a)-2'],
  ['title-1-part-51@2024-05-17.xml', '51.3'],
])('in %s, the library has the pinpoints of § %s that the publisher gives, and no other', async (name, number) => {
  const { own, read } = paths(await readFixture(name), number);
  expect(read).toEqual(own);
  expect(own.length).toBeGreaterThan(2);
});

it('the text after a list belongs to the paragraph that contains the list, in the library as in the law', async () => {
  const { passages } = paths(await readFixture('usc26@119-100.two.xml'), '179');
  const lines = passages.flatMap(({ text, marks }) =>
    marks.map((mark) => ({ path: mark.path, text: text.split('\n')[mark.offset] ?? '' })),
  );
  const flush = lines.find(({ text }) =>
    text.startsWith('Such term shall not include any property described in section 50(b)'),
  );
  expect(flush?.path).toBe('d.1');
});

it('what a publisher gives is law, also if it is short or repealed', async () => {
  const { sections } = await readFixture('usc24@117-80.cut.xml');
  const repealed = sections.find(({ status }) => status === 'repealed');
  if (!repealed) throw new Error('none');
  const title = `24 U.S.C. ${repealed.label} ${repealed.heading}`;
  const document = toPassageDocument(
    readMarkdown(sectionFile(repealed, { ...facts, title }, usCode.headings)),
    '/law/1_2.md',
  );
  expect(document.authority.isAuthority).toBe(true);
  expect(document.passages.map(({ text }) => text).join(' ')).toContain('[repealed]');
});

it('a German law is one file whose sections are cited with its name, and states how current it is', async () => {
  const { header, sections } = await readFixture('BJNR097500993@20250102221509.xml');
  const text = wholeLawFile(
    sections,
    { ...facts, title: `${header.title} (SolZG)`, abbreviation: 'SolZG' },
    gesetze.headings,
    header.statements,
  );
  const { authority, passages, meta } = toPassageDocument(readMarkdown(text), '/law/solzg_1995.md');
  expect(authority.sections.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(authority.names).toContain('solzg');
  expect(authority.sections[2]?.title).toBe('§ 3 SolZG Bemessungsgrundlage und zeitliche Anwendung');
  expect(meta.date).toBe(facts.date);
  const third = passages.filter(({ section }) => section === 2).flatMap(({ pins }) => pins);
  expect(third).toEqual(expect.arrayContaining(['1', '1.1', '2', '2a', '3']));
  expect(text).toContain('zuletzt geändert durch Art. 4 G v. 23.12.2024 I Nr. 449');
});

it.each(['Title 9— ARBITRATION', 'TITLE 9— ARBITRATION', 'Neuntes Buch'])(
  'a quotation of a section does not begin with %s, which it is part of',
  async (container) => {
    const folder = temporaryFolder();
    const { sections } = await readFixture('usc09@117-80.xml');
    for (const section of sections.filter(({ label, number }) => label !== '' && number !== '')) {
      const title = `${section.label} ${section.heading}`;
      writeFileSync(
        join(folder, `${section.number}.md`),
        sectionFile({ ...section, containers: [container] }, { ...facts, title }, usCode.headings),
      );
    }
    const { sources } = await ask(researcher({ folders: [folder] }), 'Is an agreement to arbitrate valid?');
    expect(sources.length).toBeGreaterThan(2);
    for (const { snippet } of sources) expect(snippet).not.toContain(container);
  },
);

it('a table of a law is a table of Markdown with as many columns as its widest row, and a row is quoted below its header', async () => {
  const row = (text: string) => ({ path: [], kind: 'row' as const, label: '', text });
  const rows = Array.from({ length: 80 }, (_, at) =>
    row(`${at + 1} | Ware ${at + 1} | aus Position ${at + 1} mit Zusatz`),
  );
  const table = [row('Nr. | Ware'), ...rows, row('81 | Maultiere | aus Position 0101')];
  const section = {
    ...{ id: 'Anlage 2', number: '', label: 'Anlage 2', heading: 'Liste', status: '', containers: [], credit: '' },
    ...{ footnotes: [], notes: [], lines: table },
  };
  const text = wholeLawFile(
    [section],
    { ...facts, title: 'Umsatzsteuergesetz (UStG)', abbreviation: 'UStG' },
    gesetze.headings,
    [],
  );
  expect(text).toContain('\n\n| Nr. | Ware |  |\n| --- | --- | --- |\n| 1 | Ware 1 | aus Position 1 mit Zusatz |\n');
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ustg.md'), text);
  const { text: answer } = await ask(researcher({ folders: [folder] }), 'Was gilt für Maultiere nach Anlage 2 UStG?');
  expect(answer).toMatch(
    /> \| Nr\. \| Ware \| {2}\|\n> \| --- \| --- \| --- \|\n[\s\S]*> \| 81 \| Maultiere \| aus Position 0101 \|\n/,
  );
});

it('the closest section of a German law is named with its paragraph and its law', async () => {
  const folder = temporaryFolder();
  const section = (number: string, text: string) => ({
    ...{ id: `§ ${number}`, number, label: `§ ${number}`, heading: 'Steuer', status: '', containers: [], credit: '' },
    ...{ footnotes: [], notes: [] },
    lines: [{ path: ['1'], kind: 'text' as const, label: '(1)', text }],
  });
  const sections = [
    section('4', 'Von der Steuer befreit sind Lieferungen an Bord.'),
    section('7', 'Lohnveredelung ist Ausfuhr.'),
  ];
  const law = { ...facts, title: 'Umsatzsteuergesetz (UStG)', abbreviation: 'UStG' };
  writeFileSync(join(folder, 'ustg.md'), wholeLawFile(sections, law, gesetze.headings, []));
  const { text } = await ask(researcher({ folders: [folder] }), 'What does § 7 UStG say?');
  expect(text).toContain('Quoted: 2 passages from 1 document. The closest is § 7(1) UStG [1].');
});

it.each(['vacant', 'no-such-word', ''])(
  'a section of the status "%s" without a text is said not to be in force',
  async (status) => {
    const folder = temporaryFolder();
    const section = { ...SECTION, label: '§ 77.', number: '77', heading: 'Storage of grain', status };
    writeFileSync(
      join(folder, '77.md'),
      sectionFile(section, { ...facts, title: '§ 77. Storage of grain' }, usCode.headings),
    );
    const { text } = await ask(researcher({ folders: [folder] }), 'What does § 77 say?');
    expect(text).toMatch(/^According to its text, § 77 is not in force \[1\]\./);
  },
);

it('the notes of a German law have headings in German', () => {
  const section = { ...SECTION, label: '§ 7', footnotes: ['1) Amtlich.'], credit: 'BGBl. I 2009, 3530' };
  const notes = [{ topic: 'publisher', heading: '', lines: ['Nicht in Kraft.'] }];
  const text = wholeLawFile([{ ...section, notes }], { ...facts, title: 'x' }, gesetze.headings, []);
  expect(text.match(/^#{6} .*$/gm)).toEqual(['###### Fußnoten', '###### Anmerkung', '###### Fundstelle']);
});
