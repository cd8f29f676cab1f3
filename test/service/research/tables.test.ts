import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeWorkbook } from '../documents/support/makeOffice.ts';
import { makePdf } from '../documents/support/makePdf.ts';
import { temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

const NAMES = ['anvil', 'bellows', 'crucible', 'drill', 'engraver', 'forge', 'grinder', 'hoist', 'kiln', 'lathe'];

/** Two hundred machines. The kiln of the line 148 is asked for. */
function machines(cells: (name: string, cost: string, life: string) => string): string[] {
  return Array.from({ length: 200 }, (_, at) => {
    const name = at === 148 ? 'Vitrification kiln' : `${NAMES[at % NAMES.length]} no. ${at}`;
    return cells(name, `$${4100 + at * 7}`, `${3 + (at % 9)} years`);
  });
}

async function quoted(name: string, text: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  const answer = await ask(researcher({ folders: [folder] }), 'What did the vitrification kiln cost?');
  return answer.sources.find(({ snippet }) => snippet.includes('Vitrification kiln'))?.snippet ?? '';
}

const MARKDOWN = [
  '# Register of machines',
  '',
  'The machines of the workshop.',
  '',
  '| Machine | Acquisition cost | Useful life |',
  '|---|---:|---|',
];

it('rows of a Markdown table are quoted below its header, and a row with dots stands for those left out', async () => {
  const rows = machines((...cells) => `| ${cells.join(' | ')} |`);
  const snippet = await quoted('machines.md', [...MARKDOWN, ...rows].join('\n'));
  const lines = snippet.split('\n');
  expect(lines.slice(0, 3)).toEqual([MARKDOWN[4], MARKDOWN[5], '| … |']);
  expect(lines.slice(3)).toEqual(['| Vitrification kiln | $5136 | 7 years |', '| … |']);
});

it('a row that is left out between two quoted rows is shown by dots', async () => {
  const rows = machines((...cells) => cells.join(',')).with(150, 'Vitrification kiln,$1,9 years');
  const snippet = await quoted('machines.csv', ['Machine,Acquisition cost,Useful life', ...rows].join('\n'));
  expect(snippet.split('\n').slice(1)).toEqual([
    '…',
    'Vitrification kiln,$5136,7 years',
    '…',
    'Vitrification kiln,$1,9 years',
    '…',
  ]);
});

it('a Markdown table that is quoted from its beginning has one header', async () => {
  const rows = machines((...cells) => `| ${cells.join(' | ')} |`).slice(146, 150);
  const snippet = await quoted('machines.md', [...MARKDOWN, ...rows].join('\n'));
  expect(snippet.match(/Acquisition cost/g)).toHaveLength(1);
  expect(snippet).not.toContain('…');
});

it('records of a CSV file are quoted below its header', async () => {
  const rows = machines((...cells) => cells.join(','));
  const snippet = await quoted('machines.csv', ['Machine,Acquisition cost,Useful life', ...rows].join('\n'));
  const lines = snippet.split('\n');
  expect(lines.slice(0, 2)).toEqual(['Machine,Acquisition cost,Useful life', '…']);
  expect(lines.slice(2)).toEqual(['Vitrification kiln,$5136,7 years', '…']);
});

it('records of a CSV file with thousands of records are quoted below its header', async () => {
  const many = Array.from({ length: 8000 }, (_, at) => `stool no. ${at},$${90 + at},2 years`);
  const rows = [...many, ...machines((...cells) => cells.join(','))];
  const snippet = await quoted('machines.csv', ['Machine,Acquisition cost,Useful life', ...rows].join('\n'));
  const lines = snippet.split('\n');
  expect(lines.slice(0, 2)).toEqual(['Machine,Acquisition cost,Useful life', '…']);
  expect(lines.slice(2)).toEqual(['Vitrification kiln,$5136,7 years', '…']);
});

for (const [form, between] of [
  ['whose cells have lines of their own', '\n'],
  ['in a single line', ''],
] as const) {
  it(`rows of an HTML table ${form} are quoted below its header`, async () => {
    const row = (cells: readonly string[], tag: string) =>
      ['<tr>', ...cells.map((cell) => `<${tag}>${cell}</${tag}>`), '</tr>', ''].join(between);
    const header = row(['Machine', 'Acquisition cost', 'Useful life'], 'th');
    const rows = machines((...cells) => row(cells, 'td'));
    const page = `<h1>Register of machines</h1><p>The machines.</p><table>${header}${rows.join(between)}</table>`;
    const lines = (await quoted('machines.html', page)).split('\n');
    expect(lines.slice(0, 2)).toEqual(['Machine\tAcquisition cost\tUseful life', '…']);
    expect(lines).toContain('Vitrification kiln\t$5136\t7 years');
  });
}

it('text before a table is not taken for its header', async () => {
  const rows = machines((...cells) => `| ${cells.join(' | ')} |`);
  const snippet = await quoted('machines.md', ['# Register of machines', '', ...rows].join('\n'));
  expect(snippet).toContain('Vitrification kiln');
  expect(snippet).not.toContain('| … |');
});

const ACCOUNTS = [
  ['Account', 'Name', '2025', '2024'],
  ...[
    'Raw material',
    'Cash at the bank',
    'Goods in work',
    'Land',
    'Machines',
    'Goodwill',
    'Payables',
    'Bonuses',
    'Stock',
  ].map((name, at) => [`10${at}0`, name, String(1000 + at), String(900 + at)]),
];

async function askAboutCash(name: string, bytes: string | Buffer) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), bytes);
  const conversation = ['What does the balance show for goodwill?', 'And for cash?'];
  return ask(researcher({ folders: [folder] }), conversation);
}

