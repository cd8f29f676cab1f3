import { describe, expect, it } from 'vitest';
import { plainQuestion, type ResearchQuestion } from '../../../src/protocol/question.ts';
import { analyse } from '../../../src/service/search/query.ts';
import { askedValue, countedNoun, countedWords, hasValue } from '../../../src/service/search/wanted.ts';
import { wordsOf } from '../../../src/service/search/words.ts';

const words = (question: string | ResearchQuestion, context: readonly string[] = []) =>
  analyse(typeof question === 'string' ? plainQuestion(question) : question, context.map(plainQuestion)).terms.map(
    ({ word, weight }) => `${word} ${weight}`,
  );

const selection = (question: string, text: string): ResearchQuestion => ({
  ...plainQuestion(question),
  selections: [{ path: 'memo.md', line: 1, endLine: 2, text }],
});

describe('the words of a question', () => {
  it('the words of a question count fully, and words without a meaning of their own do not count', () => {
    expect(words('What is the recovery period of a press?')).toEqual(
      expect.arrayContaining(['recovery 1', 'period 1', 'press 1']),
    );
    expect(words('What is the recovery period of a press?').join(' ')).not.toMatch(/\b(?:what|the|of)\b/);
  });

  it('what only asks is not searched for', () => {
    const wordsIn = (question: string) => analyse(plainQuestion(question), []).terms.map(({ word }) => word);
    expect(wordsIn('How long don’t we keep audit files?')).toEqual(['keep', 'audit', 'files']);
    expect(wordsIn('Wie hoch ist der Freibetrag?')).toEqual(['freibetrag']);
    expect(wordsIn('Is a long lease high?')).toEqual(['long', 'lease', 'high']);
  });

  it('the words by which a question asks for the law are not searched for', () => {
    const wordsIn = (question: string) => analyse(plainQuestion(question), []).terms.map(({ word }) => word);
    expect(wordsIn('What does the tax law say about partnership representatives?')).toEqual([
      'partnership',
      'representatives',
    ]);
    expect(wordsIn('Which section of the Code governs receipts?')).not.toContain('code');
    expect(wordsIn('Was sagt das Gesetz zur Kaution?')).toEqual(['kaution']);
    expect(wordsIn('What does the code do with leap years?')).toContain('code');
    expect(wordsIn('When does the statute of limitations end?')).toContain('statute');
    expect(wordsIn('Which state law applies?')).toContain('law');
  });

  it('a question about a selection that names only the law or a percentage is about the selection', () => {
    const about = (question: string) => analyse(selection(question, 'The slitter was acquired in 2024.'), []).about;
    expect(about('What does the law say on this?')).toBe('attached');
    expect(about('Is the 40 percent right?')).toBe('attached');
    expect(about('Is § 40 right?')).toBeNull();
    expect(about('What does the law say on the acquisition?')).toBeNull();
  });

  it('two words that say nothing alone are searched for if a hyphen joins them', () => {
    expect(words('How long may a like-kind exchange take?')).toEqual(expect.arrayContaining(['like 1', 'kind 1']));
    expect(words('What kind of exchange is it like?').join(' ')).not.toMatch(/\b(?:like|kind)\b/);
    expect(words('Which on-the-go costs count?').join(' ')).not.toMatch(/\bon\b/);
  });

  it('the count of an inventory is a word of the question', () => {
    expect(words('When was the inventory count moved to?')).toContain('count 1');
  });

  it('earlier questions count less, and only those since the subject changed', () => {
    const found = words('and the deposit?', ['zyzzyva one', 'expensing election', 'hydraulic press']);
    expect(found.find((word) => word.startsWith('deposit'))).toBe('deposit 1');
    const weight = Number(found.find((word) => word.startsWith('hydraulic'))?.split(' ')[1]);
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(1);
    expect(found.join(' ')).not.toContain('zyzzyva');
  });

  it('the words of a selection count less', () => {
    const content = selection('How is it depreciated?', 'a hydraulic press line');
    const found = words(content);
    expect(found).toContain('depreciated 1');
    expect(found).toContain('hydraulic 0.5');
  });

  it('words like those that introduce an attachment are words of the question', () => {
    expect(words('From memo.md, lines 1-2:\n\n```\nhydraulic press\n```')).toContain('hydraulic 1');
  });

  it('facts of the matter are not searched for, and a quoted answer is', () => {
    const matter = [{ field: 'framework', name: 'Framework', value: 'zyzzyva' }];
    const found = words({ ...plainQuestion('Why?'), matter, quote: 'a hydraulic press' });
    expect(found).toContain('hydraulic 1');
    expect(found.join(' ')).not.toContain('zyzzyva');
  });

  it('the outermost folder of a selected file is searched for, and its other folders are not', () => {
    const inFolder = (path: string) =>
      words({ ...plainQuestion('Is the limit kept?'), selections: [{ path, line: 1, endLine: 1, text: 'loans' }] });
    expect(inFolder('Finch Metals/Contracts/Loan.md')).toEqual([
      'limit 1',
      'kept 1',
      'loans 0.5',
      'finch 0.5',
      'metals 0.5',
    ]);
    expect(inFolder('Finch Metals\\Loan.md')).toContain('finch 0.5');
    expect(inFolder('Loan.md')).toEqual(['limit 1', 'kept 1', 'loans 0.5']);
    expect(inFolder('/home/Finch/Loan.md')).toEqual(['limit 1', 'kept 1', 'loans 0.5']);
  });

  it('the words of a selection count fully if the question says nothing of its own', () => {
    expect(words(selection('Check this', 'a hydraulic press line'))).toContain('hydraulic 1');
  });

  describe('a general question about a selection', () => {
    const text = 'Find the authority for what is stated here: the sections or regulations that support it.';
    const general = (selected: string): ResearchQuestion => ({ ...selection(text, selected), general: true });

    it('searches for nothing but the selection', () => {
      expect(words(general('a hydraulic press line'))).toEqual(words(selection('', 'a hydraulic press line')));
      expect(words(selection(text, 'a hydraulic press line'))).toContain('regulations 1');
      expect(words({ ...plainQuestion(text), general: true })).toContain('regulations 1');
    });

    it('leaves the words of the selection to a follow-up, and none of the question', () => {
      const { terms } = analyse(plainQuestion('And for ships?'), [general('a hydraulic press line')]);
      expect(terms.map(({ word, weight }) => `${word} ${weight}`)).toEqual([
        'ships 1',
        'hydraulic 0.5',
        'press 0.5',
        'line 0.5',
      ]);
    });

    it('searches for an answer that is quoted', () => {
      expect(words({ ...general('a press line'), quote: 'zyzzyva' })).toContain('zyzzyva 1');
    });
  });

  it.each([
    ['Which year does § 168(k)(6) name?', 'And (k)(2)?', ['168 k.2']],
    ['Which year does § 168(k)(6) name?', 'And (2)?', ['168 k.2']],
    ['What does § 179 say?', 'And what about (b)(2) or (d)?', ['179 b.2', '179 d']],
    ['What does § 179(b)(1) say?', 'And (a) of § 280F?', ['280f']],
    ['What is due?', 'And (k)(2)?', []],
  ])('a follow-up to “%s” names subsections alone: “%s”', (before, text, expected) => {
    const { citations } = analyse(plainQuestion(text), [plainQuestion(before)]);
    expect(citations.map(({ key, pin }) => (pin === '' ? key : `${key} ${pin}`))).toEqual(expected);
  });

  it('the words of a selection have synonyms in the words of the law', () => {
    const { added } = analyse(selection('Can this be expensed?', 'A used forklift was delivered.'), []);
    expect(added.map(({ word }) => word)).toEqual(expect.arrayContaining(['tangible', 'depreciable']));
  });

  it('with a selection, earlier questions are not used', () => {
    expect(words(selection('How is it treated?', 'hydraulic press'), ['zyzzyva']).join(' ')).not.toContain('zyzzyva');
  });
});

