import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPassageDocument } from '../../../src/service/documents/passages.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { sectionLabelOf } from '../../../src/service/documents/sectionLabel.ts';
import { findAuthority } from '../../../src/service/documents/sections.ts';
import { noteDate, statedDate } from '../../../src/service/documents/statedDate.ts';
import { titleOf } from '../../../src/service/documents/title.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const IRC = join(import.meta.dirname, '../../fixtures/irc');

function read(text: string, path = 'file.md') {
  const document = readMarkdown(text);
  return findAuthority(document, titleOf(document, path), path);
}

const SECTION = `# § 179. Election to expense certain depreciable business assets

(a) Treatment as expenses

A taxpayer may elect to treat the cost of any section 179 property as an expense which is not chargeable to capital account.

(b) Limitations

The aggregate cost which may be taken into account under subsection (a) for any taxable year shall not exceed $1,000,000.
`;

const MEMO = `# § 179

To: Ines Vardal
From: Theo Marchetti
Re: trucks

We told the client that the two trucks can be expensed under § 179. Our figures are in the register, and we still need the invoice of the second one.
`;

const GERMAN = `---
Title: Umsatzsteuergesetz
jurabk: UStG 1980
---

# Umsatzsteuergesetz (UStG 1980)

Zuletzt geändert durch
:   Art. 1 G v. 21.12.2021 I 5250

## Erster Abschnitt - Steuergegenstand

### § 1 Steuerbare Umsätze

(1) Der Umsatzsteuer unterliegen die folgenden Umsätze im Sinne dieses Gesetzes:

### § 19 Besteuerung der Kleinunternehmer

(1) Die für Umsätze im Sinne des § 1 Abs. 1 Nr. 1 geschuldete Umsatzsteuer wird nicht erhoben. Satz 1 gilt nach den Vorschriften dieses Gesetzes.

### §§ 20 und 21 (weggefallen)
`;

const CONTRACT = `# Rahmenliefervertrag

zwischen der Tann GmbH (nachfolgend „Besteller“) und der Weser AG (nachfolgend „Lieferant“)

## § 1 Gegenstand

Der Lieferant liefert Motoren. Es gilt § 288 BGB.

## § 2 Preise

Die Preise der Anlage gelten bis Ende 2026.
`;

const ACT = `# Excise Tax Act

## Short Title

### 1 Short title

This Act may be cited as the *Excise Tax Act*.

### 2 Definitions

The definitions in this section apply in this Act.

### 165 Imposition of goods and services tax

(1) Subject to this Part, every recipient of a taxable supply shall pay to Her Majesty tax in respect of the supply.
`;

const OPINION = `STATE OF NEW MEXICO, Plaintiff-Appellee, v. ROBERT GALE, Defendant-Appellant.

IN THE COURT OF APPEALS OF THE STATE OF NEW MEXICO

Defendant appeals his conviction. We conclude that the evidence was sufficient. We affirm.

IT IS SO ORDERED. WE CONCUR.
`;

it('every section of the Code is an authority, with its number', () => {
  for (const name of readdirSync(IRC).filter((file) => file.endsWith('.md'))) {
    const { isAuthority, key } = read(readFileSync(join(IRC, name), 'utf8'));
    expect({ name, isAuthority, key }).toEqual({ name, isAuthority: true, key: name.split('-')[0] });
  }
});

describe('the text decides whether a document is an authority', () => {
  it.each([
    ['a section of the Code', SECTION, true],
    ['a German law in one file', GERMAN, true],
    ['a Canadian act in one file', ACT, true],
    ['an opinion of a court', OPINION, true],
    ['a memo below the number of a section', MEMO, false],
    ['a memo that says that it is a statute', `---\nkind: statute\n---\n${MEMO}`, false],
    ['a contract with sections', CONTRACT, false],
    [
      'a text whose title goes on behind the number',
      SECTION.replace(/\. Election.*/, ' and the trucks of Finch'),
      false,
    ],
  ])('%s', (_name, text, expected) => {
    expect(read(text).isAuthority).toBe(expected);
  });

  it('a memo in a file with the name of a section is no authority', () => {
    const memo = MEMO.slice(MEMO.indexOf('To:'));
    expect(read(memo, 'IRC 179.txt')).toMatchObject({ isAuthority: false, key: '' });
  });

  it.each(['mail.eml', 'mail.msg', 'table.csv', 'table.xlsx', 'section179.ts'])(
    'the text of a section in %s is no authority',
    (path) => {
      expect(read(SECTION, path)).toMatchObject({ isAuthority: false, key: '' });
    },
  );
});