const aboutCash = async (name: string, bytes: string | Buffer) => (await askAboutCash(name, bytes)).sources[0];

function workbookOf(accounts: readonly (readonly string[])[]): Buffer {
  const cell = (column: string, row: number, value: string) =>
    `<c r="${column}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = accounts.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((value, column) => cell('ABCD'[column] ?? '', at + 1, value)).join('')}</row>`,
  );
  return makeWorkbook({ sheets: { TB: rows.join('') } });
}

it.each([
  ['balance.csv', ACCOUNTS.map((row) => row.join(',')).join('\n'), /^Account,.*\n…\n1010,Cash at the bank,.*\n…$/],
  [
    'balance.md',
    ['# Balance', '', ...ACCOUNTS.map((row) => `| ${row.join(' | ')} |`).toSpliced(1, 0, '|---|---|---|---|')].join(
      '\n',
    ),
    /^\| Account .*\n\|---.*\n\| … \|\n\| 1010 \| Cash at the bank .*\n\| … \|$/,
  ],
])('of a table with many rows, those with the words of the question are quoted: %s', async (name, text, quoted) => {
  expect((await aboutCash(name, text))?.snippet).toMatch(quoted);
});

const RETENTION = [
  '# Retention',
  '',
  'Version of April 2.',
  '',
  '| Documents | Kept for |',
  '|---|---|',
  ...['Audit files', 'Tax returns', 'Letters', 'Payroll', 'E-mail', 'Applications'].map(
    (name, at) => `| ${name} | ${at + 2} years |`,
  ),
  '',
  'Nothing is destroyed while a claim is pending.',
];
const PROGRAM = [
  '# Wage base of social security',
  'WAGE_BASE = 176_100',
  '',
  ...['Mileage', 'Meals', 'Lodging', 'Fuel'].flatMap((name, at) => [
    `# ${name} rate of employees`,
    `${name.toUpperCase()} = 0.${at + 61}`,
    '',
  ]),
  'class Engine:',
  '    """Rules of one year."""',
  '',
  '    # Premium of insurance for health',
  '    PREMIUM = 4_150',
  '',
  '    # Threshold of the levy',
  '    THRESHOLD = 50_000',
];

it.each([
  [
    'retention.md',
    RETENTION,
    'How long is payroll kept?',
    [...RETENTION.slice(2, 6), '| … |', '| Payroll | 5 years |', '| … |', ...RETENTION.slice(12)],
  ],
  ['engine.py', PROGRAM, 'What is the mileage rate?', ['…', '# Mileage rate of employees', 'MILEAGE = 0.61', '…']],
  [
    'engine.py',
    PROGRAM,
    'What is the threshold of the levy?',
    ['…', 'class Engine:', '    """Rules of one year."""', '…', ...PROGRAM.slice(-2)],
  ],
])(
  'of %s, what the question does not name is left out of the table or of the program',
  async (name, lines, question, quoted) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), lines.join('\n'));
    const { sources } = await ask(researcher({ folders: [folder] }), question);
    expect(sources[0]?.snippet.split('\n')).toEqual(quoted);
  },
);

it('quoted rows of a workbook have their cells as place, not those of the sheet', async () => {
  const source = await aboutCash('Trial balance.xlsx', workbookOf(ACCOUNTS));
  expect(source).toMatchObject({ title: 'Trial balance', place: 'TB!A3:D3', section: 'TB!A3:D3' });
});

