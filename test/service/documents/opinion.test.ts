import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseName } from '../../../src/service/documents/caseName.ts';
import { legalForm } from '../../../src/service/documents/legalForm.ts';
import { hasNumberedParagraphs, numberedLabelsOf } from '../../../src/service/documents/numberedParagraphs.ts';
import { hasOpinionForm } from '../../../src/service/documents/opinionForm.ts';
import { toPassageDocument } from '../../../src/service/documents/passages.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { noteDate, sourceDate, statedDate } from '../../../src/service/documents/statedDate.ts';
import { shortestCpuTime } from '../../support/cpuTime.ts';

const STATE = `IN THE SUPREME COURT OF THE STATE OF NEW MEXICO

Opinion Number: 2012-NMSC-041

Filing Date: November 5, 2012

NO. 33,120

STATE OF NEW MEXICO,

        Plaintiff-Appellee,

v.

MARIA T. GALE,

        Defendant-Appellant.

BACKGROUND

Defendant appeals her conviction. She was stopped on the road to Taos.

DISCUSSION

We review the sufficiency of the evidence. We conclude that it was sufficient.

CONCLUSION

We affirm the judgment of the district court.

IT IS SO ORDERED.

WE CONCUR: A. Judge, Chief Justice
`;

const TAX_COURT = `T.C. Memo. 2020-5

UNITED STATES TAX COURT

ROBERT J. FINCH AND INES FINCH, Petitioners v.
COMMISSIONER OF INTERNAL REVENUE, Respondent

Docket No. 1234-18. Filed January 9, 2020.

MEMORANDUM FINDINGS OF FACT AND OPINION

Respondent determined a deficiency. We conclude that petitioners are liable. We hold for respondent. We disagree with petitioners.
`;

const GERMAN = `BUNDESFINANZHOF

Urteil vom 15.11.2017, I R 39/15

Tenor

Die Revision der Klägerin gegen das Urteil des Finanzgerichts wird als unbegründet zurückgewiesen.

Tatbestand

Die Klägerin und Revisionsklägerin ist eine Stiftung. Die Beklagte lehnte ab.

Entscheidungsgründe

Die Revision ist unbegründet.
`;

describe('an opinion', () => {
  it.each([
    [STATE, 'State of New Mexico v. Maria T. Gale, 2012-NMSC-041'],
    [TAX_COURT, 'Robert J. Finch and Ines Finch v. Commissioner of Internal Revenue, T.C. Memo. 2020-5'],
    [GERMAN, 'Bundesfinanzhof, Urteil vom 15.11.2017, I R 39/15'],
  ])('has the title of its case, whatever its file is called: %#', (text, title) => {
    const document = toPassageDocument(readMarkdown(text), '18374.txt');
    expect(document.title).toBe(title);
    expect(document.authority.isAuthority).toBe(true);
  });

  it('has its headings as structure, also where the text marks none', () => {
    const headings = (text: string) =>
      toPassageDocument(readMarkdown(text), '18374.txt').passages.flatMap((passage) => passage.headings.slice(-1));
    expect(headings(STATE)).toEqual(['BACKGROUND', 'DISCUSSION', 'CONCLUSION', 'IT IS SO ORDERED.']);
    expect(headings(GERMAN)).toEqual(['Tenor', 'Tatbestand', 'Entscheidungsgründe']);
  });

  it('loses no line to its headings', () => {
    const { passages } = toPassageDocument(readMarkdown(STATE), '18374.txt');
    const found = passages.map(({ headings, text }) => `${headings.join(' ')} ${text}`).join(' ');
    for (const word of STATE.split(/\s+/)) expect(found).toContain(word);
  });
});

it.each([
  ['Smith v. Commissioner', 'Smith v. Commissioner'],
  [
    'GALE INDUSTRIES, INC., Appellant, vs. UNITED STATES OF AMERICA, Appellee.',
    'Gale Industries, Inc. v. United States of America',
  ],
  ["KEVIN O'BRIEN v. HENDRY'S CORPORATION", "Kevin O'Brien v. Hendry's Corporation"],
  ['In re Estate of Vardal\nNo. 12', 'In re Estate of Vardal'],
  ['PEOPLE OF THE STATE,\n  Plaintiff,  )\n  v.  )\nJOHN FINCH,  )\n  Defendant.', 'People of the State v. John Finch'],
  ['This follows the rule of the court in Smith v. Jones, which we affirm.', ''],
  ['Minutes of the meeting', ''],
])('the case of a caption is read from its first lines: %s', (text, expected) => {
  expect(caseName(text)).toBe(expected);
});

it('a memo with the headings of an opinion keeps its own title and headings', () => {
  const memo = '# Trucks\n\nTo: Ines\n\nDISCUSSION\n\nWe told the client that Smith v. Jones applies.\n';
  expect(toPassageDocument(readMarkdown(memo), '18374.txt')).toMatchObject({ title: 'Trucks' });
});

describe('what recognizes the form of a text', () => {
  const word = constantFrom(
    'v. ',
    'IN RE ',
    '(1) ',
    '1. ',
    'a) ',
    '[1 FR 2, ',
    'Source: ',
    'shall ',
    'I R 1/2 ',
    'Supreme Court ',
    '\n',
    '§ ',
  );
  const recognize = (text: string) => {
    const lines = text.split('\n').map((line) => ({ text: line, heading: false }));
    return {
      form: legalForm(text),
      opinion: hasOpinionForm(text),
      name: caseName(text),
      dates: [statedDate(text), noteDate(text), sourceDate(text)],
      numbered: hasNumberedParagraphs(lines),
      labels: lines.map((line) => numberedLabelsOf(line.text)),
      passages: toPassageDocument(readMarkdown(text), 'file.txt').passages.length,
    };
  };

  it('reads any text', () => {
    assert(
      property(array(oneof(word, string()), { maxLength: 60 }), (parts) => {
        const { dates, name } = recognize(parts.join(''));
        for (const date of dates) expect(date).toMatch(/^$|^\d{4}-\d{2}-\d{2}/);
        expect(name.length).toBeLessThanOrEqual(600);
      }),
    );
  });

  it.each([
    'v. ',
    'Smith v. ',
    'wird a ',
    '(1) ',
    '[1 FR 2, ',
    'between a ',
    'Source: ',
    'A, ',
    ' ',
    'last amended ',
    'In re A ',
    'I. ',
    '1.a) ',
  ])('takes time in proportion to a text that repeats "%s"', (token) => {
    const cost = (size: number) => {
      const text = `${token.repeat(size / token.length)}\n`.repeat(2);
      return shortestCpuTime(() => recognize(text));
    };
    cost(20_000);
    const small = cost(40_000);
    // Four times the text, with room for what does not depend on its length.
    expect(cost(160_000)).toBeLessThan(10 * small + 500);
  });
});
