import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLaws, recordOf } from '../../src/publishers/compareLaws.ts';
import { PublisherError } from '../../src/publishers/publisherError.ts';
import {
  FIXTURES,
  formatOf,
  type ReadLaw,
  readFixture,
  readLaw,
  shareOf,
  wordsOf,
  wordsOfXml,
} from './support/readLaw.ts';

/** A folder with more files of publishers, if there is one. */
const MORE = process.env.FISCAL_AUTHORITIES_FOLDER ?? '';
const files = [
  ...readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => join(FIXTURES, name)),
  ...(existsSync(MORE) ? globSync(join(MORE, '**/*.xml')) : []),
].filter((path) => !/gii-toc/.test(path));

const numbered = ({ sections }: ReadLaw) => sections.filter(({ number }) => number !== '');
const section = (law: ReadLaw, number: string) => law.sections.find((one) => one.number === number);
const pins = (law: ReadLaw, number: string) =>
  (section(law, number)?.lines ?? []).filter(({ label }) => label !== '').map(({ path }) => path.join('.'));

describe('the text of a law is read whole', () => {
  it.each(files.map((path) => [basename(path), path]))('%s has all words of its XML', async (name, path) => {
    const law = await readFixture(name, dirname(path));
    const xml = readFileSync(path, 'utf8');
    const all = wordsOfXml(xml, formatOf(xml));
    const found = wordsOf(law);
    // Headings of parts stand with each of their sections, so some words are found more often.
    expect(shareOf(found, all)).toBeGreaterThanOrEqual(0.999);
  });
});

describe('United States Code', () => {
  it('sections quoted in notes are notes, and continuations belong to the level that contains them', async () => {
    const law = await readFixture('usc26@119-100.two.xml');
    expect(numbered(law).map(({ number }) => number)).toEqual(['179', '6055']);
    expect(law.header).toMatchObject({ release: '119-100', title: 'INTERNAL REVENUE CODE' });
    const lines = section(law, '179')?.lines ?? [];
    const limit = lines.findIndex(({ path }) => path.join('.') === 'b.1');
    expect(lines[limit]).toMatchObject({ kind: 'heading', label: '(1)', text: 'Dollar limitation' });
    expect(lines[limit + 1]?.text).toMatch(/shall not exceed \$2,500,000\.$/);
    const flush = lines.find(
      ({ label, text }) =>
        label === '' && text.startsWith('Such term shall not include any property described in section 50(b)'),
    );
    expect(flush?.path).toEqual(['d', '1']);
  });

  it('a level that the law has twice is there twice, and its footnotes are apart from the text', async () => {
    const law = await readFixture('usc26@119-100.two.xml');
    const twice = (section(law, '6055')?.lines ?? []).filter(
      ({ path, kind }) => path.join('.') === 'c.3' && kind === 'heading',
    );
    expect(twice.map(({ text }) => text)).toEqual([
      'Alternative manner of furnishing statements',
      'Electronic delivery',
    ]);
    expect(section(law, '6055')?.footnotes.join(' ')).toContain('So in original.');
  });

  it('a level without an identifier is below the level around it, by its number', async () => {
    const xml = readFileSync(join(FIXTURES, 'usc26@119-100.two.xml'), 'utf8');
    const levels = /(<(?:subsection|paragraph|subparagraph|clause|subclause)\b[^>]*) identifier="[^"]*"/g;
    expect(xml.match(levels)?.length).toBeGreaterThan(50);
    const [law, without] = [await readLaw('uslm', xml), await readLaw('uslm', xml.replace(levels, '$1'))];
    expect(pins(law, '179')).toContain('b.1');
    expect(pins(without, '179')).toEqual(pins(law, '179'));
  });

  it('a section by itself, as copies of the Code keep it, is read as in its title', async () => {
    const xml = readFileSync(join(FIXTURES, 'usc26@119-100.two.xml'), 'utf8');
    const from = xml.search(/<section [^>]*identifier="\/us\/usc\/t26\/s179"/);
    const own = xml.slice(from, xml.search(/<section [^>]*identifier="\/us\/usc\/t26\/s6055"/));
    const root = own.slice(0, own.lastIndexOf('</section>') + '</section>'.length);
    const alone = await readLaw(
      'uslm',
      root.replace('<section ', '<section xmlns="http://xml.house.gov/schemas/uslm/1.0" '),
    );
    const whole = await readFixture('usc26@119-100.two.xml');
    expect(alone.sections).toEqual([{ ...section(whole, '179'), containers: [] }]);
  });

  it('ranges and repealed sections are recognized by what the publisher says', async () => {
    const law = await readFixture('usc24@117-80.cut.xml');
    expect(numbered(law)).toHaveLength(17);
    expect(numbered(law).filter(({ status }) => status === 'repealed')).toHaveLength(8);
    expect(numbered(law)[0]).toMatchObject({ id: '/us/usc/t24/s1 /us/usc/t24/s2', label: '§§ 1, 2.', number: '1, 2' });
  });
});

describe('Code of Federal Regulations', () => {
  it('paragraphs have the pinpoints of their marks, also where one paragraph begins several', async () => {
    const law = await readFixture('26-cfr-1.263(a)-2@2026-07-24.xml');
    const found = pins(law, '1.263(a)-2');
    expect(found.slice(0, 8)).toEqual(['a', 'b', 'b.1', 'b.2', 'b.3', 'b.4', 'c.1', 'c.2']);
    expect(found).toContain('f.2.ii.I');
    expect(found.slice(-6)).toEqual(['h.2', 'i', 'j.1', 'j.2.i', 'j.2.ii', 'j.3']);
  });

  it('a section knows the parts around it, and notes of a part are no sections', async () => {
    const law = await readFixture('title-1-part-51@2024-05-17.xml');
    expect(numbered(law)).toHaveLength(6);
    expect(section(law, '51.1')?.containers.join()).toContain('PART 51');
    expect(law.sections[0]).toMatchObject({ number: '', notes: [{ topic: 'authority' }] });
  });
});

