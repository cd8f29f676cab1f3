import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goesOnAt, quotedParts } from '../../../src/text/omission.ts';
import { findPassage, isAllText } from '../../../src/webview/pdf/findPassage.ts';
import { findWords } from '../../../src/webview/pdf/findWords.ts';
import { foldVisible, foldWords, pieceRanges } from '../../../src/webview/pdf/foldedText.ts';
import type { PageRanges } from '../../../src/webview/pdf/marks.ts';
import { matchPassage } from '../../../src/webview/pdf/matchPassage.ts';
import type { PageTexts } from '../../../src/webview/pdf/pageTexts.ts';
import { cpuTime } from '../../support/cpuTime.ts';

/** The pieces of text of each page. */
function textsOf(...pages: readonly (readonly string[])[]): PageTexts {
  return {
    async of(page) {
      const pieces = pages[page - 1] ?? [];
      const content = { items: [], styles: {}, lang: null };
      return { content, pieces, words: () => foldWords(pieces), visible: () => foldVisible(pieces) };
    },
  };
}

/** What is marked, page by page. */
function marked(found: readonly PageRanges[], ...pages: readonly (readonly string[])[]): string[] {
  return found.map(({ page, ranges }) =>
    ranges.map(({ piece, start, end }) => pages[page - 1]?.[piece]?.slice(start, end)).join('|'),
  );
}

const find = (texts: PageTexts, pages: number, passage: string, page: number) =>
  findPassage(texts, pages, { passage, page });

