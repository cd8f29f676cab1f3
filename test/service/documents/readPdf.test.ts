import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock, ReadDocument } from '../../../src/service/documents/document.ts';
import { readRanges, writeRanges } from '../../../src/service/documents/itemRange.ts';
import { toPassageDocument, toPassages } from '../../../src/service/documents/passages.ts';
import { readPdf } from '../../../src/service/documents/pdf/readPdf.ts';
import { FIXTURES } from '../temporary.ts';
import { column, makePdf } from './support/makePdf.ts';

const texts = ({ blocks }: ReadDocument) => blocks.filter((block) => block.type === 'text').map((block) => block.text);
const headings = ({ blocks }: ReadDocument) =>
  blocks.flatMap((block) => (block.type === 'heading' ? [`${'#'.repeat(block.level)} ${block.text}`] : []));
const blockWith = ({ blocks }: ReadDocument, words: string): DocumentBlock | undefined =>
  blocks.find((block) => block.text.includes(words));

const PROSE = [
  'The lessee measures the lease liability at the present value of the',
  'payments that are not yet paid. It uses the rate implicit in the lease',
  'where that rate can be readily determined and its own borrowing rate',
  'where it cannot. The liability is remeasured when the term changes.',
];

describe('readPdf: layout', () => {
  it('keeps the rows of a PDF table, with cells apart', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, at) => ({ text, x: 72 + at * 60, y }));
    const document = await readPdf(
      makePdf([
        {
          texts: [
            ...row(700, 'At least', 'Single', 'Joint', 'Head'),
            ...row(688, '25,300', '2,284', '4,145', '4,847'),
            ...row(676, '25,350', '2,290', '4,151', '4,855'),
          ],
        },
      ]),
    );
    expect(texts(document)).toEqual([
      'At least\tSingle\tJoint\tHead\n25,300\t2,284\t4,145\t4,847\n25,350\t2,290\t4,151\t4,855',
    ]);
  });

  it('reads numbers that stand 8 points apart as separate numbers', async () => {
    const texts10 = [
      { text: '2,284', x: 72, y: 700 },
      { text: '4,145', x: 105, y: 700 },
      { text: '4,847', x: 138, y: 700 },
    ];
    expect(texts(await readPdf(makePdf([{ texts: texts10 }])))[0]?.split(/\s+/)).toEqual(['2,284', '4,145', '4,847']);
  });

  it('reads two columns of a PDF one after the other', async () => {
    const left = Array.from({ length: 8 }, (_, at) => `left column line number ${at} of the first text`);
    const right = Array.from({ length: 8 }, (_, at) => `right column line number ${at} of the other text`);
    const document = await readPdf(makePdf([{ texts: [...column(50, 700, left), ...column(320, 700, right)] }]));
    const all = texts(document).join(' ');
    expect(all.indexOf('left column line number 7')).toBeLessThan(all.indexOf('right column line number 0'));
    expect(all).not.toContain('\t');
  });

  it('joins the lines of a PDF paragraph and the words that hyphens part', async () => {
    const lines = [
      'The company capitalizes the incremental costs of obtaining a con-',
      'tract when it expects to recover them. Costs of a low-value asset are ex-',
      'pensed. A low-value asset costs less than the amount of the policy.',
    ];
    const document = await readPdf(makePdf([{ texts: column(72, 700, lines) }]));
    expect(texts(document)).toEqual([
      'The company capitalizes the incremental costs of obtaining a contract when it expects to recover them. Costs of a low-value asset are expensed. A low-value asset costs less than the amount of the policy.',
    ]);
  });

  it('joins a paragraph that goes on after the end of a PDF page', async () => {
    const document = await readPdf(
      makePdf([
        { texts: column(72, 120, PROSE.slice(0, 2)) },
        { texts: column(72, 700, [...PROSE.slice(2), 'Another paragraph begins here.']) },
      ]),
    );
    const joined = blockWith(document, 'present value');
    expect(joined?.text).toContain('rate implicit in the lease where that rate can be readily determined');
    expect(joined?.place).toEqual({ page: 1 });
  });

  it('leaves out what lies outside the crop box of a PDF page', async () => {
    const page = {
      texts: [...column(72, 500, PROSE), { text: 'printer marks', x: 72, y: 780 }],
      cropBox: [36, 36, 576, 600],
    } as const;
    expect(texts(await readPdf(makePdf([page]))).join(' ')).not.toContain('printer marks');
  });
});

