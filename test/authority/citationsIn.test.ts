import { expect, it } from 'vitest';
import { citationName } from '../../src/authority/citationName.ts';
import { citationsIn } from '../../src/authority/citationsIn.ts';
import { ownLawOf } from '../../src/authority/ownLaw.ts';
import { cpuTime } from '../support/cpuTime.ts';

const read = (text: string) => citationsIn(text).map(({ key, pin, text: written }) => [key, pin, written]);

it.each([
  ['nach § 15 Abs. 1 Satz 1 Nr. 2 EStG.', [['estg 15', '1.2', '§ 15 Abs. 1 Satz 1 Nr. 2 EStG']]],
  ['Gewinn (§ 253 HGB)', [['hgb 253', '', '§ 253 HGB']]],
  ['§ 4 Abs. 5 UStDV', [['ustdv 4', '5', '§ 4 Abs. 5 UStDV']]],
  ['§ 173 der Abgabenordnung', [['abgabenordnung 173', '', '§ 173 der Abgabenordnung']]],
  ['§§ 238 ff. HGB', [['hgb 238', '', '§§ 238']]],
  [
    '§§ 15, 16 Abs. 1 EStG',
    [
      ['estg 15', '', '§§ 15'],
      ['estg 16', '1', '16 Abs. 1 EStG'],
    ],
  ],
  ['§ 15a EStG', [['estg 15a', '', '§ 15a EStG']]],
  [
    '§§ 7, 7a UStG',
    [
      ['ustg 7', '', '§§ 7'],
      ['ustg 7a', '', '7a UStG'],
    ],
  ],
  [
    '§§ 15 und 16 EStG',
    [
      ['estg 15', '', '§§ 15'],
      ['estg 16', '', '16 EStG'],
    ],
  ],
])('a section of a law that is named behind it is one of that law: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it('the subsection of a German citation without a law is read', () => {
  expect(read('siehe § 7 Abs. 4')).toEqual([['7', '4', '§ 7 Abs. 4']]);
});

it.each([
  '§ 199A QBI deduction',
  '§ 179 SUV limit',
  '§ 472 LIFO election',
  '§ 179 Election to expense',
  '§ 41 Credit',
  'section 1202 QSBS',
])('a word of capitals behind a section of the Code is no law: %s', (text) => {
  expect(read(text)[0]?.[0]).toMatch(/^\d/);
});

it('a number with small letters is a section of a law that is named only', () => {
  expect(read('§ 15a, section 199a and section 12112')).toEqual([]);
});

const own = (title: string, text: string, more = '') => {
  const law = ownLawOf(`---\ntitle: ${title}\nkind: law\n${more}---\n`);
  return (
    law && citationsIn(text, { law, notesFrom: text.length }).map((each) => [each.key, each.pin, citationName(each)])
  );
};

it('in the text of a title of the Code, a section is one of that title if it names no other law', () => {
  expect(own('11 U.S.C. § 362. Automatic stay', 'sections 541 and 363(b), section 78l of this title')).toEqual([
    ['11 usc 541', '', '§ 541 of title 11'],
    ['11 usc 363', 'b', '§ 363(b) of title 11'],
    ['11 usc 78l', '', '§ 78l of title 11'],
  ]);
  const others = 'section 552a of title 5, 26 U.S.C. 61, section 168(k) of the Internal Revenue Code of 1986';
  expect(own('11 U.S.C. § 362. Automatic stay', others)?.map(([key]) => key)).toEqual(['5 usc 552a', '61', '168']);
  const acts = 'section 12 of the Act, section 3 of Pub. L. 117–90, section 5 of such Act';
  expect(own('11 U.S.C. § 362. Automatic stay', acts)).toEqual([]);
  expect(own('§ 179. Election to expense', `${acts}, section 168(k), section 362 of title 11`)).toEqual([
    ['168', 'k', 'section 168(k)'],
    ['11 usc 362', '', '§ 362 of title 11'],
  ]);
});

it('regulations cite each other by their numbers, and the Code as sections', () => {
  const text = '§ 210.1-02(bb), § 210.5, section 13, section 13 of the Act';
  expect(own('17 CFR 210.1-01 Application', text)?.map(([key]) => key)).toEqual(['17 cfr 210.1-02', '17 cfr 210.5']);
  expect(own('Treas. Reg. § 1.162-4 Repairs', '§ 1.168-2 and section 168(k)')?.map(([key]) => key)).toEqual([
    '1.168-2',
    '168',
  ]);
});

it('in a German law, a section is one of that law if it names no other, and a page is none', () => {
  const text = '§ 3 Abs. 2; § 32d; § 36a des Einkommensteuergesetzes (BGBl. I S. 1250)';
  expect(own('Solidaritätszuschlaggesetz', text, 'abbreviation: SolZG\n')).toEqual([
    ['solzg 3', '2', '§ 3 Abs. 2 SolZG'],
    ['solzg 32d', '', '§ 32d SolZG'],
    ['einkommensteuergesetzes 36a', '', '§ 36a des Einkommensteuergesetzes'],
  ]);
});

it('a subsection without its section is one of the section whose text it is in', () => {
  const text = 'subsection (b)(1), subsection (c) of section 541';
  expect(own('11 U.S.C. § 362. Stay', text)?.map(([key, pin]) => [key, pin])).toEqual([
    ['11 usc 362', 'b.1'],
    ['11 usc 541', ''],
  ]);
  expect(own('Treas. Reg. § 1.162-4 Repairs', 'paragraph (d)(1) of this section, paragraph (e)')).toEqual([
    ['1.162-4', 'd.1', '§ 1.162-4(d)(1)'],
  ]);
});

it('a file that is no law, or does not say which, has no own sections', () => {
  expect(ownLawOf('# 11 U.S.C. § 362. Automatic stay\n')).toBeNull();
  expect(ownLawOf('---\ntitle: 11 U.S.C. § 362. Stay\nkind: memo\n---\n')).toBeNull();
  expect(ownLawOf('---\ntitle: Arbitration\nkind: law\n---\n')).toBeNull();
});

it('a subsection of the Code keeps its letters', () => {
  expect(read('§ 179(b)(1) and § 168(k)')).toEqual([
    ['179', 'b.1', '§ 179(b)(1)'],
    ['168', 'k', '§ 168(k)'],
  ]);
});

it('long texts of signs and numbers are read in linear time', () => {
  const time = (length: number) => {
    const text = '§ 15 Abs. 1, 16 Abs. 2 subsection (a)(1) section 5 of title 9 '.repeat(length);
    const law = ownLawOf('---\ntitle: 11 U.S.C. § 362. Stay\nkind: law\n---\n');
    return cpuTime(() => law && citationsIn(text, { law, notesFrom: text.length }));
  };
  time(200);
  expect(time(4000)).toBeLessThan(1000);
});

it.each(['and', 'or', 'and/or', 'und', 'sowie', ', und'])('each section of “§§ 1245 %s 1250” is a citation', (word) => {
  expect(read(`§§ 1245 ${word} 1250`.replace(' ,', ',')).map(([key]) => key)).toEqual(['1245', '1250']);
});