it('quoted rows of a workbook are shown as a table, also if the rows below the header are left out', async () => {
  const { text } = await askAboutCash('Trial balance.xlsx', workbookOf(ACCOUNTS));
  expect(text).toContain('> | Account | Name | 2025 | 2024 |\n> | --- | --- | --- | --- |\n> | … |\n');
  expect(text).toContain('> | 1010 | Cash at the bank | 1001 | 901 |\n');
});

it.each(['Which accounts are there?', 'Is there cash for furniture?'])(
  'a table is quoted whole if no few rows are what was asked for: %s',
  async (question) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'accounts.csv'), ACCOUNTS.map((row) => row.join(',')).join('\n'));
    const { sources } = await ask(researcher({ folders: [folder] }), question);
    expect(sources[0]?.snippet).not.toContain('…');
  },
);

async function answerAbout(name: string, text: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  return (await ask(researcher({ folders: [folder] }), 'What did the vitrification kiln cost?')).text;
}

it.each([
  ['machines.csv', ','],
  ['machines.csv', ';'],
  ['machines.tsv', '\t'],
])(
  'records of %s with "%s" between their cells are shown as a table below the names of the columns',
  async (name, mark) => {
    const rows = [
      ['Machine', 'Acquisition cost', 'Maker', 'Note'],
      ['Lathe', '4100.00', 'Ames', ''],
      ['Vitrification kiln', '5136.00', `"Hall${mark} ""Sons"" | Co"`, '*as new*'],
    ].map((cells) => cells.join(mark));
    const text = await answerAbout(name, rows.join('\n'));
    expect(text).toContain('> | Machine | Acquisition cost | Maker | Note |\n> | --- | --- | --- | --- |\n');
    const shown = mark.trim();
    expect(text).toContain(`> | Vitrification kiln | 5136.00 | Hall${shown} "Sons" \\| Co | \\*as new\\* |\n>\n> [1]`);
    expect(text).not.toContain('```');
  },
);

it('a cell of a CSV file is shown with the signs that it has, also where Markdown would read them as a character', async () => {
  const text = await answerAbout('machines.csv', 'Machine,Maker\nVitrification kiln cost,Hall &amp; Sons & Co &#169;');
  expect(text).toContain('> | Vitrification kiln cost | Hall \\&amp; Sons & Co \\&\\#169; |');
});

it('a record of a CSV file that is longer than its row is shown with all its cells', async () => {
  const text = await answerAbout('machines.csv', 'Machine,Acquisition cost\nVitrification kiln,5136.00,used,2019');
  expect(text).toContain('> | Machine | Acquisition cost |  |  |\n');
  expect(text).toContain('> | Vitrification kiln | 5136.00 | used | 2019 |');
});

it.each([
  ['with an open quotation mark', 'Machine,Acquisition cost\nVitrification kiln,"5136.00'],
  [
    'that is longer than a quotation',
    `Machine,Note\nVitrification kiln,${'cost of the vitrification kiln. '.repeat(300)}`,
  ],
  ['without names of columns', 'Vitrification kiln'],
])('a record of a CSV file %s is shown as it is written', async (_form, file) => {
  expect(await answerAbout('machines.csv', file)).toContain('> ```\n');
});

it('a line between two rows of a table in a PDF is a row, and the table ends below its last row', async () => {
  const folder = temporaryFolder();
  const row = (y: number, ...cells: string[]) => cells.map((text, at) => ({ text, x: 60 + at * 150, y }));
  const page = [
    ...row(700, 'Quantity', 'Product', 'Price'),
    ...row(686, '1.00', 'Design', '160.00'),
    ...row(672, '(per hour)'),
    ...row(658, '400.00', 'Vitrification kiln', '316.00'),
    ...row(620, 'Net amount: 476.00'),
  ];
  writeFileSync(join(folder, 'invoice.pdf'), makePdf([{ texts: page }]));
  const { text } = await ask(researcher({ folders: [folder] }), 'What did the vitrification kiln cost?');
  expect(text).toContain(
    [
      '> | Quantity | Product | Price |',
      '> | --- | --- | --- |',
      '> | 1.00 | Design | 160.00 |',
      '> | (per hour) |',
      '> | 400.00 | Vitrification kiln | 316.00 |',
      '>',
      '> Net amount: 476.00  ',
    ].join('\n'),
  );
});