describe('readPdf: invoices', () => {
  const line = (y: number, left: string, right = '') => [
    { text: left, x: 72, y, bold: true, size: 12 },
    ...(right === '' ? [] : [{ text: right, x: 300, y, bold: true, size: 12 }]),
  ];
  const prose = column(72, 200, PROSE);

  it('takes a total and labels with their values for text, also in large and bold type', async () => {
    const document = await readPdf(
      makePdf([
        {
          texts: [
            { text: 'Invoice 471102', x: 72, y: 740, size: 20 },
            ...line(700, 'Seller', 'Lieferant GmbH'),
            ...line(680, 'Delivery date:', '5 March 2024'),
            ...line(640, 'TOTAL AMOUNT DUE ON August 3 $4.11'),
            ...line(600, 'Total', '529,87'),
            ...line(560, 'Terms of payment'),
            ...prose,
          ],
        },
      ]),
    );
    expect(headings(document)).toEqual(['# Invoice 471102', '## Terms of payment']);
    expect(texts(document).join('\n')).toContain('Seller\tLieferant GmbH\nDelivery date:\t5 March 2024');
    expect(texts(document).join('\n')).toContain('TOTAL AMOUNT DUE ON August 3 $4.11');
  });

  it('takes the lines of one size for one heading, and a line of another size for a heading of its own', async () => {
    const title = [
      { text: 'Agreement on the lease', x: 72, y: 720, size: 20 },
      { text: 'of a warehouse', x: 72, y: 697, size: 20 },
      { text: 'First part', x: 72, y: 675, size: 16 },
    ];
    const document = await readPdf(makePdf([{ texts: [...title, ...column(72, 600, PROSE)] }]));
    expect(headings(document)).toEqual(['# Agreement on the lease of a warehouse', '## First part']);
  });

  it('joins a number that is divided between two lines of a heading', async () => {
    const title = [
      { text: 'Engagement letter and invoice No. 2025-', x: 72, y: 720, size: 20 },
      { text: '114', x: 72, y: 697, size: 20 },
    ];
    const document = await readPdf(makePdf([{ texts: [...title, ...column(72, 600, PROSE)] }]));
    expect(headings(document)).toEqual(['# Engagement letter and invoice No. 2025-114']);
    expect(texts(document)).not.toContain('114');
  });

  it('joins the date of an invoice that is in the second line of its heading', async () => {
    const title = [
      { text: 'Invoice No. 00.123.456.7-2018-1 of', x: 72, y: 720, size: 20 },
      { text: 'April 18, 2018', x: 72, y: 697, size: 20 },
    ];
    const document = await readPdf(makePdf([{ texts: [...title, ...column(72, 600, PROSE)] }]));
    expect(headings(document)).toEqual(['# Invoice No. 00.123.456.7-2018-1 of April 18, 2018']);
    expect(toPassageDocument(document, 'scan.pdf').authority.date).toBe('2018-04-18');
  });

  it('keeps a numbered title in two cells as a heading', async () => {
    const title = [
      { text: '3.1', x: 72, y: 700, size: 14 },
      { text: 'Discount rate', x: 120, y: 700, size: 14 },
    ];
    expect(headings(await readPdf(makePdf([{ texts: [...title, ...column(72, 676, PROSE)] }])))).toEqual([
      '# 3.1 Discount rate',
    ]);
  });

  it('keeps the price of an invoice row in its row, also if lines between the rows differ on both sides', async () => {
    const items = [1, 2, 3, 4].flatMap((number) => {
      const y = 700 - number * 60;
      return [
        { text: `Item ${number} of the whole order`, x: 72, y },
        { text: `${number}9,80`, x: 420, y },
        { text: `Code A${number}`, x: 72, y: y - 11 },
        { text: 'Discount for a large order', x: 420, y: y - 16 },
        { text: 'in a carton', x: 72, y: y - 22 },
        { text: 'taken from the list price', x: 420, y: y - 27 },
      ];
    });
    const all = texts(await readPdf(makePdf([{ texts: items }]))).join('\n');
    for (const number of [1, 2, 3, 4]) expect(all).toContain(`Item ${number} of the whole order\t${number}9,80`);
  });

  it('keeps a label below another one apart', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, at) => ({ text, x: 60 + at * 150, y }));
    const page = [
      ...row(700, 'Supplier', ': Alpha', 'Customer', ': 17'),
      { text: 'Order : 4711', x: 360, y: 688 },
      ...row(676, 'Place', ': Berlin', 'Date', ': 5 March 2024'),
    ];
    expect(texts(await readPdf(makePdf([{ texts: page }]))).join('\n')).toContain(': 17\nOrder : 4711\nPlace');
  });

  it('joins the lines of a cell, and leaves a heading of rows and a line below the last row where they are', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, at) => ({ text, x: 60 + at * 150, y }));
    const page = [
      ...row(700, 'Quantity', 'Product', 'Price'),
      ...row(688, 'Insurance of cars'),
      ...row(676, '4.00', 'Personal', '31.10'),
      ...row(664, '', 'accidents and'),
      ...row(652, '', 'theft'),
      ...row(640, '5.00', 'Self-', '15.96'),
      ...row(628, '', 'Insurance'),
      ...row(616, '6.00', 'Luggage', '12.00'),
      ...row(604, '', 'All prices are net.'),
    ].filter(({ text }) => text !== '');
    expect(texts(await readPdf(makePdf([{ texts: page }])))).toEqual([
      'Quantity\tProduct\tPrice\nInsurance of cars\n4.00\tPersonal accidents and theft\t31.10\n5.00\tSelf-Insurance\t15.96\n6.00\tLuggage\t12.00',
      'All prices are net.',
    ]);
  });

  it('keeps the header and the prices of a table in their rows below an address at the right', async () => {
    const row = (y: number, ...cells: string[]) =>
      cells.map((text, at) => ({ text, x: [60, 120, 290, 340, 415][at] ?? 0, y }));
    const lines = (x: number, y: number, gap: number, ...texts: string[]) =>
      texts.map((text, at) => ({ text, x, y: y - at * gap }));
    const page = [
      ...lines(
        57,
        740,
        31,
        'Theodora East',
        'Station Road 42',
        '88802 Playing',
        'Customer number 2',
        'Invoice # RE-504 of March 8, 2015 to Theodora',
      ),
      ...lines(451, 733, 14, 'By Example Ltd', 'Corner 12', '12345 Townhouse', 'phone 555 23 78', 'fax 555 23 79'),
      ...row(480, 'Quantity', 'Product', 'VAT', 'Price', 'Amount'),
      ...row(461, '1.00', 'Design of a poster in one color', '7%', 'fixed at 160.00', '160.00'),
      ...lines(120, 448, 11, '(per hour)'),
      ...row(429, '400.00', 'Balloon, 500 ml', '19%', '0.79', '316.00'),
      ...row(410, '200.00', 'Hot air per liter', '19%', '0.10', '20.00'),
      ...lines(57, 390, 27, 'Net amount: 496.00', 'plus VAT', 'Total: 571.04', 'Please pay by the end of the month.'),
      ...lines(429, 160, 14, 'VAT number 6695', 'Account 88200800', 'By Example Bank', 'Holder Max Master'),
    ];
    expect(texts(await readPdf(makePdf([{ texts: page }]))).join('\n')).toContain(
      [
        'Quantity\tProduct\tVAT\tPrice\tAmount',
        '1.00\tDesign of a poster in one color (per hour)\t7%\tfixed at 160.00\t160.00',
        '400.00\tBalloon, 500 ml\t19%\t0.79\t316.00',
        '200.00\tHot air per liter\t19%\t0.10\t20.00',
      ].join('\n'),
    );
  });
});

