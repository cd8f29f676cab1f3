import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctAuthorities, parseAuthorities } from '../../src/authority/parseAuthorities.ts';
import { cpuTime } from '../support/cpuTime.ts';

const keys = (text: string) => parseAuthorities(text).map(({ key, pin }) => (pin === '' ? key : `${key} ${pin}`));

describe('citations of the Code and of other titles', () => {
  it.each([
    ['§ 179(b)(1)', ['179 b.1']],
    ['§6662(d)(1)(B) threshold', ['6662 d.1.B']],
    ['IRC 168(k)', ['168 k']],
    ['I.R.C. § 168(k)(2)(A)(i)', ['168 k.2.A.i']],
    ['irc 61', ['61']],
    ['26 U.S.C. § 61', ['61']],
    ['26 USC 1031', ['1031']],
    ['26 USC 2001', ['2001']],
    ['26 U. S. C. §§ 351, 368', ['351', '368']],
    ['11 U.S.C. § 362(a)', ['11 usc 362 a']],
    ['section 362(a) of title 11, United States Code', ['11 usc 362 a']],
    ['sections 361, 362(a), and 363 of title 11', ['11 usc 361', '11 usc 362 a', '11 usc 363']],
    ['section 61 of title 26', ['61']],
    ['section 552a of title 5', ['5 usc 552a']],
    ['§ 1614.105 of title 29, Code of Federal Regulations', ['29 cfr 1614.105']],
    ['42 U.S.C. § 1395w–4(b)', ['42 usc 1395w-4 b']],
    ['42 U.S.C. 12112 or 12132', ['42 usc 12112']],
    ['15 U.S.C. 78l(g)', ['15 usc 78l g']],
    ['Section 199A(b)', ['199a b']],
    ['SECTION 61', ['61']],
    ['sec. 1031 exchange', ['1031']],
    ['Code Sec. 61', ['61']],
    ['Under IRC section 6038A(d)', ['6038a d']],
    ['§ 1400Z-2 fund', ['1400z-2']],
    ['§ 1400Z–2 fund', ['1400z-2']],
    ['section\n179', ['179']],
    ['subsection (a), section\n179', ['179']],
    ['year,section\n2024,§ 179', ['179']],
    ['year;section\r\n2024;none', []],
    ['year\tSection\n2024\tnone', []],
    ['year · section\n2024 · § 179(b)(1)', ['179 b.1']],
    ['sections 1245, 1250 and 1231', ['1245', '1250', '1231']],
    ['section 351(a) or 368(a)(1)(B)', ['351 a', '368 a.1.B']],
    ['section 179 and 30 machines', ['179']],
    ['section 5.01 of the agreement', ['5.01']],
    ['section 401(k) elective deferrals', ['401 k']],
  ])('parses "%s"', (text, expected) => {
    expect(keys(text)).toEqual(expected);
    expect(parseAuthorities(text).every(({ explicit }) => explicit)).toBe(true);
  });

  it.each([
    ['What does 199A(b)(2)(B) limit?', ['199a b.2.B']],
    ['4980H(b) rather than (a)', ['4980h b']],
    ['401(k)(3) test', ['401 k.3']],
    ['409A and 6050W', ['409a', '6050w']],
    ['s. 362(e)(2) election', ['362 e.2']],
    ['code 179', ['179']],
  ])('parses "%s" as a citation that is not explicit', (text, expected) => {
    expect(keys(text)).toEqual(expected);
    expect(parseAuthorities(text).some(({ explicit }) => explicit)).toBe(false);
  });
});

