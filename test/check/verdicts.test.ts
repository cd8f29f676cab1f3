import { describe, expect, it } from 'vitest';
import { checkGrounding, groundAnswer } from '../support/grounding.ts';

const limit = { title: '§ 179. Election', text: 'The cost shall not exceed $1,000,000 for any taxable year.' };
const penalty = {
  title: '§ 6662. Penalty',
  text: 'There is added to the tax an amount equal to 20 percent of the underpayment.',
};

const verdict = (answer: string, sources = [limit, penalty], question = '') =>
  groundAnswer({ question, answer, sources }).sentences[0];

describe('outcome of a sentence', () => {
  it('A sentence whose figures are in the cited passage has passed', () => {
    expect(verdict('The limit is $1 million [1].')).toMatchObject({ outcome: 'passed', cited: [1], findings: [] });
  });

  it('A sentence whose figures are in another given passage is miscited and the verdict names that passage', () => {
    const found = verdict('The penalty is 20 percent [1].');
    expect(found).toMatchObject({ outcome: 'miscited', correctSources: [2] });
    expect(found?.findings).toMatchObject([{ kind: 'wrong-source', words: '20 percent', source: 1, foundIn: 2 }]);
  });

  it('A sentence with a figure in no passage is unsupported and the reason shows the figure', () => {
    const found = verdict('The limit is $1,160,000 [1].');
    expect(found?.outcome).toBe('unsupported');
    expect(found?.findings[0]).toMatchObject({ kind: 'amount', words: '$1,160,000', source: 1, foundIn: null });
  });

  it('A date passes as the end of a period of days or months, and not of a number of other things', () => {
    const outcomeWith = (text: string) =>
      verdict('The return is due on November 11, 2022 [1].', [{ title: '§ 1', text }], 'He died on February 11, 2022.')
        ?.outcome;
    expect(outcomeWith('The return is due 9 months after death.')).toBe('passed');
    expect(outcomeWith('The return of an estate with 9 trustees is due after death.')).toBe('unsupported');
  });

  it('A sentence with one mark of a missing source is miscited and the verdict names the sources that were given', () => {
    expect(verdict('The limit is $1,000,000 [1][7].')).toMatchObject({ outcome: 'miscited', correctSources: [1] });
  });

  it('A sentence that turns a limit around is flagged and shows the words of its source', () => {
    const greater = {
      title: '§ 9',
      text: 'The deduction shall be the lesser of the cost of the property or the income from the trade.',
    };
    const found = verdict(
      'The deduction is the greater of the cost of the property or the income from the trade [1].',
      [greater],
    );
    expect(found).toMatchObject({
      outcome: 'flagged',
      findings: [{ kind: 'opposite', sourceWords: expect.stringContaining('lesser') }],
    });
  });

  it('A figure that is missing in a cut passage says nothing', () => {
    const cut = {
      title: 'Guide',
      text: '… the limit depends on the year in which the property is placed in service and on …',
    };
    const result = groundAnswer({ question: '', answer: 'The limit is $1,160,000 [1].', sources: [cut] });
    expect(result.sentences[0]).toMatchObject({ outcome: 'unclear', findings: [] });
    expect(result.sourcesWithTooLittleText).toEqual([1]);
  });

  it('A source without text gives too little to tell', () => {
    const empty = { title: 'Publication 946', text: '' };
    expect(groundAnswer({ question: '', answer: 'The limit is $5 [1].', sources: [empty] })).toMatchObject({
      sentences: [{ findings: [] }],
      sourcesWithTooLittleText: [1],
    });
  });

  it('A mark without a source is reported also when the passages are cut', () => {
    const cut = { title: 'Guide', text: '… the limit depends on the year …' };
    expect(verdict('The limit is high [3].', [cut])?.findings).toMatchObject([
      { kind: 'missing-source', words: '[3]' },
    ]);
  });

  it('A sentence without figures, dates, citations, quotations and marks has nothing that can be compared', () => {
    const compared = { amounts: 0, dates: 0, sections: 0, quotations: 0 };
    expect(verdict('Ask the client first.')).toMatchObject({ outcome: 'passed', compared });
  });
});

describe('places of sentences', () => {
  const texts = (answer: string) =>
    groundAnswer({ question: '', answer, sources: [limit] }).sentences.map(({ text }) => text);

  it.each([
    ['Pay $5 [1]. Then file.', ['Pay $5 [1].', 'Then file.']],
    ['Pay $5. [1] Then file.', ['Pay $5. [1]', 'Then file.']],
    ['Pay $5.[1][2] Then file.', ['Pay $5.[1][2]', 'Then file.']],
    ['See 26 U.S.C. § 61. Then file.', ['See 26 U.S.C. § 61.', 'Then file.']],
    ['See Treas. Reg. § 1.61-1. Then file.', ['See Treas. Reg. § 1.61-1.', 'Then file.']],
    [
      'See Rev. Rul. 59-60 and T.C. Memo. 2019-1. Then file.',
      ['See Rev. Rul. 59-60 and T.C. Memo. 2019-1.', 'Then file.'],
    ],
    ['Form No. 5 is due. No. It is not.', ['Form No. 5 is due.', 'No.', 'It is not.']],
    ['J. R. Smith filed Schedule C. He paid.', ['J. R. Smith filed Schedule C.', 'He paid.']],
    ['It costs 7.5 percent. “The end.” Then file.', ['It costs 7.5 percent.', '“The end.”', 'Then file.']],
    [
      '1. First one [1].\n2. Second one.\n   - inner item\n\nLast.',
      ['First one [1].', 'Second one.', 'inner item', 'Last.'],
    ],
    ['a. First one.\n(b) Second one.', ['First one.', 'Second one.']],
    ['## 2. Heading\nText.', ['Heading', 'Text.']],
    ['| a | b |\n|---|---|\n| 1 | 2 [1] |', ['| a | b |', '| 1 | 2 [1] |']],
    ['> quoted words\n\nText.', ['quoted words', 'Text.']],
    ['He said “Pay it. Then file.” and left.', ['He said “Pay it. Then file.” and left.']],
    ['```\nPay $5. Then file.\n```\nText.', ['Text.']],
    ['税额是 5。然后。', ['税额是 5。', '然后。']],
  ])('The answer %j is cut at its sentences', (answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });

  it('Places lead to the words of each sentence in the answer', () => {
    const answer =
      '# Rules\n\n1. **Pay** $5 [1].\n2. File\u00ad it. [1]\n\n> “All of it.”\n\n| x | y |\n|--|--|\n| 1 | 2 |';
    for (const { start, end, text } of groundAnswer({ question: '', answer, sources: [limit] }).sentences) {
      expect(answer.slice(start, end)).toBe(text);
    }
  });

  it('The words of a finding are written as in the answer', () => {
    const answer = 'Full-width ＄１,１６０,０００ and **$2\u00ad,590,000** [1].';
    expect(checkGrounding({ question: '', answer, sources: [limit] }).map(({ words }) => words)).toEqual([
      '＄１,１６０,０００',
      '$2\u00ad,590,000',
    ]);
  });
});