it('a page whose label is longer than a label can be, or has no visible sign, has its number; others are one line', async () => {
  const placeWith = async (label: string) => {
    const pdf = makePdf([{ texts: column(72, 700, PROSE) }], { labels: `<< /Nums [0 << ${label} >>] >>` });
    expect(pdf.length).toBeLessThan(3000);
    return (await readPdf(pdf)).blocks[0]?.place;
  };
  expect(await placeWith('/S /r /St 2000000000')).toEqual({ page: 1 });
  expect(await placeWith('/S /r /St 4')).toEqual({ page: 1, pageLabel: 'iv' });
  expect(await placeWith('/S /D /P (A\\000\\007\\n\\r-)')).toEqual({ page: 1, pageLabel: 'A -1' });
  expect(await placeWith('/P (\\000\\007)')).toEqual({ page: 1 });
});

it('each line of a passage names the text items of its page that it was read from', async () => {
  const rows = ['Charges', 'Credits', 'Charges'].flatMap((label, at) => [
    { text: label, x: 72, y: 700 - at * 12 },
    { text: `${at}.01`, x: 300, y: 700 - at * 12 },
  ]);
  const { blocks } = await readPdf(makePdf([{ texts: rows }]));
  const [passage] = toPassages(blocks, '');
  const ranges = passage?.items ?? [];
  expect(passage?.text.split('\n')).toEqual(['Charges\t0.01', 'Credits\t1.01', 'Charges\t2.01']);
  expect(ranges).toHaveLength(3);
  expect(ranges[0]?.[1]).toBeLessThan(ranges[1]?.[0] ?? 0);
  expect(ranges[1]?.[1]).toBeLessThan(ranges[2]?.[0] ?? 0);
  expect(readRanges(writeRanges([...ranges, null]))).toEqual([...ranges, null]);
});