it('a law in one file has its sections, each with its number, the name of the law and its title', () => {
  expect(read(GERMAN)).toMatchObject({
    key: '',
    abbreviation: 'UStG',
    names: expect.arrayContaining(['ustg', 'ustg 1980', 'umsatzsteuergesetz']),
    sections: [
      { number: '1', title: '§ 1 UStG Steuerbare Umsätze' },
      { number: '19', title: '§ 19 UStG Besteuerung der Kleinunternehmer' },
      { number: '20', others: ['21'], title: '§§ 20 und 21 UStG (weggefallen)' },
    ],
  });
  expect(read(ACT)).toMatchObject({
    abbreviation: 'Excise Tax Act',
    names: expect.arrayContaining(['excise tax act', 'eta']),
    sections: [
      { number: '1' },
      { number: '2' },
      { number: '165', title: 'Excise Tax Act s. 165 Imposition of goods and services tax' },
    ],
  });
});

it.each([
  ['§ 15a Verluste bei beschränkter Haftung', { mark: '§', number: '15a', title: 'Verluste bei beschränkter Haftung' }],
  ['§ § 200.501', { mark: '§ §', number: '200.501', title: '' }],
  ['Article 135', { mark: 'Article', number: '135' }],
  ['Art. 6 Rechtmäßigkeit', { mark: 'Art.', number: '6' }],
  ['Reg. § 1.263(a)-2 Amounts paid', { mark: 'Reg. §', number: '1.263(a)-2' }],
  ['§ 168(k)(1) The allowance', { number: '168', pin: 'k.1' }],
  ['606-10-25-1 Identifying the contract', { mark: '', number: '606-10-25-1' }],
  ['9901.301   Purpose.', { mark: '', number: '9901.301', title: 'Purpose.' }],
  ['(XXXX) §§ 7c bis 7d (weggefallen)', { number: '7c', others: ['7d'], title: '(weggefallen)' }],
  ['§§ 7c bis 9 Abschreibung', { number: '7c', others: ['8', '9'], written: '7c bis 9' }],
  ['§§ 38 bis 39b', { number: '38', others: ['39', '39a', '39b'] }],
  ['§§ 1, 2, and 5. Repealed', { number: '1', others: ['2', '5'], title: 'Repealed' }],
  ['§§ 102.104-102.106 [Reserved]', { number: '102.104', others: ['102.105', '102.106'], title: '[Reserved]' }],
  ['§§ 1.46-7–1.46-9 [Reserved]', { number: '1.46-7', others: ['1.46-8', '1.46-9'] }],
  ['§§ 9 bis 7', { number: '9', others: ['7'] }],
  ['§§ 1 bis 5000', { number: '1', others: ['5000'] }],
] as const)('%s is the label of a section', (text, expected) => {
  expect(sectionLabelOf(text)).toMatchObject(expected);
});

it.each(['Section 179 and bonus depreciation', 'Sections of the law', '2025 was a good year', 'Facts', ''])(
  '"%s" is no label',
  (text) => {
    expect(sectionLabelOf(text)).toBeNull();
  },
);

it.each(['1-', '1, ', '1 to ', '1.1-', '1.1-1-', '1(a)-', '1a–', 'A '])(
  'a label that goes on with "%s" is read in time that does not grow with its divisions',
  (part) => {
    expect(cpuTime(() => sectionLabelOf(`§§ ${part.repeat(80)} x`))).toBeLessThan(100);
  },
);

