import { pathToFileURL } from 'node:url';
import { assert, property, string } from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { amountAt, type FileAmount } from '../../../src/extension/citations/amountAt.ts';
import { amountHover } from '../../../src/extension/citations/amountHover.ts';
import type { Source } from '../../../src/protocol/researchEvent.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const FILE = '/clients/memo.md';

class Range {
  readonly columns: readonly number[];
  constructor(_line: number, start: number, _endLine: number, end: number) {
    this.columns = [start, end];
  }
}

/** The amount at the first `¦` of a line. */
function at(marked: string, path = FILE): FileAmount | null {
  const character = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const document = { lineAt: () => ({ text }), uri: { fsPath: path } };
  return amountAt({ Range } as never, document as never, { line: 0, character } as never);
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

it.each(['a,20¦25,b', 'a,2025-02-¦20,b', 'a,8¦,b', 'a,7-ye¦ar,1000'])(
  'a year, a date and a short number in a CSV field are not amounts: %s',
  (record) => {
    expect(at(record, '/clients/register.csv')).toBeNull();
  },
);

function source(path: string, snippet: string, title = 'Lease'): Source {
  return { title, url: null, snippet, location: { path, line: 7, endLine: 9 } };
}

async function shown(line: string, ...sources: Source[]): Promise<string> {
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
  const hover = await amountHover(vscode as never, amount, { search: async () => sources });
  return (hover?.contents as unknown as { value: string }[] | undefined)?.map(({ value }) => value).join('') ?? '';
}

it('the hover over an amount shows the paragraphs of other documents that state it, in whatever form', async () => {
  const other = source('/clients/lease.md', 'The term is six years.\n\nThe price is $1.25 million.');
  const own = source(FILE, 'We paid $1,250,000.', 'Memo');
  const unlike = source('/clients/loan.md', 'The loan is $1,300,000.', 'Loan');
  const text = await shown('The price of 1,250,¦000 was paid.', own, unlike, other);
  expect(text).toContain('> The price is $1.25 million');
  expect(text).toContain('file:///clients/lease.md#L7');
  expect(text).not.toMatch(/Memo|Loan|six years/);
});

it('of a table the hover over an amount shows the names of the columns and the rows that state it', async () => {
  const markdown = '| Asset | Cost |\n|---|---|\n| Slitter | $2,746,800 |\n| Fork\\|lifts | $214,200 |';
  expect(await shown('cost $214,¦200', source('/memo.md', markdown))).toContain(
    '| Asset | Cost |\n| --- | --- |\n| Fork\\|lifts | $214,200 |\n\n',
  );
  const csv = {
    ...source('/register.csv', '1,Slitter,2746800\n2,"Forklifts, 6",214200'),
    section: 'no, asset, cost',
    cited: { name: 'Lease', caption: 'no, asset, cost' },
  };
  const text = await shown('cost $214,¦200', csv);
  expect(text).toContain('**Lease**\n\n| no | asset | cost |\n| --- | --- | --- |\n| 2 | Forklifts, 6 | 214200 |\n\n');
  expect(text).not.toContain('Slitter');
});

it.each([
  ['no, "cost, net", year', '2,"214,200.00",2025', '| 2 | 214,200.00 | 2025 |'],
  ['no, "cost, net", year', '2;214200,00;2025', '| 2 | 214200,00 | 2025 |'],
  ['no, "cost, net"', '2\t214200', '| 2 | 214200 |'],
])(
  'of a CSV file, the hover over an amount shows names of columns with a comma: %s above %s',
  async (section, record, row) => {
    const text = await shown('cost $214,¦200', { ...source('/register.csv', record), section });
    expect(text).toMatch(/\| no \| cost, net \|/);
    expect(text).toContain(row);
  },
);

it('the hover over an amount has no link to a document whose lines no editor shows', async () => {
  const text = await shown('paid $1,250,¦000', source('/clients/lease.pdf', 'The price is $1.25 million.'));
  expect(text).toContain('> The price is $1.25 million');
  expect(text).not.toContain('file://');
});

it('the hover over an amount that no other document states is empty', async () => {
  expect(await shown('paid $1,250,¦000', source(FILE, 'We paid $1,250,000.'))).toBe('');
  expect(await shown('paid $1,250,¦000', source('/clients/loan.md', 'The loan is $1,300,000.'))).toBe('');
});

it('text of a document in the hover has no link, picture or HTML of its own', async () => {
  const hostile = [
    '[x](command:a)',
    '![x](https://evil.example)',
    '<img src=x>',
    '`$1,250,000`',
    'https://evil.example',
  ];
  for (const words of hostile) {
    for (const passage of [`${words} $1,250,000`, `| ${words} | b |\n|---|---|\n| ${words} | $1,250,000 |`]) {
      const text = await shown('paid $1,250,¦000', source('/a.md', passage, words));
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
