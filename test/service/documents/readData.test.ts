import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../../src/service/documents/document.ts';
import { toPassageDocument } from '../../../src/service/documents/passages.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { asyncCpuTime } from '../../support/cpuTime.ts';

const read = (name: string, text: string) => readBytes(name, Buffer.from(text));

/** Each passage with its heading. */
function passages(document: ReadDocument, name: string) {
  return toPassageDocument(document, name).passages.map(({ headings, text, line, endLine }) => ({
    keys: headings.join(''),
    text,
    lines: `${line}-${endLine}`,
  }));
}

const LONG = Array.from({ length: 12 }, (_, at) => `income above ${at}0,000 dollars: 0.${10 + at}`);

describe('files with named values', () => {
  it('reads the values of YAML below the keys that lead to them, with the comment above a key', async () => {
    const text = [
      '# Parameters of the return.',
      'version: 3',
      'standard_deduction:',
      '  # § 63(c)(2), as adjusted.',
      '  2024:',
      '    single: 14600',
      '    joint: 29200',
      'brackets:',
      '  single:',
      ...LONG.map((line) => `    ${line}`),
      '  joint:',
      ...LONG.map((line) => `    ${line}`),
    ].join('\n');
    const found = passages(await read('rates.yaml', text), 'rates.yaml');
    expect(found.map(({ keys, lines }) => `${keys} ${lines}`)).toEqual([
      ' 1-2',
      'standard_deduction 3-7',
      'brackets › single 9-21',
      'brackets › joint 22-34',
    ]);
    expect(found[1]?.text).toContain('# § 63(c)(2), as adjusted.\n  2024:\n    single: 14600');
  });

  it('reads JSON in the same way, and its lists and lines of brackets as part of the values', async () => {
    const long = LONG.map((line) => `      "${line.replace(': ', '": ')}`).join(',\n');
    const text = `{\n  "rates": {\n    "single": {\n${long}\n    },\n    "states": [\n      { "name": "Ohio" },\n      {\n        "name": "Texas"\n      }\n    ]\n  },\n  "year": 2025\n}\n`;
    const found = passages(await read('rates.json', text), 'rates.json');
    expect(found.map(({ keys }) => keys)).toEqual(['rates › single', 'rates › states', '']);
    expect(found[1]?.text).toBe('    "states": [\n      { "name": "Ohio" },\n      {\n        "name": "Texas"');
    expect(found[2]?.text).toBe('  "year": 2025');
  });

  it('takes the tables of TOML for keys', async () => {
    const text = 'year = 2025\n\n[rates.single]\nlow = 0.10\nhigh = [\n  0.35,\n  0.37,\n]\n[[state]]\nname = "Ohio"\n';
    expect(passages(await read('a.toml', text), 'a.toml').map(({ keys, text: own }) => `${keys}|${own}`)).toEqual([
      '|year = 2025',
      'rates › single|[rates.single]\nlow = 0.10\nhigh = [\n  0.35,\n  0.37,',
      'state|[[state]]\nname = "Ohio"',
    ]);
  });

  it('takes a line with a colon in a text of YAML for text', async () => {
    const text = `rule: |\n  The limits are:\n    one\n${LONG.map((line) => `  ${line}`).join('\n')}\nother: 1`;
    expect(passages(await read('a.yml', text), 'a.yml')).toHaveLength(1);
  });

  it('is titled with the whole name of its file', async () => {
    expect(toPassageDocument(await read('tax_rates.json', '{"a": {\n"b": 1}}'), 'tax_rates.json').title).toBe(
      'tax_rates.json',
    );
  });

  it('does not read a conversation that Fiscal exported, nor a comment that it inserted', async () => {
    const exported = '{\n  "format": "fiscal-conversation",\n  "title": "x"\n}';
    await expect(read('a.json', exported)).rejects.toThrow(/Fiscal wrote it/);
    const text =
      'a: 1\n# Written by Fiscal. The library does not index this comment.\n# The limit is 7.\nb: 2\n# The limit is 8.\nc: 3';
    expect(passages(await read('a.yaml', text), 'a.yaml').map((found) => `${found.text}|${found.lines}`)).toEqual([
      'a: 1|1-1',
      'b: 2\n# The limit is 8.\nc: 3|4-6',
    ]);
  });

  it.each([
    ['behind a key', `a:${' '.repeat(250_000)}x`],
    ['before a value', `${' '.repeat(250_000)}x y`],
  ])('reads 250 kB of blanks %s in less than two seconds', async (_where, text) => {
    expect(await asyncCpuTime(() => read('a.yaml', text))).toBeLessThan(2000);
  });

  it('loses no word of any file, valid or not', async () => {
    const line = fc.stringMatching(/^ {0,6}(?:- )?[a-z"']{0,4}[:=]? ?(?:[[\]{}|,]|[a-z0-9"]{0,5})$/);
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.constantFrom('a.yaml', 'a.json', 'a.toml'), async (lines, name) => {
        const { blocks } = await read(name, lines.join('\n'));
        const all = blocks.map(({ text }) => text).join('\n');
        for (const word of lines.join('\n').match(/[a-z0-9]+/g) ?? []) expect(all).toContain(word);
      }),
    );
  });
});
