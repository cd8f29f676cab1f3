import { expect, it } from 'vitest';
import type { CitationCheck } from '../../../src/check/checkResult.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import { answerChecks } from '../../../src/conversation/memo/answerChecks.ts';

const nothing: CitationCheck = {
  marks: [],
  authorities: [],
  quotations: [],
  compared: null,
  sentences: [],
  unclearSources: [],
};
const sentence = { start: 0, end: 4, text: 'Text', findings: [] };

it('a memo says nothing about a check that found nothing', () => {
  expect(answerChecks(nothing, false, ENGLISH)).toEqual([]);
});

it.each<[string, Partial<CitationCheck>, string]>([
  ['a citation', { marks: [4] }, 'Citations without a source: [4].'],
  ['an authority', { authorities: ['§ 179'] }, 'Not found in the listed sources: § 179.'],
  ['a quotation', { quotations: ['a'] }, 'Quotations not found in the listed sources: 1.'],
  ['a sentence', { sentences: [sentence] }, 'Sentences to review: 1.'],
  ['a source', { unclearSources: [1] }, 'Sources that show too little text to compare: 1.'],
])('a memo names %s that the check found, and nothing else', (_what, found, line) => {
  expect(answerChecks({ ...nothing, ...found }, false, ENGLISH)).toEqual([line]);
});

it('a memo of an answer that only quotes names no sentences to review', () => {
  expect(answerChecks({ ...nothing, sentences: [sentence] }, true, ENGLISH)).toEqual([]);
});
