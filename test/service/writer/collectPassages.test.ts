import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../../src/model/languageModel.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { Calls } from '../../../src/service/writer/callBudget.ts';
import { collect, withRelated } from '../../../src/service/writer/collectPassages.ts';
import { createSearchReader } from '../../../src/service/writer/listLines.ts';
import { WRITER_MODES } from '../../../src/service/writer/modes.ts';
import { mergeInTurn, saysSomething } from '../../../src/service/writer/passage.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { finderOf, passage } from './support.ts';

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

describe('the search for passages', () => {
  /** Collects with a model that sends this chunk without end. Returns the searches and the number of chunks that were read. */
  async function collectEndlessly(chunk: (at: number) => string) {
    let chunks = 0;
    const model: LanguageModel = {
      ...createScriptedModel({ replies: {} }),
      async *send() {
        for (; chunks < 10_000; chunks += 1) yield chunk(chunks);
        return 'stop';
      },
    };
    const finder = finderOf(passages(1));
    const collected = collect({
      context: { asked: plainQuestion('What is it?'), question: 'What is it?', previous: null },
      finder,
      calls: new Calls(model, 1),
      mode: WRITER_MODES.tax_research_fast_research,
      signal: new AbortController().signal,
    });
    for (let next = await collected.next(); !next.done; ) next = await collected.next();
    return { searches: finder.searches, chunks };
  }

  it('makes three searches for a model that writes search lines without end, and one for the question', async () => {
    const { searches, chunks } = await collectEndlessly((at) => `SEARCH: words number ${at}\n`);
    expect(searches).toHaveLength(4);
    expect(chunks).toBeLessThan(100);
  });

  it('ends the reply of a model that thinks without end', async () => {
    const { searches, chunks } = await collectEndlessly(() => 'I think about it and about it again. '.repeat(30));
    expect(searches.length).toBeLessThanOrEqual(4);
    expect(chunks).toBeLessThan(200);
  });
});

describe('the search lines of a model', () => {
  const read = (text: string, size = text.length) => {
    const reader = createSearchReader(3);
    for (let at = 0; at < text.length; at += Math.max(1, size)) reader.push(text.slice(at, at + Math.max(1, size)));
    return reader.end().map(({ words }) => words);
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

  it('name the parts of a plan that they are for', () => {
    const reader = createSearchReader(5);
    reader.push(
      'PART: the limit | aggregate cost\n- **Part 2: meals | food deduction\nPART: the reduction\nSEARCH: other words\n',
    );
    expect(reader.end()).toEqual([
      { part: 'the limit', words: 'aggregate cost' },
      { part: 'meals', words: 'food deduction' },
      { part: 'the reduction', words: 'the reduction' },
      { part: '', words: 'other words' },
    ]);
  });

  it('are at most three, and the reader says when it has them', () => {
    const reader = createSearchReader(3);
    reader.push('SEARCH: one two\n'.repeat(9));
    expect(reader.isFull).toBe(false);
    reader.push('SEARCH: a b\nSEARCH: c d\nSEARCH: e f\n');
    expect(reader.isFull).toBe(true);
    expect(reader.end().map(({ words }) => words)).toEqual(['one two', 'a b', 'c d']);
  });

  it('are read in linear time, whatever the reply is', () => {
    expect(cpuTime(() => read(`<think>${'SEARCH: one two '.repeat(60_000)}`, 7))).toBeLessThan(2000);
    expect(cpuTime(() => read('SEARCH: \n'.repeat(60_000), 7))).toBeLessThan(2000);
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => read(text).length <= 3));
  });
});
