import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { parseNamedCitations } from '../../src/authority/citationStyles.ts';
import { cpuTime } from '../support/cpuTime.ts';

it.each([
  ['§ 15 Abs. 1 Satz 1 Nr. 2 EStG', 'EStG', '15', '1.2'],
  ['Welche Grenzen nennt § 19 Abs. 1 UStG?', 'UStG', '19', '1'],
  ['Paragraph 173 der Abgabenordnung', 'Abgabenordnung', '173', ''],
  ['§ 19 des Umsatzsteuergesetzes', 'Umsatzsteuergesetzes', '19', ''],
  ['Art. 6 Abs. 1 Buchst. f DSGVO', 'DSGVO', '6', '1.f'],
  ['ETA s. 165(1)', 'ETA', '165', '1'],
  ['Excise Tax Act s. 165(1.1)', 'Excise Tax Act', '165', '1_1'],
  ['section 165(1) of the Excise Tax Act', 'Excise Tax Act', '165', '1'],
  ['Article 135(1)(b) of Directive 2006/112/EC', 'Directive 2006/112/EC', '135', '1.b'],
  ['What does Article 135(1)(b) say?', '', '135', '1.b'],
  ['48 CFR 9904.410-40', '', '9904.410-40', ''],
  ['§ 240.15c3-1(a)', '', '240.15c3-1', 'a'],
])('"%s" cites a section of %s', (text, law, number, pin) => {
  expect(parseNamedCitations(text)).toMatchObject([{ law, number, pin }]);
});

it.each([
  '§ 179(b)(1)',
  'section 179 of the Internal Revenue Code',
  'as 12 people said',
  'paragraph 4',
  'Reg. § 1.704-1(b)',
])('the styles leave "%s" to the parser of other citations', (text) => {
  expect(parseNamedCitations(text)).toEqual([]);
});

it('citations do not overlap, and stand where they say', () => {
  assert(
    property(string({ unit: 'binary' }), string(), (one, other) => {
      const text = `${one} § 15 Abs. 1 EStG ${other} Article 3(1) of the Tax Act ${one}`;
      let end = 0;
      for (const { start, text: written } of parseNamedCitations(text)) {
        expect(start).toBeGreaterThanOrEqual(end);
        expect(text.startsWith(written, start)).toBe(true);
        end = start + written.length;
      }
    }),
  );
});

it('long texts are read in linear time', () => {
  for (const piece of ['Tax Act of the ', '§ 15 Abs. ', '(1)(a)', 'Art. 5 of the A', 's 1 ', 'Aa']) {
    const text = piece.repeat(40_000);
    expect(cpuTime(() => parseNamedCitations(text))).toBeLessThan(2000);
  }
});
