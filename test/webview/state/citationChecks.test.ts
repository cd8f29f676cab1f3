import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Turn } from '../../../src/conversation/conversation.ts';
import { citedSources, createCitationChecks } from '../../../src/webview/state/citationChecks.ts';
import { source, turn } from '../support/fakeHost.ts';

const SOURCES = [
  source({
    title: '§ 179 Election',
    snippet: 'The cost of the property is allowed as a deduction for the taxable year.',
  }),
  source({
    title: '§ 168 Recovery',
    snippet: 'The deduction is determined by the method, the period and the convention.',
  }),
];
const givenFacts = (asked: Turn) => asked.question.text;
const checks = createCitationChecks(givenFacts);
beforeAll(() => checks.preload());
beforeEach(() => checks.clear());

const check = (text: string, sources = SOURCES, question = 'Why?') => {
  checks.clear();
  return checks.get(turn('t1', question, { text, sources }));
};

describe('the check of an answer in the page', () => {
  it('lists citations, authorities and quotations that the sources lack', () => {
    expect(check('§ 179 [1], § 263 [7]: “the cost is never allowed as a deduction at all” [1].')).toMatchObject({
      marks: [7],
      authorities: ['§ 263'],
      quotations: ['the cost is never allowed as a deduction at all'],
      compared: { amounts: 0, dates: 0, sections: 1, quotations: 0, without: 0 },
    });
  });

  it('the date of a source, which an answer of the library states, counts as found', () => {
    const dated = SOURCES.map((each) => ({ ...each, date: '2025-12-31' }));
    const text = '**§ 179 Election** · text as of 2025-12-31 [1]\n\nAmounts are as of December 31, 2025.';
    expect(check(text, dated)?.sentences).toEqual([]);
    expect(check(text)?.sentences).not.toEqual([]);
  });

  it('without sources only citations without a source are reported', () => {
    expect(check('Under § 179 it is so. `[1]`')).toMatchObject({ marks: [], compared: { sections: 1 } });
    expect(check('Under § 179 “the cost is never allowed as a deduction” [1].', [])).toMatchObject({
      marks: [1],
      authorities: [],
      quotations: [],
      compared: null,
    });
  });

  it('the check contains the sentences whose figures the sources lack', () => {
    const found = check('The rule is old. The limit is $5,000 [1].\n\nIt is 30 percent [2].');
    expect(found?.sentences.map(({ text, findings }) => [text, findings.map(({ words }) => words)])).toEqual([
      ['The limit is $5,000 [1].', ['$5,000']],
      ['It is 30 percent [2].', ['30 percent']],
    ]);
  });

  it('figures of the question are given facts', () => {
    expect(check('Of the $5,000 you paid, all is deducted [1].', SOURCES, 'We paid $5,000.')?.sentences).toEqual([]);
  });

  it('sources that are cut are listed if a figure may be in what they do not show', () => {
    const cut = [source({ title: '§ 179 Election', snippet: 'The cost of the property is allowed …' })];
    expect(check('The limit is $5,000 [1].', cut)).toMatchObject({ sentences: [], unclearSources: [1] });
    expect(check('The cost is allowed [1].', cut)).toMatchObject({ sentences: [], unclearSources: [] });
  });

  it('an answer is checked once for each request, and a long answer is not checked synchronously', () => {
    const asked = turn('t1', 'Why?', { text: 'So [1].', sources: SOURCES });
    const first = checks.get(asked);
    const reviewed = { ...asked, answer: { ...asked.answer, sources: SOURCES.map((each) => ({ ...each })) } };
    expect(checks.get(reviewed)).toBe(first);
    expect(checks.get({ ...asked, epoch: 2 })).not.toBe(first);
    expect(checks.get(turn('t2', 'Why?', { text: 'So [1]. '.repeat(10_000), sources: SOURCES }))).toBeNull();
  });

  it('an answer is not checked before the check is loaded', () => {
    expect(createCitationChecks(givenFacts).get(turn('t1', 'Why?', { text: 'So [1].', sources: SOURCES }))).toBeNull();
  });
});

const cited = (text: string, count = 9) => [...citedSources(text, count)].sort((a, b) => a - b);

describe('the sources that an answer cites', () => {
  it('an answer cites the sources whose numbers are in its text', () => {
    expect(cited('So [2], and so [1] [3].')).toEqual([1, 2, 3]);
    expect(cited('As in [2]: so it is.')).toEqual([2]);
    expect(cited('Both [1, 4] hold [5;6], as do [7-9].')).toEqual([1, 4, 5, 6, 7, 8, 9]);
  });

  it('a number in code, in a link, in a definition or without a source is no citation', () => {
    expect(cited('`[1]` and\n```\n[2]\n```\n[3](https://law.example) and\n[4]: x')).toEqual([]);
    expect(cited('So [0], [10] and [179].')).toEqual([]);
    expect(cited('So [1].', 0)).toEqual([]);
    expect(cited('An open fence\n```\n[1]')).toEqual([]);
  });
});