describe('a quoted passage in a PDF', () => {
  const page = [
    'Lease of the ware-',
    'house. The rent of $96,000 is',
    'Page 3',
    'due in March; it is “fixed” for a year.',
    'Nothing else.',
  ];

  it('is found across pieces, with hyphens, quotation marks and line ends that differ', async () => {
    const found = await find(textsOf(page), 1, 'The rent of $96,000 is due in March; it is "fixed" for a year.', 1);
    expect(marked(found, page)).toEqual(['The rent of $96,000 is|due in March; it is “fixed” for a year.']);
    const hyphen = await find(textsOf(page), 1, 'Lease of the warehouse.', 1);
    expect(marked(hyphen, page)).toEqual(['Lease of the ware-|house']);
  });

  it('is found in the order of the page when the library read the columns in another order', async () => {
    const columns = ['Machinery and tools', 'Useful life in years', 'Land improvements', 'Depreciation method'];
    const quote = 'Machinery and tools Land improvements\nUseful life in years Depreciation method';
    expect(marked(await find(textsOf(columns), 1, quote, 1), columns)).toEqual([columns.join('|')]);
  });

  it('is marked cell by cell if it is a row of a table, whose items can be in another order and repeat', async () => {
    const table = [
      'Menge',
      'Preis',
      '1,00',
      'Gestaltung',
      '(Stunde):',
      '7%',
      '160,00 €',
      ' ',
      '160,00 €',
      '2,00',
      '7%',
    ];
    const pieces = async (passage: string, items: [number, number]) => {
      const found = await findPassage(textsOf(table), 1, { passage, page: 1, items });
      return found.flatMap(({ ranges }) => ranges.map(({ piece }) => piece));
    };
    expect(await pieces('1,00\tGestaltung\t7%\t160,00 €\t160,00 €', [2, 8])).toEqual([2, 3, 5, 6, 8]);
    expect(await pieces('1,00\tGestaltung\t7%\t160,00 €\t160,00 €\n(Stunde):', [2, 8])).toEqual([2, 3, 4, 5, 6, 8]);
    const twice = ['1,00', '7%', 'By Example', 'Corner 12', '●', 'By Example', 'Corner 12', 'phone 555'];
    const address = '1,00\t7%\nBy Example\nCorner 12\nphone 555';
    const ranges = await findPassage(textsOf(twice), 1, { passage: address, page: 1, items: [0, 7] });
    expect(ranges.flatMap((each) => each.ranges.map(({ piece }) => piece))).toEqual([0, 1, 5, 6, 7]);
    const signs = await findPassage(textsOf(table), 1, { passage: '2,00\t7%', page: 1, items: [9, 10] });
    expect(marked(signs, table)).toEqual(['2,00|7%']);
  });

  it('is found between the text items that it was read from, and elsewhere if they no longer contain it', async () => {
    const lines = ['Charges of the service', '$0.01', 'Credits', 'Charges of the service', '$0.01'];
    const pieces = async (items: [number, number]) => {
      const found = await findPassage(textsOf(lines), 1, { passage: 'Charges of the service $0.01', page: 1, items });
      return found.flatMap(({ ranges }) => ranges.map(({ piece }) => piece));
    };
    expect(await pieces([3, 4])).toEqual([3, 4]);
    expect(await pieces([0, 1])).toEqual([0, 1]);
    expect(await pieces([2, 2])).toEqual([0, 1]);
    expect(await pieces([900, 901])).toEqual([0, 1]);
  });

  it('is marked as a whole if the text items are those of its beginning, in which words of its rest stand by chance', async () => {
    const letter = [
      'Costs are taxed pursuant to Rule 35.',
      'Form limits:',
      'A party who is entitled to costs pursuant to Rule 39 files a bill.',
    ];
    const found = await findPassage(textsOf(letter), 1, {
      passage: `${letter[0]}\n${letter[2]}`,
      page: 1,
      items: [0, 0],
    });
    expect(marked(found, letter)).toEqual([`${letter[0]}|${letter[2]}`]);
    const head = [
      'EUR 5',
      'Currency',
      ':',
      'EUR',
      'Date',
      ':',
      '29.09.2018',
      'Number',
      ':',
      '549910',
      'Number',
      ':',
      '77',
    ];
    const rows = 'Currency\t: EUR\nDate\t: 29.09.2018\nNumber\t: 549910\nNumber\t: 77';
    const values = await findPassage(textsOf(head), 1, { passage: rows, page: 1, items: [1, 3] });
    expect(marked(values, head)).toEqual(['Currency|EUR|Date|29.09.2018|Number|549910|Number|77']);
  });

  it('is marked on both pages when it runs over the end of a page', async () => {
    const pages = [['The lessee pays the rent on the first day of'], ['each month without any deduction.']] as const;
    const quote = 'The lessee pays the rent on the first day of each month without any deduction.';
    const found = await find(textsOf(...pages), 2, quote, 1);
    expect(marked(found, ...pages)).toEqual([pages[0][0], 'each month without any deduction.']);
  });

  it('is marked on all pages when it runs over several short pages', async () => {
    const pages = ['insurance', 'access to the hall', 'noise and dust', 'storage of steel', 'keys and locks'].map(
      (topic) => [`Rules about ${topic} are agreed by the parties.`],
    );
    const found = await find(textsOf(...pages), 5, pages.flat().join(' '), 1);
    expect(found.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is compared without what the library adds behind a cut, in every language', () => {
    for (const where of ['continues: (B) Limits', 'weiter mit: (B) Limits', '续：(B) Limits']) {
      expect(quotedParts(`The rent is due. ${goesOnAt(where)}`)).toEqual(['The rent is due. ']);
    }
  });

  it('is found on another page of a file that has changed, and nowhere in a file that no longer contains it', async () => {
    const pages = [['A new cover page.'], ['A new preface, about other things.'], page] as const;
    const found = await find(textsOf(...pages), 3, 'due in March; it is "fixed" for a year', 1);
    expect(found.map((one) => one.page)).toEqual([3]);
    expect(await find(textsOf(...pages), 3, 'The lessor insures the building against fire.', 1)).toEqual([]);
    expect(await find(textsOf(...pages), 3, '… [continues: (B) Limits]', 7)).toEqual([]);
  });

  it('is told apart from the rest of its page, unless it is practically all of it', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `Clause ${at} is agreed by the parties in schedule ${at}.`);
    const letter = [['Letter of the office', ...lines], ['A second page with other words.']];
    const texts = textsOf(...letter);
    const isAll = async (quote: string) => isAllText(texts, await find(texts, 2, quote, 1));
    expect(await isAll(lines.join(' '))).toBe(true);
    expect(await isAll(lines.slice(0, 10).join(' '))).toBe(false);
    expect(await isAll('A second page with other words.')).toBe(false);
  });

  it('any part of any text is found completely', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zé ,.ﬁ-]{0,30}$/u), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        (pieces, from, length) => {
          const text = foldWords(pieces).text;
          const start = text.length === 0 ? 0 : from % text.length;
          const passage = text.slice(start, start + 12 + (length % 200));
          fc.pre(passage.length >= 12);
          const { found, rest } = matchPassage([passage], text);
          expect([found, rest]).toEqual([passage.length, []]);
        },
      ),
    );
  });

  it('any two texts are compared without an error, and every range is inside its piece', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.string({ unit: 'binary' }), (pieces, passage) => {
        const folded = foldWords(pieces);
        const { spans } = matchPassage([foldWords([passage]).text], folded.text);
        for (const { start, end } of spans) {
          for (const range of pieceRanges(folded, start, end)) {
            expect(range.start).toBeGreaterThanOrEqual(0);
            expect(range.end).toBeLessThanOrEqual(pieces[range.piece]?.length ?? 0);
            expect(range.end).toBeGreaterThan(range.start);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is compared with a page of 100,000 equal characters in less than a second', () => {
    const time = cpuTime(() => {
      matchPassage(['a'.repeat(20_000)], 'a'.repeat(100_000));
      matchPassage([`${'ab'.repeat(5_000)}c`.repeat(2)], `${'ab'.repeat(50_000)}d`);
    });
    expect(time).toBeLessThan(1000);
  });
});

describe('finding words in a PDF', () => {
  it('words are found on all pages whatever their case and line ends', async () => {
    const pages = [
      ['The Ren', 'tal income'],
      ['rental  INCOME and rental', 'income'],
    ] as const;
    const found = await findWords(textsOf(...pages), 2, 'rental income', new AbortController().signal);
    expect(marked(found ?? [], ...pages)).toEqual(['Ren|tal income', 'rental  INCOME', 'rental|income']);
  });

  it('a number with a point is not found as the number without it', async () => {
    const found = await findWords(textsOf(['15 and 1.5']), 1, '1.5', new AbortController().signal);
    expect(found).toHaveLength(1);
  });

  it('a search that was replaced gives nothing', async () => {
    expect(await findWords(textsOf(['rent']), 1, 'rent', AbortSignal.abort())).toBeNull();
  });
});