it('any text is read, and every section begins at a heading', () => {
  const line = constantFrom(
    '# § 1 A',
    '## Article 2',
    '### 3 Title',
    '§ 4',
    '(1) shall',
    'We',
    'To: x',
    '---',
    '',
    'v.',
  );
  assert(
    property(tuple(string({ unit: 'binary' }), line, line, line, string()), (parts) => {
      const document = readMarkdown(parts.join('\n'));
      const { sections } = findAuthority(document, titleOf(document, 'a.md'), 'a.md');
      for (const { block } of sections) expect(document.blocks[block]?.type).toBe('heading');
    }),
  );
});

const passagesOf = (text: string) => toPassageDocument(readMarkdown(text), 'file.md');

it('a caption above a heading that has only the number belongs to the heading', () => {
  const { authority, passages } = passagesOf(
    '# Part 200\n\n        § 200.500   Purpose.\n\n#### § § 200.500\n\nThis part shall apply under 31 U.S.C. 7501.\n\n        § 200.501   Audit requirements.\n\n#### § § 200.501\n\n(b) A non-Federal entity must have a single audit for purposes of this part.\n',
  );
  expect(authority.sections).toMatchObject([
    { number: '200.500', title: '§ 200.500 Purpose.' },
    { number: '200.501', title: '§ 200.501 Audit requirements.' },
  ]);
  expect(passages.map(({ headings, section }) => [headings.at(-1), section])).toEqual([
    ['§ 200.500 Purpose.', 0],
    ['§ 200.501 Audit requirements.', 1],
  ]);
});

it('a caption without a mark takes that of the heading, so that its section is one among others with marks', () => {
  const { authority } = passagesOf(
    '# Part 9904\n\n#### § 9904.400\n\nThis part shall apply.\n\n#### § 9904.401\n\nCosts under this part shall be consistent.\n\n' +
      '9904.403-40   Requirement.\n\n#### § 9904.403-40\n\nExpenses shall be allocated, except as provided in this part.\n',
  );
  expect(authority.sections).toMatchObject([
    { number: '9904.400' },
    { number: '9904.401' },
    { number: '9904.403-40', title: '§ 9904.403-40 Requirement.' },
  ]);
});

it('the lines in front of a caption stay a paragraph of their own, with their own lines', () => {
  const { passages } = passagesOf(
    '# Part 200\n\nGeneral rules apply.\nThey are below.\n§ 200.501   Audit requirements.\n\n#### § § 200.501\n\n(b) An audit is required.\n',
  );
  const [general, audit] = passages;
  expect(general).toMatchObject({ text: 'General rules apply.\nThey are below.', line: 3, endLine: 4 });
  expect(audit?.headings.at(-1)).toBe('§ 200.501 Audit requirements.');
});

it('no heading is lost, also where the next heading follows at once', () => {
  const { passages } = passagesOf(
    '# Law\n\n## § 1 Repealed\n\n## § 2 Rule\n\nText.\n\n## Part B\n\n### § 3 Reserved\n',
  );
  const found = passages.map(({ headings, text }) => [...headings, text].join(' › '));
  expect(found).toEqual(['§ 1 Repealed', '§ 2 Rule › Text.', 'Part B › § 3 Reserved']);
});

it('the paragraphs of laws that begin with numbers have their pinpoints', () => {
  const canada =
    '### 5.1 Associated persons\n\n(1) For the purposes of this Act, a person is associated with\n\n- (a) a partnership if\n  - (i) the total is half, or\n  - (ii) it is more; and\n\n- (b) a trust.\n\n**Exceptions**\n\n(1.1) No person is associated with\n\n- (a) a bank.\n';
  const pins = passagesOf(canada).passages.flatMap((passage) => passage.pins);
  expect(pins).toEqual(['1', '1.a', '1.a.i', '1.a.ii', '1.b', '1_1', '1_1.a']);
  const germany =
    '### § 15 Einkünfte\n\n(1) Einkünfte sind\n\n1.  die Gewinne;\n\n    a)  aus Handel,\n\n    b)  aus Gewerbe;\n\n2.  die Anteile.\n\n(2) Dies gilt für\n\n1.  Tiere.\n';
  expect(passagesOf(germany).passages.flatMap((passage) => passage.pins)).toEqual([
    '1',
    '1.1',
    '1.1.a',
    '1.1.b',
    '1.2',
    '2',
    '2.1',
  ]);
});

