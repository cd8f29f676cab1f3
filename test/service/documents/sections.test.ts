import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleOf } from '../../../src/service/documents/document.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { sectionLabelOf } from '../../../src/service/documents/sectionLabel.ts';
import { findAuthority } from '../../../src/service/documents/sections.ts';

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
      { number: '20', title: '§§ 20 UStG (weggefallen)' },
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
  ['(XXXX) §§ 7c bis 7d (weggefallen)', { number: '7c', title: '(weggefallen)' }],
] as const)('%s is the label of a section', (text, expected) => {
  expect(sectionLabelOf(text)).toMatchObject(expected);
});

it.each(['Section 179 and bonus depreciation', 'Sections of the law', '2025 was a good year', 'Facts', ''])(
  '"%s" is no label',
  (text) => {
    expect(sectionLabelOf(text)).toBeNull();
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