describe('every word of a PDF is in a passage, its headings, or the title', () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

  function missing(document: ReadDocument): string[] {
    const { title, passages } = toPassageDocument(document, 'file.pdf');
    const searched = new Set(
      wordsOf([title, ...passages.flatMap(({ headings, text }) => [...headings, text])].join('\n')),
    );
    const read = document.blocks.filter(({ type }) => type !== 'margin').flatMap(({ text }) => wordsOf(text));
    return read.filter((word) => !searched.has(word));
  }

  it.each(['inventory-pdftex', 'accrual-groff', 'lease-chromium'])('no word of %s.pdf is lost', async (name) => {
    expect(missing(await readPdf(readFileSync(join(FIXTURES, `library/formats/${name}.pdf`))))).toEqual([]);
  });

  it('no word is lost, whatever the sizes, fonts and gaps of the lines', async () => {
    const kinds = fc.record({
      size: fc.constantFrom(10, 10, 12, 16, 22),
      bold: fc.boolean(),
      value: fc.constantFrom('', '', 'EUR', '4.11', 'Lieferant GmbH'),
      gap: fc.constantFrom(14, 26, 40),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 16 }), async (lines) => {
        let y = 780;
        const page = lines.flatMap(({ size, bold, value, gap }, at) => {
          y -= gap;
          const words = { text: `Word${at} of line`, x: 72, y, size, bold };
          return value === '' ? [words] : [words, { text: `${value} value${at}`, x: 400, y, size, bold }];
        });
        const document = await readPdf(makePdf([{ texts: page }]));
        expect(missing(document)).toEqual([]);
        const read = document.blocks.map(({ text }) => text).join('\n');
        for (const at of lines.keys()) expect(read).toContain(`Word${at} of line`);
      }),
      { numRuns: 40 },
    );
  });
});

