import { describe, expect, it } from 'vitest';
import { readSources } from '../../src/client/source.ts';
import { readSuggestions } from '../../src/client/suggestion.ts';

const refuse = (raw: unknown) => {
  throw new Error(`unknown: ${JSON.stringify(raw)}`);
};
const sources = (value: unknown) => readSources(value, refuse);

describe('a source entry', () => {
  it('a source entry of our own service keeps every field and its location in the document', () => {
    const entry = {
      title: 'Lease memo',
      url: 'https://standards.example/842',
      snippet: 'A lessee shall…',
      section: '(b)(1)',
      kind: 'accounting',
      date: '2026-01-01',
      path: '/docs/lease.md',
      line: 12,
      endLine: 15,
    };
    expect(readSources([entry], refuse)).toEqual([
      {
        title: 'Lease memo',
        url: 'https://standards.example/842',
        snippet: 'A lessee shall…',
        section: '(b)(1)',
        kind: 'accounting',
        date: '2026-01-01',
        location: { path: '/docs/lease.md', line: 12, endLine: 15 },
      },
    ]);
  });

  it('a source entry of a PDF keeps page, label and place, and drops those that are no such values', () => {
    const entry = { title: 'Lease', path: '/docs/lease.pdf', line: 1, page: 4, pageLabel: 'iv', place: 'page iv' };
    const location = { path: '/docs/lease.pdf', line: 1, endLine: 1 };
    expect(sources([entry])).toEqual([
      { title: 'Lease', url: null, location: { ...location, page: 4, pageLabel: 'iv', place: 'page iv' } },
    ]);
    expect(sources([{ ...entry, page: -1, pageLabel: 7, place: ' ' }])).toEqual([
      { title: 'Lease', url: null, location },
    ]);
  });

  it('a source entry of a PDF keeps the range of its text items, and drops what is no range', () => {
    const entry = { title: 'Lease', path: '/docs/lease.pdf', line: 1, page: 4 };
    const location = { path: '/docs/lease.pdf', line: 1, endLine: 1, page: 4 };
    expect(sources([{ ...entry, items: [0, 7] }])).toEqual([
      { title: 'Lease', url: null, location: { ...location, items: [0, 7] } },
    ]);
    for (const items of [[7], [7, 3], [-1, 3], [1.5, 3], ['1', '3'], [1, 2, 3], '1-3']) {
      expect(sources([{ ...entry, items }]), JSON.stringify(items)).toEqual([{ title: 'Lease', url: null, location }]);
    }
  });

  it.each<[string, unknown, object[]]>([
    ['a string', ' IRC § 179 ', [{ title: 'IRC § 179', url: null }]],
    ['an address', 'https://a.example/1', [{ title: 'https://a.example/1', url: 'https://a.example/1' }]],
    ['a number', 179, [{ title: '179', url: null }]],
    [
      'other names',
      { name: 'N', link: 'https://a.example', excerpt: 'E' },
      [{ title: 'N', url: 'https://a.example', snippet: 'E' }],
    ],
    ['text as a title', { text: 'T', href: 'http://a.example' }, [{ title: 'T', url: 'http://a.example' }]],
    [
      'the name for citations',
      { title: 'T', cited: { name: '§ 1', caption: '', more: 1 } },
      [{ title: 'T', url: null, cited: { name: '§ 1', caption: '' } }],
    ],
    [
      'a name for citations of another form',
      { title: 'T', cited: { name: ' ', caption: 'C' } },
      [{ title: 'T', url: null }],
    ],
    ['text beside a title', { label: 'L', text: 'T' }, [{ title: 'L', url: null, snippet: 'T' }]],
    ['text under the name “content”', { title: 'L', content: 'T' }, [{ title: 'L', url: null, snippet: 'T' }]],
    ['a blank title', { title: ' ', name: null, label: 'L' }, [{ title: 'L', url: null }]],
    [
      'a nested entry',
      { id: 1, document: { title: 'D', metadata: { uri: 'https://a.example/d' } } },
      [{ title: 'D', url: 'https://a.example/d' }],
    ],
    [
      'lists in lists',
      [[{ title: 'A' }], ['B']],
      [
        { title: 'A', url: null },
        { title: 'B', url: null },
      ],
    ],
    [
      'a list in an object',
      { items: ['A', 'B'] },
      [
        { title: 'A', url: null },
        { title: 'B', url: null },
      ],
    ],
    [
      'an entry without title and address',
      { id: 'doc-7', page: 3, open: true },
      [{ title: 'id: doc-7, page: 3', url: null }],
    ],
    ['nothing', [null, '', {}, [], '  '], []],
    [
      'a last line before the first',
      { title: 'A', path: 'a.md', line: 9, endLine: 3 },
      [{ title: 'A', url: null, location: { path: 'a.md', line: 9, endLine: 9 } }],
    ],
    [
      'the id of a document of the service',
      { title: 'A', path: 'm/a.md', line: 2, document: 'a1-b2' },
      [{ title: 'A', url: null, location: { path: 'm/a.md', line: 2, endLine: 2, document: 'a1-b2' } }],
    ],
    [
      'an id of a document that would lead to another path',
      { title: 'A', path: 'm/a.md', line: 2, document: '../matters' },
      [{ title: 'A', url: null, location: { path: 'm/a.md', line: 2, endLine: 2 } }],
    ],
    ['a place without a line', { title: 'A', path: 'a.md', line: 0 }, [{ title: 'A', url: null }]],
  ])('a source entry can be read in the form: %s', (_, value, expected) => {
    expect(sources(value)).toEqual(expected);
  });

  it.each([
    ['javascript:alert(1)', null],
    [' java\tscript:alert(1)', null],
    ['\u0000javascript:x', null],
    ['data:text/html,x', null],
    ['file:///etc/passwd', null],
    ['command:workbench.action.quit', null],
    ['//a.example/x', null],
    ['www.a.example', null],
    ['https://', null],
    ['  https://a.example/x ', 'https://a.example/x'],
    ['HTTPS://a.example', 'HTTPS://a.example'],
    ['ht\ntps://a.example/a b', 'https://a.example/a%20b'],
  ])('a source entry with the address %j keeps it only if it is http or https', (url, expected) => {
    expect(sources([{ title: 'T', url }])).toEqual([{ title: 'T', url: expected }]);
  });

  it('a source entry that cannot be read is reported as unknown', () => {
    const unknown: unknown[] = [];
    const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => [inner], 'deep');
    expect(readSources([{ open: true }, deep], (raw) => unknown.push(raw))).toEqual([]);
    expect(unknown).toHaveLength(2);
  });

  it('only own properties of a source entry are read', () => {
    expect(() => readSources([JSON.parse('{"__proto__":{"title":"x"}}')], refuse)).toThrow('unknown');
  });
});

describe('suggestions', () => {
  it.each<[unknown, string[]]>([
    [
      ['Q1?', ' Q2? '],
      ['Q1?', 'Q2?'],
    ],
    ['Q?', ['Q?']],
    [
      [{ text: 'a' }, { question: 'b' }, { label: 'c' }, { prompt: 'd' }],
      ['a', 'b', 'c', 'd'],
    ],
    [
      [null, '', ['Q?', ['R?']], {}, '  '],
      ['Q?', 'R?'],
    ],
    [{ items: ['Q?'] }, ['Q?']],
    [undefined, []],
  ])('the suggestions %j read as %j', (value, expected) => {
    expect(readSuggestions(value, refuse)).toEqual(expected);
  });

  it('suggestions that cannot be read are reported as unknown', () => {
    const unknown: unknown[] = [];
    expect(readSuggestions([7, { score: true }], (raw) => unknown.push(raw))).toEqual([]);
    expect(unknown).toEqual([7, { score: true }]);
  });
});