it('words are read without case, quotation marks and possessive endings', () => {
  expect(wordsOf('Élection — the “Lessee’s” right-of-use')).toEqual(expect.arrayContaining(['lessee']));
});

it('a question that asks for a value is recognized, and so is a text that contains one', () => {
  const questions = ['What is the dollar limit?', 'How high is the rate?', 'When is it due?', 'How many shareholders?'];
  expect(questions.map(askedValue)).toEqual(['amount', 'rate', 'time', 'number']);
  expect(askedValue('Who is a lessee?')).toBe(null);
  expect([hasValue('not exceed $25,000', 'amount'), hasValue('no figure here', 'amount')]).toEqual([true, false]);
  expect([hasValue('at 20 percent', 'rate'), hasValue('at a price', 'rate')]).toEqual([true, false]);
  expect([hasValue('within 180 days', 'time'), hasValue('within reason', 'time')]).toEqual([true, false]);
});

it('a date says when something is due, and not how long it takes', () => {
  expect(['Over how long a time is it written off?', 'When is it due?'].map(askedValue)).toEqual(['duration', 'time']);
  const texts = ['over the 15-year period', 'after August 10, 1993'];
  expect(texts.map((text) => hasValue(text, 'duration'))).toEqual([true, false]);
  expect(texts.map((text) => hasValue(text, 'time'))).toEqual([true, true]);
});