describe('German laws', () => {
  it('paragraphs, numbers and letters have their pinpoints, and the head says how current the text is', async () => {
    const law = await readFixture('BJNR097500993@20250102221509.xml');
    expect(law.header).toMatchObject({ abbreviation: 'SolZG', release: '20250102221509' });
    expect(law.header.statements.at(-1)).toBe('zuletzt geändert durch Art. 4 G v. 23.12.2024 I Nr. 449');
    expect(numbered(law).map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(pins(law, '3').slice(0, 4)).toEqual(['1', '1.1', '1.2', '1.3']);
  });

  it('two versions differ exactly in the paragraphs that were changed', async () => {
    const names = ['20231231214228', '20241205223032', '20250102221509'];
    const versions = await Promise.all(names.map((name) => readFixture(`BJNR097500993@${name}.xml`)));
    const [first = [], second = [], third = []] = versions.map((law) =>
      numbered(law).map((one) => recordOf(one, one.label, 'f')),
    );
    const changed = (older: typeof first, newer: typeof first) =>
      compareLaws(older, newer).map(({ kind, id }) => `${kind} ${id}`);
    expect(changed(first, second)).toEqual(['text § 6']);
    expect(changed(second, third)).toEqual(['text § 3', 'text § 6']);
    expect(changed(third, third)).toEqual([]);
  });
});

describe('comparison', () => {
  it('dashes, quotation marks and blanks are typography, credits and notes are notes, and new numbers are added', async () => {
    const law = await readFixture('usc26@119-100.two.xml');
    const [first] = numbered(law);
    if (!first) throw new Error('no section');
    const kinds = (part: Partial<typeof first>) =>
      compareLaws([recordOf(first, 't', 'f')], [recordOf({ ...first, ...part }, 't', 'f')]).map(({ kind }) => kind);
    const typographic = first.lines.map((line) => ({
      ...line,
      text: line.text.replaceAll('“', '"').replaceAll(' ', '\u00a0'),
    }));
    expect(kinds({ lines: typographic })).toEqual(['typography']);
    expect(kinds({ credit: 'another' })).toEqual(['notes']);
    expect(kinds({ lines: first.lines.slice(1) })).toEqual(['text']);
    expect(kinds({ status: 'repealed' })).toEqual(['text']);
    expect(kinds({ id: '/us/usc/t26/s179Z' })).toEqual(['added', 'removed']);
  });
});

it('a table of the CFR is a line for each row, with its head, with or without parts around the rows', async () => {
  const row = (name: string, ...cells: string[]) =>
    `<TR>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</TR>`;
  const tables = `<TABLE><THEAD>${row('TH', 'Year', 'Rate')}</THEAD><TBODY>${row('TD', '2025', '10')}</TBODY></TABLE><TABLE>${row('TD', '2026', '11')}</TABLE>`;
  const xml = `<?xml version="1.0"?><DIV8 N="1.1-1" TYPE="SECTION"><HEAD>§ 1.1-1 Rates.</HEAD><P>(a) The rates are:</P><DIV>${tables}</DIV></DIV8>`;
  const [rates] = (await readLaw('ecfr', xml)).sections;
  expect(rates?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...['text The rates are:', 'row Year | Rate', 'row 2025 | 10', 'row 2026 | 11'],
  ]);
});

describe('input that is not whole', () => {
  const text = readFileSync(join(FIXTURES, 'BJNR097500993@20250102221509.xml'), 'utf8');
  const problemOf = async (format: 'uslm' | 'ecfr' | 'gii', xml: string) =>
    readLaw(format, xml).then(
      () => 'read',
      (error: unknown) => (error instanceof PublisherError ? error.problem : String(error)),
    );

  it('a file that was cut at any place is damaged, never a shorter law', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: text.trimEnd().length - 1 }), async (end) => {
        expect(await problemOf('gii', text.slice(0, end))).toBe('damaged');
      }),
      { numRuns: 40 },
    );
  });

  it('a web page, another format, an entity and an endless nesting are refused', async () => {
    expect(await problemOf('uslm', '<html><body>Maintenance</body></html>')).toBe('unknownFormat');
    expect(await problemOf('uslm', '<uscDoc xmlns="http://example.com/uslm3"/>')).toBe('unknownFormat');
    expect(await problemOf('ecfr', text)).toBe('unknownFormat');
    expect(await problemOf('gii', '<!DOCTYPE a [<!ENTITY b "x">]><dokumente>&b;</dokumente>')).toBe('damaged');
    expect(
      await problemOf('gii', `<dokumente><norm>${'<P>'.repeat(500)}${'</P>'.repeat(500)}</norm></dokumente>`),
    ).toBe('damaged');
    expect(await problemOf('gii', '')).toBe('damaged');
  });

  it('random bytes and random XML are read or refused with a reason', async () => {
    const xml = fc.array(
      fc.constantFrom('<norm>', '</norm>', '<P>', '</P>', '<DL>', '<DT>1.', '</DT>', 'text', '&amp;', '<'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          xml.map((parts) => `<dokumente>${parts.join('')}</dokumente>`),
        ),
        async (input) => {
          expect(['read', 'damaged', 'unknownFormat']).toContain(await problemOf('gii', input));
        },
      ),
    );
  });
});