it.each([
  ['Zuletzt geändert durch\n:   Art. 3 G v. 3.6.2021 I 1498', '2021-06-03'],
  ['Source: 89 FR 30136, Apr. 22, 2024, unless otherwise noted.', '2024-04-22'],
  ['This Act was last amended on June 20, 2024.', '2024-06-20'],
  ['Docket No. 12-34. Filed January 9, 2020.', '2020-01-09'],
  ['Argued April 20, 1988   Decided June 15, 1988', '1988-06-15'],
  ['A text that states no date of 2024.', ''],
  ['If the claim is filed with the Secretary on or before March 31, 2029, it is paid.', ''],
  ['A constitution that was adopted in 1970 and effective on July 1, 1971, counts.', ''],
  ['The chapter is repealed effective January 1, 1955.', ''],
  ['The rules of the Act, approved July 22, 1954, apply.', ''],
  ['The contracts under such Act as amended and supplemented before July 18, 1984, count.', ''],
])('the date of a law is the one that it states: %s', (text, expected) => {
  expect(statedDate(text)).toBe(expected);
});

it('the note below a section states its date', () => {
  expect(noteDate('> [32 FR 13380, Sept. 22, 1967, as amended at 89 FR 1, Apr. 22, 2024]')).toBe('2024-04-22');
  expect(noteDate('The rule of Apr. 22, 2024 applies.')).toBe('');
});

it('the note below the heading of a part states the date of its sections that have no note of their own', () => {
  const { authority } = passagesOf(
    '# Title 2\n\n## Part 200\n\n**Source:** Source: 89 FR 30136, Apr. 22, 2024, unless otherwise noted.\n\n### § 200.1\n\nThis part shall apply under 31 U.S.C. 7501.\n\n### § 200.2\n\nFor purposes of this part, an entity must file.\n\n[32 FR 13380, Jan. 2, 2025]\n\n## Part 300\n\n### § 300.1\n\nFor purposes of this part, an entity must pay.\n',
  );
  expect(authority.sections.map(({ number, date }) => [number, date])).toEqual([
    ['200.1', '2024-04-22'],
    ['200.2', '2025-01-02'],
    ['300.1', ''],
  ]);
});

/** Laws that name themselves only in the line that states their source. */
const BY_SOURCE = [
  `# Grunderwerbsteuergesetz (GrEStG)

Neugefasst durch Bek. v. 26.2.1997 I 418; zuletzt geändert durch Art. 33 G v. 2.12.2024 I Nr. 387

## § 1 Erwerbsvorgänge

(1) Der Grunderwerbsteuer unterliegen Rechtsvorgänge, soweit sie sich auf inländische Grundstücke beziehen. Absatz 2 gilt.

## § 2 Grundstücke

(1) Unter Grundstücken sind Grundstücke im Sinne des bürgerlichen Rechts zu verstehen.
`,
  `# Title 9 of the United States Code: Arbitration

As of Public Law 117-80.

## § 1. Definitions

“Commerce”, as herein defined, means commerce among the several States, and nothing herein shall apply to seamen.

## § 2. Validity of agreements

A written provision shall be valid, save upon such grounds as exist at law for the revocation of any contract.
`,
];

it('a law that names itself only in the line of its source is an authority', () => {
  for (const text of BY_SOURCE) expect(read(text, 'law.md').isAuthority).toBe(true);
});

it('a contract in sections that was changed by an addendum is no authority', () => {
  const contract = `# Mietvertrag, geändert durch Nachtrag 1

zwischen der Weidmann Optik GmbH (nachfolgend „Mieter“) und der Hallen AG

## § 1 Gegenstand

Vermietet wird die Halle 2. Absatz 2 gilt entsprechend.

## § 2 Miete

Die Miete beträgt 4.100 Euro im Monat.
`;
  expect(read(contract, 'Mietvertrag.md').isAuthority).toBe(false);
});
