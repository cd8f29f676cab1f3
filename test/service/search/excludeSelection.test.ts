import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { withoutSelected } from '../../../src/service/search/excludeSelection.ts';
import { analyse } from '../../../src/service/search/query.ts';
import type { FoundDocument } from '../../../src/service/search/searchResult.ts';

const about = (path: string, line: number, endLine: number) => [{ path, line, endLine, text: 'text' }];

function document(path: string, authority: string, ...lines: readonly (readonly [number, number])[]): FoundDocument {
  const passages = lines.map(([line, endLine], id) => ({
    id,
    heading: '',
    pins: [],
    line,
    endLine,
    page: null,
    pageLabel: null,
    itemRanges: null,
    marks: '',
    place: '',
    section: null,
    sectionTitle: '',
    sectionDate: '',
    text: '',
    score: 1,
  }));
  return {
    id: 1,
    path,
    name: '',
    language: 'en',
    title: path,
    authority,
    isAuthority: authority !== '',
    kind: null,
    date: null,
    url: null,
    score: 10,
    passageCount: 1,
    cited: null,
    citedPassages: [],
    citedPins: [],
    passages,
  };
}

describe('a question about a selection', () => {
  it('a question about a selection is not answered from the selected memo', () => {
    const memo = document('/books/memo.md', '', [1, 9]);
    const rule = document('/books/rule.md', '179', [1, 9]);
    expect(withoutSelected(about('memo.md', 2, 4), [memo, rule])).toEqual([rule]);
  });

  it('a question about a selection is answered from the other passages of the selected authority', () => {
    const rule = document('/books/rules/rule.md', '179', [1, 9], [11, 20]);
    const [left] = withoutSelected(about('rules\\rule.md', 1, 10), [rule]);
    expect(left?.passages.map((passage) => passage.line)).toEqual([11]);
  });

  it('a file of the same name in another folder is not taken for the selected file', () => {
    const other = document('/books/b/rule.md', '179', [1, 9]);
    expect(withoutSelected(about('a/rule.md', 1, 1), [other])).toEqual([other]);
  });

  it('a question without a selection excludes no document', () => {
    const memo = document('/books/memo.md', '', [1, 9]);
    expect(withoutSelected([], [memo])).toEqual([memo]);
  });
});

describe('what a question about a selection is searched by', () => {
  const selections = [{ path: 'memo.md', line: 3, endLine: 3, text: 'The roof of the plant was replaced.' }];
  const wordsOf = (question: string, context: string[] = []) =>
    analyse({ ...plainQuestion(question), selections }, context.map(plainQuestion)).terms.map((term) => term.word);

  it('only the selected text is searched for if the question only says what to do with it', () => {
    expect(wordsOf('Check this text against the rules that apply.')).toEqual(['roof', 'plant', 'replaced']);
  });

  it('the words of the question are searched for before those of the selection', () => {
    expect(wordsOf('Can this be expensed?')).toEqual(['expensed', 'roof', 'plant', 'replaced']);
  });

  it('earlier questions are not searched for if there is a selection', () => {
    expect(wordsOf('Can this be expensed?', ['Is the lease a finance lease?'])).not.toContain('lease');
  });
});