describe('citations of regulations, rulings and standards', () => {
  it.each([
    ['Treas. Reg. § 1.263(a)-1(f)', 'regulation', '1.263(a)-1', 'f', '263'],
    ['Reg. 1.704-1(b)(2)', 'regulation', '1.704-1', 'b.2', '704'],
    ['Temp. Treas. Reg. § 1.163-9T', 'regulation', '1.163-9t', '', '163'],
    ['Prop. Reg. § 1.1400Z2(a)-1', 'regulation', '1.1400z2(a)-1', '', '1400z2'],
    ['26 C.F.R. § 1.61-1', 'regulation', '1.61-1', '', '61'],
    ['48 CFR 9904.403-40(b)', 'regulation', '48 cfr 9904.403-40', 'b', '48 cfr 9904.403-40'],
    ['12 CFR 210.2-01', 'regulation', '12 cfr 210.2-01', '', '12 cfr 210.2-01'],
    ['301.7701-3(c)', 'regulation', '301.7701-3', 'c', '7701'],
    ['Rev. Proc. 2015-20', 'ruling', 'rev. proc. 2015-20', '', 'rev. proc. 2015-20'],
    ['Rev.Rul. 87-41', 'ruling', 'rev. rul. 87-41', '', 'rev. rul. 87-41'],
    ['Notice 2020-75', 'ruling', 'notice 2020-75', '', 'notice 2020-75'],
    ['Announcement 2021-11', 'ruling', 'announcement 2021-11', '', 'announcement 2021-11'],
    ['PLR 201224004', 'ruling', 'plr 201224004', '', 'plr 201224004'],
    ['T.D. 9636', 'ruling', 't.d. 9636', '', 't.d. 9636'],
    ['ASC 606-10-25-1', 'standard', 'asc 606-10-25-1', '', 'asc 606-10-25-1'],
    ['ASC Topic 842', 'standard', 'asc 842', '', 'asc 842'],
    ['asc 842', 'standard', 'asc 842', '', 'asc 842'],
    ['ASU 2014-09', 'standard', 'asu 2014-09', '', 'asu 2014-09'],
    ['IFRS 16.22', 'standard', 'ifrs 16.22', '', 'ifrs 16'],
    ['IFRS 16.B34', 'standard', 'ifrs 16.b34', '', 'ifrs 16'],
    ['IFRS 16 paragraph 22', 'standard', 'ifrs 16.22', '', 'ifrs 16'],
    ['IFRS 16, para. B34', 'standard', 'ifrs 16.b34', '', 'ifrs 16'],
    ['AU-C Section 240 ¶ .12', 'standard', 'au-c 240.12', '', 'au-c 240'],
    ['IAS 36', 'standard', 'ias 36', '', 'ias 36'],
    ['AU-C 240', 'standard', 'au-c 240', '', 'au-c 240'],
    ['AU-C Section 240.12', 'standard', 'au-c 240.12', '', 'au-c 240'],
    ['AS 1215', 'standard', 'as 1215', '', 'as 1215'],
    ['AS 1215.04', 'standard', 'as 1215.04', '', 'as 1215'],
    ['ISA 315', 'standard', 'isa 315', '', 'isa 315'],
    ['ISA (UK) 315', 'standard', 'isa 315', '', 'isa 315'],
    ['SAB No. 99', 'standard', 'sab 99', '', 'sab 99'],
  ])('parses "%s"', (text, type, key, pin, base) => {
    const expected = { type, key, pin, base, explicit: text !== '301.7701-3(c)', text, start: 0 };
    expect(parseAuthorities(text)).toEqual([
      { ...expected, pinStart: pin === '' ? text.length : text.indexOf(`(${pin[0]})`) },
    ]);
  });

  it('parses one sentence with many kinds of citations', () => {
    expect(keys('Under § 179(d)(1), Reg. §§ 1.179-1 and 1.179-4, Rev. Proc. 2015-20 and ASC 360-10-35.')).toEqual([
      '179 d.1',
      '1.179-1',
      '1.179-4',
      'rev. proc. 2015-20',
      'asc 360-10-35',
    ]);
  });
});

it.each([
  'my 401(k) plan and 403(b) accounts',
  'a 401K and a 529 plan',
  'Form 1040 and Schedule C',
  'Form 8949 was not filed, Form 1120-S was',
  'Form 5471(b)',
  'Publication 17, line 12(a)',
  'in 2017 and 2018',
  'he paid $1,031 or $179k, $50(a), 50K and 50M',
  'title 26 USC',
  'USC 2018 edition',
  'as 12 people said',
  'AS 12',
  'a 30 percent tax after 183 days',
  'the SEC 10-K filing, a 10K and an 8-K',
  'Rule 12(b)(6)',
  'Notice 1444',
  '410 U.S. 113 (1973)',
  'in the 1980s. 362 people',
  '12 (a) and 5(five)',
  'subsection (b), paragraph (2)',
  'parsec 12',
  'section 15a and section 12112',
])('parses no citation in "%s"', (text) => {
  expect(keys(text)).toEqual([]);
});

it('the parser returns the positions of a citation and of its subsection', () => {
  const text = 'See IRC §§ 168(k)(2), 179(b) and ASC 842.';
  const found = parseAuthorities(text);
  expect(found.map(({ start, text: written }) => text.slice(start, start + written.length))).toEqual([
    'IRC §§ 168(k)(2)',
    '179(b)',
    'ASC 842',
  ]);
  expect(found.map(({ start, pinStart }) => text.slice(start, pinStart))).toEqual(['IRC §§ 168', '179', 'ASC 842']);
});

it('the parser returns each repeated citation, and each once from distinctAuthorities', () => {
  expect(keys('§ 61, § 61 and § 61(a)')).toEqual(['61', '61', '61 a']);
  expect(distinctAuthorities('§ 61, § 61 and § 61(a)').map(({ start }) => start)).toEqual([0, 15]);
});