describe('readPdf: headings, pages and running text', () => {
  const body = (page: number) => column(72, 640, [`Page text ${page} starts here.`, ...PROSE]);

  it('takes large type in a PDF for headings and not the page', async () => {
    const document = await readPdf(
      makePdf([
        {
          texts: [
            { text: 'Lease policy', x: 72, y: 730, size: 20 },
            { text: 'Measurement', x: 72, y: 700, size: 14 },
            ...column(72, 670, PROSE),
          ],
        },
      ]),
    );
    expect(headings(document)).toEqual(['# Lease policy', '## Measurement']);
  });

  it('takes bold lines of body size for headings, with the level that the outline of the PDF gives', async () => {
    const page = {
      texts: [
        { text: 'Scope of the policy', x: 72, y: 700, bold: true },
        ...column(72, 676, PROSE),
        { text: 'Discount rate', x: 72, y: 600, bold: true },
        ...column(72, 576, PROSE),
      ],
    };
    expect(headings(await readPdf(makePdf([page])))).toEqual(['# Scope of the policy', '# Discount rate']);
    const outline = [{ title: 'Scope of the policy', page: 0 }];
    expect(headings(await readPdf(makePdf([page], { outline })))).toEqual([
      '# Scope of the policy',
      '## Discount rate',
    ]);
  });

  it('leaves out headers, footers and page numbers of a PDF after their first occurrence', async () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      texts: [
        { text: 'Annual report of Example Ltd', x: 72, y: 760 },
        ...body(number),
        { text: `Page ${number + 10}`, x: 290, y: 30 },
      ],
    }));
    const document = await readPdf(makePdf(pages));
    const all = texts(document).join('\n');
    expect(all.match(/Annual report/g)).toHaveLength(1);
    expect(all).not.toMatch(/Page 1\d/);
    const margins = document.blocks.filter((block) => block.type === 'margin').map((block) => block.text);
    expect(margins).toContain('Page 13');
    const searched = toPassages(document.blocks, '').map((passage) => passage.text);
    expect(searched.join('\n')).not.toContain('Page 13');
    expect(blockWith(document, 'Page text 3')?.place).toEqual({ page: 3, pageLabel: '13' });
  });

  it.each([
    ['1', false],
    ['- 1 -', false],
    ['Page 1 of 1', false],
    ['Seite 1 von 2', false],
    ['Page 41 of 205', false],
    ['1 / 3', false],
    ['41', true],
    ['1 200', true],
    ['Note 1', true],
  ])('whether the only page of a PDF keeps its last line: %s', async (line, isKept) => {
    const document = await readPdf(makePdf([{ texts: [...body(1), { text: line, x: 290, y: 30 }] }]));
    expect(texts(document).at(-1) === line).toBe(isKept);
  });

  it('leaves out the header of the second page of two, and keeps a heading of columns and an amount of both', async () => {
    const pages = [1, 2].map((number) => ({
      texts: [
        { text: 'Annual report of Example Ltd', x: 72, y: 770 },
        ...['Account', 'Opening', 'Closing'].map((text, at) => ({ text, x: 72 + 150 * at, y: 750 })),
        ...body(number),
        { text: `Schedule ${number}`, x: 72, y: 730 },
        { text: '1,480', x: 290, y: 30 },
      ],
    }));
    const all = texts(await readPdf(makePdf(pages))).join('\n');
    expect(all).toContain('Schedule 2');
    expect(all.match(/Annual report|Account|1,480/g)).toEqual([
      ...['Annual report', 'Account', '1,480'],
      ...['Account', '1,480'],
    ]);
  });

  it('takes no line with the number of its page for a heading, as courts print it in large type', async () => {
    const stamp = 'Case 1:21-cv-01061 Document 1 Filed 04/16/21 Page 7 of 16';
    const lines = [
      { text: stamp, x: 72, y: 770, size: 20 },
      { text: 'Complaint', x: 72, y: 700, size: 20 },
    ];
    const document = await readPdf(makePdf([{ texts: [...lines, ...body(1)] }]));
    expect(headings(document)).toEqual(['# Complaint']);
    expect(texts(document)[0]).toBe(stamp);
  });

  it('keeps amounts at the foot of PDF pages, which differ from page to page', async () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      texts: [...body(number), { text: `Total carried forward ${number * number * 37}`, x: 72, y: 40 }],
    }));
    const all = texts(await readPdf(makePdf(pages))).join('\n');
    for (const amount of [37, 148, 333, 592]) expect(all).toContain(`Total carried forward ${amount}`);
  });

  it('gives the page labels of the PDF', async () => {
    const pages = [1, 2, 3].map((number) => ({ texts: body(number) }));
    const document = await readPdf(makePdf(pages, { labels: '<< /Nums [0 << /S /r >> 2 << /S /D >>] >>' }));
    expect(blockWith(document, 'Page text 2')?.place).toEqual({ page: 2, pageLabel: 'ii' });
    expect(blockWith(document, 'Page text 3')?.place).toEqual({ page: 3, pageLabel: '1' });
  });

  it('gives the title of the PDF, and not the date of the file as the date of its text', async () => {
    const document = await readPdf(makePdf([{ texts: body(1) }], { title: 'Lease policy (2024)' }));
    expect(document.meta).toEqual({ title: 'Lease policy (2024)' });
  });
});

it('the library reads the values of form fields at their place and comments of a PDF', async () => {
  const document = await readPdf(
    makePdf([
      {
        texts: [{ text: 'Taxable income', x: 72, y: 700 }],
        annotations: [
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (income) /V (84,500) /Rect [200 695 300 711] >>',
          '<< /Type /Annot /Subtype /Text /Contents (Agree to the ledger) /T (Reviewer) /Rect [400 690 420 710] >>',
        ],
      },
    ]),
  );
  expect(texts(document)).toEqual(['Taxable income\t84,500', 'Comment by Reviewer: Agree to the ledger']);
});

describe('readPdf: files that cannot be read', () => {
  it('says that a PDF without text is a scan', async () => {
    await expect(readPdf(makePdf([{ texts: [] }]))).rejects.toThrow(/pictures and no text/);
  });

  it('reads damaged PDF bytes or reports a reason, whatever bytes are changed', async () => {
    const bytes = makePdf([{ texts: column(72, 700, PROSE) }], { title: 'Lease' });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 12 }),
        async (cut, changes) => {
          const damaged = Buffer.from(bytes);
          for (const [at, value] of changes) damaged[at] = value;
          const input = changes.length % 3 === 0 ? damaged.subarray(0, cut) : damaged;
          const result = await readPdf(input).catch((error: unknown) => error);
          if (result instanceof Error) expect(result.name).toBe('UnreadableDocument');
          else expect(result).toHaveProperty('blocks');
        },
      ),
      { numRuns: 60 },
    );
  });
});
