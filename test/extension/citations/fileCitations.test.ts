import { expect, it } from 'vitest';
import { citationAt, citationsOf, rangeOf } from '../../../src/extension/citations/fileCitations.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { api, fakeDocument } from './fakeDocument.ts';

const at = (text: string, line: number, character: number, languageId = 'markdown') => {
  const document = fakeDocument(text, languageId);
  const found = citationAt(api, document, new api.Position(line, character));
  return found && [found.citation.key, found.citation.pin, document.getText(found.range)];
};

it('the citation at a position is found with its range', () => {
  expect(at('See § 179(b)(1) here.', 0, 4)).toEqual(['179', 'b.1', '§ 179(b)(1)']);
  expect(at('See § 179(b)(1) here.', 0, 15)).toEqual(['179', 'b.1', '§ 179(b)(1)']);
  expect(at('See § 179(b)(1) here.', 0, 18)).toBeNull();
});

it('a section of a law that is named behind it is one of that law', () => {
  expect(at('Gewinn nach § 15 Abs. 1 EStG.', 0, 13)).toEqual(['estg 15', '1', '§ 15 Abs. 1 EStG']);
});

it('a citation that continues on the next line is found from both of its lines', () => {
  const text = 'The cost under section\n179(b) is deducted.';
  expect(at(text, 0, 18)).toEqual(['179', 'b', 'section\n179(b)']);
  expect(at(text, 1, 2)).toEqual(['179', 'b', 'section\n179(b)']);
});

it('the citation in a line of a million characters is found', () => {
  const line = `${'word '.repeat(100_000)}§ 179(b) ${'word '.repeat(100_000)}`;
  expect(at(line, 0, 500_003)).toEqual(['179', 'b', '§ 179(b)']);
  expect(cpuTime(() => at(line, 0, 500_003))).toBeLessThan(200);
});

const keysIn = (text: string) => citationsOf(fakeDocument(text)).map(({ key }) => key);

it('a section of an agreement or of the text itself is no citation of an authority', () => {
  for (const text of [
    'under section 5.01 of it',
    'under Section 12 of the lease',
    'see section 4(b) below',
    'Section 3 of this memo',
  ]) {
    expect(at(text, 0, text.indexOf('ection') + 8), text).toBeNull();
    expect(citationsOf(fakeDocument(text)), text).toEqual([]);
  }
  expect(at('under section 179 of the Code', 0, 15)?.[0]).toBe('179');
  expect(at('under section 61 of the Internal Revenue Code', 0, 15)?.[0]).toBe('61');
});

it('a German section of a contract is no citation of an authority, and one of a law, of the Code or without a name is', () => {
  expect(keysIn('Die Kündigung folgt aus § 3 des Mietvertrags und § 5 Abs. 2 dieses Vertrags.')).toEqual([]);
  expect(keysIn('§ 881 des Internal Revenue Code, § 871(h) des IRC, § 15 des EStG')).toEqual(['881', '871', 'estg 15']);
  expect(keysIn('dass nach § 179 der Betrag sinkt')).toEqual(['179']);
});

it.each(['## § ', '§ ', '**Section '])(
  'a section of a contract with headings such as "%s1" is no citation of an authority',
  (mark) => {
    const text = `Vertrag\n${mark}1 Gegenstand\nNach § 2 und § 61(a).\n${mark}2 Preise\n§ 2 Abs. 1. § 4 EStG, IRC § 1`;
    expect(keysIn(text)).toEqual(['61', 'estg 4', '1']);
    expect(at(text, 1, mark.length)).toBeNull();
    expect(at(text, 2, 6)).toBeNull();
    expect(at(text, 2, 14)?.[0]).toBe('61');
  },
);

it('a section of the Code in a heading is a citation', () => {
  expect(keysIn('# § 61 Gross income\n\n## § 1 Rates\n\n## § 11 Corporations')).toEqual(['61', '1', '11']);
});

it('the sections of a file are looked for in linear time', () => {
  for (const part of ['§ 1 a\n§ 2 b\n', '   ### ***§ 1', '# ']) {
    expect(cpuTime(() => keysIn(part.repeat(30_000)))).toBeLessThan(2000);
  }
});

it('of a program only the comments are read', () => {
  const text = "// § 179(b)\nconst a = '§ 168(k)';";
  expect(at(text, 0, 5, 'typescript')?.[0]).toBe('179');
  expect(at(text, 1, 14, 'typescript')).toBeNull();
  expect(citationsOf(fakeDocument(text, 'typescript')).map(({ key }) => key)).toEqual(['179']);
  expect(citationsOf(fakeDocument('x'.repeat(2_000_001), 'typescript'))).toEqual([]);
});

it('all citations of a file have their ranges', () => {
  const document = fakeDocument('a\n§ 61 and ASC 606-10-25-1\nIFRS 16.22');
  const texts = citationsOf(document).map((citation) => document.getText(rangeOf(api, document, citation)));
  expect(texts).toEqual(['§ 61', 'ASC 606-10-25-1', 'IFRS 16.22']);
});