const PIECES = [
  ' paragraph ',
  ' of title 11',
  ', Code of Federal Regulations',
  '78l',
  '12112',
  '¶',
  'IFRS 16',
  '§',
  '§§ ',
  'section ',
  'sections ',
  'IRC ',
  '26 U.S.C. ',
  'Treas. ',
  'Reg. ',
  'Rev. ',
  'Proc. ',
  'ASC ',
  'IFRS ',
  'AS ',
  '606-10',
  '1.704-1',
  '1.263(a)-1',
  '16.22',
  '168',
  '199A',
  '2015-20',
  '(k)',
  '(',
  ')',
  ', ',
  ' and ',
  '-',
  '–',
  '.',
  '$',
  'Form ',
  '401(k)',
  '\n',
  '  ',
  's. ',
];

it('the parser finds citations of any text at their own positions, in order and without overlap', () => {
  const texts = array(constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
  for (const generated of [texts, string({ unit: 'binary', maxLength: 200 })]) {
    assert(
      property(generated, (text) => {
        let end = 0;
        for (const citation of parseAuthorities(text)) {
          expect(citation.start).toBeGreaterThanOrEqual(end);
          end = citation.start + citation.text.length;
          expect(text.slice(citation.start, end)).toBe(citation.text);
          expect(citation.pinStart).toBeLessThanOrEqual(end);
          expect(citation.pin === '').toBe(citation.pinStart === end);
          expect(citation.key).toBe(citation.key.toLowerCase());
          expect(citation.key).toMatch(/\d/);
        }
      }),
      { numRuns: 1000 },
    );
  }
});

it('the parser parses an explicit citation in the same way wherever it is in a sentence', () => {
  const citations = constantFrom(
    '§ 179(b)(1)',
    'IRC 168(k)',
    'Treas. Reg. § 1.263(a)-1(f)',
    'ASC 606-10-25-1',
    'ISA 315',
  );
  assert(
    property(string({ maxLength: 30 }), citations, (before, citation) => {
      const alone = parseAuthorities(citation)[0];
      const found = parseAuthorities(`${before} \n\n\n\n${citation} applies`).at(-1);
      expect([found?.key, found?.pin, found?.text]).toEqual([alone?.key, alone?.pin, alone?.text]);
    }),
  );
});

it('the parser parses any repeated text in linear time, without an error', () => {
  assert(
    property(array(constantFrom(...PIECES), { minLength: 1, maxLength: 6 }), (pieces) => {
      const piece = pieces.join('');
      const text = piece.repeat(Math.ceil(60_000 / piece.length));
      expect(cpuTime(() => parseAuthorities(text))).toBeLessThan(2000);
    }),
    { numRuns: 100 },
  );
});

it.each([...PIECES, '1(', '1(a)', '§ 1(a)(b) ', '§ 1, ', 'sections 1 and ', '$1,', 'a '])(
  'parses 400,000 characters of "%s" in linear time',
  (piece) => {
    const text = piece.repeat(400_000 / piece.length);
    expect(cpuTime(() => parseAuthorities(text))).toBeLessThan(2000);
  },
);

it.each([
  'https://www.law.example/uscode/text/26/section179',
  'www.law.example/section179#b',
  'docs/section179/notes',
  'section179.md',
  'office@section179.example',
])('a part of an address or a file name is no citation: %s', (text) => {
  expect(parseAuthorities(`See ${text} for more.`)).toEqual([]);
});

it.each([
  ['### § 179. Election to expense certain business assets · (b)(1)', 'b.1'],
  ['**§ 179. Election to expense certain business assets** (b)(1) · text as of 2024-12-31', 'b.1'],
  ['§ 168 Accelerated cost recovery · (k)(2)(A)', 'k.2.A'],
  ['The election of § 179 is **binding** (2) unless revoked.', ''],
  ['§ 179 and another section\n· (b)(1)', ''],
])('the subsection behind a title belongs to its citation: %s', (text, pin) => {
  expect(parseAuthorities(text).map((citation) => citation.pin)).toEqual([pin]);
});

it('a section in a cell of a CSV file is a citation, and digits behind a thousands separator or the name of a plan are none', () => {
  const found = (text: string) => parseAuthorities(text).map((citation) => citation.text);
  expect(found('topic,section,limit\nMeals,274(n)(1),50%\nGifts,"274(b)(1)",25\n2024,274(d),\n')).toEqual([
    '274(n)(1)',
    '274(b)(1)',
    '274(d)',
  ]);
  expect(found('Total,1,274(a),12,179(b)\nPlan,401(k),5\nRate,199A,x')).toEqual(['199A']);
});
