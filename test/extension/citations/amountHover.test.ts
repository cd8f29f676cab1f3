import { pathToFileURL } from 'node:url';
import { assert, property, string } from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { amountAt, type FileAmount } from '../../../src/extension/citations/amountAt.ts';
import { amountHover } from '../../../src/extension/citations/amountHover.ts';
import type { AmountRequest, AmountStatement } from '../../../src/protocol/amountStatement.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const FILE = '/clients/memo.md';
const asked: AmountRequest[] = [];

class Range {
  readonly columns: readonly number[];
  constructor(_line: number, start: number, _endLine: number, end: number) {
    this.columns = [start, end];
  }
}

/** The amount at the first `¦` of a text. */
function at(marked: string, path = FILE, languageId = 'markdown'): FileAmount | null {
  const before = marked.slice(0, marked.indexOf('¦')).split('\n');
  const lines = marked.replace('¦', '').split('\n');
  const document = { lineAt: (line: number) => ({ text: lines[line] }), uri: { fsPath: path }, languageId };
  const position = { line: before.length - 1, character: before.at(-1)?.length };
  return amountAt({ Range } as never, document as never, position as never);
}

it.each([
  ['The limit is $2,50¦0,000 for 2025.', '$2,500,000'],
  ['The limit is $2.5 mill¦ion.', '$2.5 million'],
  ['const LIMIT = 2_50¦0_000;', '2_500_000'],
  ['const LIMIT = ¦2500000;', '2500000'],
  ['Die Grenze ist 2.500.¦000,00 Euro.', '2.500.000,00'],
  ['A bonus of 40¦% applies.', '40%'],
])('the amount at a position is read as written: %s', (line, written) => {
  expect(at(line)?.written).toBe(written);
  const [start = 0, end = 0] = (at(line)?.range as unknown as Range | undefined)?.columns ?? [];
  expect(line.replace('¦', '').slice(start, end)).toBe(written);
});

it.each(['in 20¦25', 'item 1¦2', 'on 2025-01-¦19', '¦', 'no number ¦here', '$2,500,000 is ¦far'])(
  'a year, a number of an item and a word are no amounts: %s',
  (line) => {
    expect(at(line)).toBeNull();
  },
);

it.each([
  ['30118,Forklifts,2025-02-20,214¦200,8,SL,22313', '214200'],
  ['a;"Forklifts; 6";¦4911;8', '4911'],
  ['a,"$2,74¦6,800.50",x', '2,746,800.50'],
  ['U2,Inventory,-20¦792,factual', '20792'],
  ['a\t12¦.50\tb', '12.50'],
])('a number in a CSV field is an amount, whatever the other fields contain: %s', (record, written) => {
  expect(at(record, '/clients/register.csv')?.written).toBe(written);
});

it.each([
  'a,20¦25,b',
  'a,2025-02-¦20,b',
  'a,8¦,b',
  'a,7-ye¦ar,1000',
  '44¦00,Revenue,9000',
  '"44¦00";Erlöse',
  '301¦18,Forklifts',
])(
  'a year, a date, a short number and the number that a record begins with, as of an account, are not amounts: %s',
  (record) => {
    expect(at(record, '/clients/register.csv')).toBeNull();
  },
);

function statement(path: string, content: AmountStatement['content'], title = 'Lease'): AmountStatement {
  return { source: { title, url: null, location: { path, line: 7, endLine: 9 } }, content };
}

const words = (text: string): AmountStatement['content'] => ({ type: 'text', text });

async function shown(line: string, ...statements: AmountStatement[]): Promise<string> {
  const amount = at(line);
  if (!amount) throw new Error('no amount');
  const vscode = {
    ...fakeVscode().api,
    Hover: class {
      readonly contents: { value: string }[];
      constructor(contents: { value: string }[]) {
        this.contents = contents;
      }
    },
    MarkdownString: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    Uri: {
      file: (path: string) => ({ with: ({ fragment }: { fragment: string }) => `${pathToFileURL(path)}#${fragment}` }),
    },
  };
  const library = {
    async amountStatements(request: AmountRequest) {
      asked.push(request);
      return statements;
    },
  };
  const hover = await amountHover(vscode as never, amount, library);
  return (hover?.contents as unknown as { value: string }[] | undefined)?.map(({ value }) => value).join('') ?? '';
}