it.each([
  ['Wie hoch ist der Freibetrag?', 'amount', 'um einen Freibetrag in Höhe von 24 500 Euro', 'um einen Freibetrag'],
  ['Steuersatz Grunderwerbsteuer', 'rate', 'Die Steuer beträgt 3,5 vom Hundert.', 'Die Steuer wird abgerundet.'],
  ['Wie lange ist die Frist?', 'duration', 'Sie beträgt zehn Jahre.', 'Sie beginnt mit dem Tag.'],
  ['Wie viele Stimmen braucht ein Beschluss?', 'number', 'mindestens 3 Stimmen', 'die Mehrheit'],
] as const)('a German question names the kind of value that it asks for: %s', (question, value, stated, other) => {
  expect(askedValue(question)).toBe(value);
  expect([hasValue(stated, value), hasValue(other, value)]).toEqual([true, false]);
});

it('a question for a number names what is counted, and a text has it behind a number', () => {
  expect(countedNoun('How many owners may an S corporation have?')).toBe('owners');
  expect(countedNoun('Wie viele Gesellschafter darf sie haben?')).toBe('Gesellschafter');
  // Days and years are a time.
  expect(countedNoun('How many days may it take?')).toBeNull();
  expect(countedNoun('How often may it be used?')).toBeNull();
  expect(countedWords('(1) under section 12 trusts, more than 100 eligible shareholders or two classes of stock')).toBe(
    ' eligible shareholders or  classes of stock',
  );
  expect(countedWords('14.1 Employees upload receipts within ten days.')).toBe(' days');
  // A table counts what its rows and its header name.
  expect(countedWords('| Measure | Value |\n|---|---|\n| Replies received | 6 of 7 |')).toContain('Replies');
  expect(countedWords('Step\tWhen\nMeeting on the audit\tNovember 4, 2025')).toBe('');
});

describe('words that only say which of several is asked for', () => {
  it.each(['Which was the largest?', 'Is that the highest?', 'Welche ist die höchste?'])(
    'a question without a subject of its own is about that of the question before: %s',
    (question) => {
      const query = analyse(plainQuestion(question), [plainQuestion('What distributions were made to the partners?')]);
      expect(query.about).toBe('earlier');
      expect(query.continues).toBe('yes');
    },
  );

  it('beside a subject they do not make a question continue the one before', () => {
    const query = analyse(plainQuestion('Which customer in Eastport has the largest balance of receivables?'), [
      plainQuestion('What distributions were made to the partners?'),
    ]);
    expect(query.continues).toBe('no');
  });
});
