import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withRelated } from '../../../src/service/writer/collectPassages.ts';
import { createSearchReader } from '../../../src/service/writer/listLines.ts';
import { WRITER_MODES } from '../../../src/service/writer/modes.ts';
import { mergeInTurn, saysSomething } from '../../../src/service/writer/passage.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { passage } from './support.ts';

const passages = (...ids: number[]) => ids.map((id) => passage(id, `§ ${id}`, `Rule ${id} applies to equipment.`));
const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

describe('the passages for the prompt', () => {
  it('come from the lists in turn, each once', () => {
    expect(idsOf(mergeInTurn([passages(1, 2, 3), passages(4, 1, 5), passages(6)], 5))).toEqual([1, 4, 6, 2, 3]);
  });

  it('keep one that is both found and related, also where others push it out of the first ones', async () => {
    const mode = { ...WRITER_MODES.tax_research_fast_research, read: 6 };
    const finder = { search: async () => [], related: async () => passages(6, 7) };
    expect(idsOf(await withRelated({ finder, mode }, passages(1, 2, 3, 4, 5, 6)))).toEqual([1, 2, 3, 4, 6, 7]);
  });

  it('are not only a title or a table of contents', () => {
    expect(saysSomething(passage(1, '§ 179. Election to expense', '# § 179. Election to expense\n'))).toBe(false);
    expect(saysSomething(passage(1, '§ 179. Election to expense', 'Election to expense'))).toBe(false);
    expect(saysSomething(passage(1, 'Lease', '1. Rent ........ 4\n2. Term ........ 9\n'))).toBe(false);
    expect(saysSomething(passage(1, 'Lease', 'The rent is $5.'))).toBe(true);
  });
});

describe('the search lines of a model', () => {
  const read = (text: string, size = text.length) => {
    const reader = createSearchReader(3);
    for (let at = 0; at < text.length; at += Math.max(1, size)) reader.push(text.slice(at, at + Math.max(1, size)));
    return reader.end();
  };

  it.each([
    'SEARCH: limit of $1,160,000 in § 179(b)(1)',
    '**SEARCH:** limit of $1,160,000 in § 179(b)(1)',
    '- `Search: limit of $1,160,000 in § 179(b)(1)`',
    '1. SEARCH - limit of $1,160,000 in § 179(b)(1)',
    'Search terms: limit of $1,160,000 in § 179(b)(1)',
    '<think>\nSEARCH: zebra\n</think>\nSEARCH: limit of $1,160,000 in § 179(b)(1)',
    'Here is what I would look for:\nlimit of $1,160,000 in § 179(b)(1)',
  ])('are read with amounts and sections from: %s', (text) => {
    expect(read(text)).toEqual(['limit of $1,160,000 in § 179(b)(1)']);
    expect(read(text, 1)).toEqual(['limit of $1,160,000 in § 179(b)(1)']);
  });

  it('are at most three, and the reader says when it has them', () => {
    const reader = createSearchReader(3);
    reader.push('SEARCH: one two\n'.repeat(9));
    expect(reader.isFull).toBe(false);
    reader.push('SEARCH: a b\nSEARCH: c d\nSEARCH: e f\n');
    expect(reader.isFull).toBe(true);
    expect(reader.end()).toEqual(['one two', 'a b', 'c d']);
  });

  it('are read in linear time, whatever the reply is', () => {
    expect(cpuTime(() => read(`<think>${'SEARCH: one two '.repeat(60_000)}`, 7))).toBeLessThan(2000);
    expect(cpuTime(() => read('SEARCH: \n'.repeat(60_000), 7))).toBeLessThan(2000);
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => read(text).length <= 3));
  });
});