it('the library is asked for the digits of the amount, the words around it and no passage of the own file', async () => {
  await shown('const LIMIT = 2_50¦0_000;');
  expect(asked.at(-1)).toEqual({ amount: '2500000', around: 'const LIMIT = 2_500_000;', except: FILE, limit: 2 });
});

it('the line above an amount, which may cite its authority, is among the words around it, except in tables', () => {
  const around = (text: string, path?: string) => at(text, path)?.around;
  expect(around('// § 179(b)(5)(A)\nconst LIMIT = 25_¦000;')).toBe('const LIMIT = 25_000;\n// § 179(b)(5)(A)');
  expect(around('Press,9000\nForklifts,25¦000', '/clients/register.csv')).toBe('Forklifts,25000');
});

it('the hover over an amount shows a paragraph with a link to its line', async () => {
  const text = await shown('of 1,250,¦000 was', statement('/clients/lease.md', words('The price is $1.25 million.')));
  expect(text).toContain('Other documents of the library with 1,250,000:');
  expect(text).toContain('**Lease**\n\n> The price is $1.25 million');
  expect(text).toContain('file:///clients/lease.md#L7');
});

it('of a table the hover over an amount shows the names of the columns and the rows', async () => {
  const rows = [['Fork|lifts, 6', '$214,200']];
  const text = await shown(
    'cost $214,¦200',
    statement('/a.csv', { type: 'table', header: ['Asset', 'Cost, net'], rows }),
  );
  expect(text).toContain('| Asset | Cost, net |\n| --- | --- |\n| Fork\\|lifts, 6 | $214,200 |\n\n');
  expect(await shown('cost $214,¦200', statement('/a.xlsx', { type: 'table', header: ['Asset'], rows }))).toContain(
    '|  |  |\n| --- | --- |\n',
  );
});

it('of code the hover over an amount shows the lines as they are', async () => {
  const code = 'LIMIT = {2025: (2_500_000, `a`)}\nB = 2_500_000';
  expect(await shown('2_500¦_000', statement('/a.py', { type: 'code', text: code }))).toContain(
    `\`\`\`\n${code}\n\`\`\``,
  );
});

it('the hover over an amount has no link to a document whose lines no editor shows', async () => {
  const text = await shown('paid $1,250,¦000', statement('/clients/lease.pdf', words('The price is $1.25 million.')));
  expect(text).toContain('> The price is $1.25 million');
  expect(text).not.toContain('file://');
});

it('the hover over an amount that no other document states is empty', async () => {
  expect(await shown('paid $1,250,¦000')).toBe('');
});

it('text of a document in the hover has no link, picture or HTML of its own', async () => {
  const hostile = [
    '[x](command:a)',
    '![x](https://evil.example)',
    '<img src=x>',
    '`$1,250,000`',
    'https://evil.example',
  ];
  for (const evil of hostile) {
    const contents: AmountStatement['content'][] = [
      words(evil),
      { type: 'table', header: [evil, 'b'], rows: [[evil, '$1,250,000']] },
      { type: 'code', text: `${evil}\n\`\`\`\n${evil}` },
    ];
    for (const content of contents) {
      const text = await shown('paid $1,250,¦000', statement('/a.md', content, evil));
      const markdown = new MarkdownIt({ html: true, linkify: true });
      markdown.validateLink = () => true;
      const tokens = markdown.parse(text, {}).flatMap((token) => token.children ?? [token]);
      expect(tokens.filter(({ type }) => type === 'image' || type.startsWith('html'))).toEqual([]);
      expect(tokens.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href'))).toEqual([
        'file:///a.md#L7',
      ]);
    }
  }
});

it('any line is searched for an amount without an error', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 300 }), (text) => {
      at(`${text}¦1,000 ${text}`);
    }),
  );
});

it.each([
  ['RATE = 0.2¦1  # § 11(b)', '0.21', '21%'],
  ['RATE = ¦.0765', '.0765', '7.65%'],
  ['x = income * 0.0¦7;', '0.07', '7%'],
])('a rate in a program is looked up in percent: %s', (line, written, stated) => {
  expect(at(line, '/clients/tax.py', 'python')).toMatchObject({ written, stated });
});

it.each([
  ['Version 0.2¦1 is out.', 'markdown'],
  ['version = "0.2¦1.3"', 'python'],
  ['x = 10.2¦1', 'python'],
])('a number in a text, a version and a number above 1 are no rates: %s', (line, languageId) => {
  expect(at(line, '/clients/tax.py', languageId)).toBeNull();
});
