import { describe, expect, it } from 'vitest';
import type { WrittenLine } from '../../../src/service/writer/answerLines.ts';
import { withKeys } from '../../../src/service/writer/passage.ts';
import { checkConclusion, createLineVerifier } from '../../../src/service/writer/verifyLines.ts';
import { LIMIT, MEALS, passage, REDUCTION } from './support.ts';

const PASSAGES = withKeys([LIMIT, REDUCTION, MEALS]);
const QUESTION = 'My client bought a press line for $3,100,000 in March 2025. How much may the client expense?';

const line = (text: string, keys: readonly string[] = [], more: Partial<WrittenLine> = {}): WrittenLine => ({
  section: 'RULE',
  text,
  keys,
  copied: [],
  calculation: false,
  number: null,
  ...more,
});

function verify(text: string, keys: readonly string[] = []) {
  return createLineVerifier(PASSAGES, QUESTION).verify(line(text, keys));
}

describe('a line of the model', () => {
  it('a line whose values are in the cited passage is confirmed', () => {
    expect(verify('The cost taken into account shall not exceed $2,500,000.', ['S1'])).toMatchObject({
      outcome: 'confirmed',
      keys: ['S1'],
    });
  });

  it('a line whose value another passage states cites that passage instead', () => {
    expect(verify('The aggregate cost shall not exceed $2,500,000.', ['S3'])).toMatchObject({
      outcome: 'corrected',
      keys: ['S1'],
    });
  });

  it('a line that needs the cited passage and another one cites both', () => {
    const text = 'The limitation of $2,500,000 is reduced by the cost that exceeds $4,000,000.';
    expect(verify(text, ['S2'])).toMatchObject({ outcome: 'corrected', keys: ['S2', 'S1'] });
  });

  it('a rule whose amount only a mail states does not cite the law beside it, and a sentence about the facts cites both', () => {
    const mail = passage(9, '§ 179', 'Under section 179 the cost taken into account shall not exceed $9,000,000.', {
      authority: false,
    });
    const verifier = createLineVerifier(withKeys([LIMIT, mail]), QUESTION);
    const text = 'The aggregate cost taken into account shall not exceed $9,000,000.';
    const both = ['S1', 'S2'];
    expect(verifier.verify(line(text, both))).toMatchObject({ outcome: 'corrected', keys: ['S2'] });
    expect(verifier.verify(line(text, both, { section: 'APPLICATION' }))).toMatchObject({ keys: both });
    expect(verifier.verify(line('The aggregate cost shall not exceed $2,500,000.', both))).toMatchObject({
      keys: both,
    });
    const difference = 'The cost shall not exceed $2,500,000, and not $9,000,000.';
    expect(verifier.verify(line(difference, both))).toMatchObject({ keys: both });
  });

  it('a line of two sentences is omitted when the first one has a value that the cited passages do not state', () => {
    const result = verify('The limit rises to $2,600,000. The aggregate cost shall not exceed $2,500,000.', ['S1']);
    expect(result).toMatchObject({ outcome: 'omitted', missing: ['amount'] });
  });

  it('a value that only another passage states does not support a sentence without a mark in the same line', () => {
    const result = verify('Only 50 percent counts. The aggregate cost shall not exceed $2,500,000.', ['S1']);
    expect(result.keys).not.toEqual(['S1']);
  });

  it('a source whose words the line copied stays, beside the one that has the words of the sentence', () => {
    const rule = passage(11, 'Classes', 'Machinery of this industry is seven-year property. It has no other class.');
    const start = passage(12, 'Start', 'At commencement the lessee recognizes an asset and a liability of the lease.');
    const verifier = createLineVerifier(withKeys([rule, start]), '');
    const text = 'At commencement the lessee recognizes an asset and a liability of the lease.';
    const cite = (words: string) => verifier.verify(line(text, ['S1'], { copied: [{ key: 'S1', words }] })).keys;
    expect(cite('is seven-year property')).toEqual(['S1', 'S2']);
    expect(cite('words of no passage')).toEqual(['S2']);
  });

  it('the first line of a passage counts as near to the words that a line copied', () => {
    const text =
      'Provision at December 31, 2025\n\nLenses have two years of warranty.\n\nIts amount is $264,700.\nBy J. Thiel.';
    const verifier = createLineVerifier(withKeys([passage(13, 'Provision', text)]), '');
    const copied = [{ key: 'S1', words: 'Its amount is $264,700' }];
    const own = line('The provision at December 31, 2025 has an amount of $264,700.', ['S1'], { copied });
    expect(verifier.verify(own).flag).toBeNull();
  });

  it('a line that repeats the facts of the question needs no passage and is marked as such', () => {
    expect(verify('The client bought the press line for $3,100,000 in March 2025.')).toMatchObject({
      outcome: 'confirmed',
      fromQuestion: true,
    });
  });

  it('a line without a key that is neither from the question nor from a passage is omitted', () => {
    expect(verify('Sure! Happy to help.')).toMatchObject({ outcome: 'omitted', missing: ['source'] });
    expect(verify('Taxpayers with small businesses generally benefit from this deduction.').outcome).toBe('omitted');
    expect(verify('The client bought the press line for $9,100,000 in March 2025.').outcome).toBe('omitted');
  });

  it('a line that shares few words with its passage is marked', () => {
    const text = 'Partners of foreign hospitals regularly forfeit their voting privileges upon dissolution.';
    expect(verify(text, ['S1'])).toMatchObject({ outcome: 'flagged', flag: 'words' });
  });

  it('a short passage is no excuse for a value that it does not state', () => {
    const short = withKeys([passage(1, 'Limits', 'Limit: $500')]);
    const verifier = createLineVerifier(short, QUESTION);
    expect(verifier.verify(line('The limit is $700.', ['S1'])).outcome).toBe('omitted');
    expect(verifier.verify(line('The limit is $500.', ['S1'])).outcome).toBe('confirmed');
  });

  it('a subsection that the passage does not show is not released', () => {
    expect(verify('Section 179(z)(9) limits the aggregate cost.', ['S1'])).toMatchObject({ outcome: 'omitted' });
  });

  it('a value behind the sign of a code fence is checked', () => {
    expect(verify('``` The limit is $9,999.', ['S1']).outcome).toBe('omitted');
  });
});

describe('the conclusion', () => {
  const check = (conclusion: string, rule = 'The aggregate cost shall not exceed $2,500,000.') => {
    const verifier = createLineVerifier(PASSAGES, QUESTION);
    const lines = [line(rule, ['S1']), line(conclusion, ['S1', 'S2', 'S3'], { section: 'CONCLUSION' })];
    return checkConclusion(
      lines.map((each) => verifier.verify(each)),
      PASSAGES,
      QUESTION,
    )[1];
  };

  it('a conclusion from values of the sentences above it is shown first', () => {
    expect(check('Under section 179, the client may expense $2,500,000.')).toMatchObject({ last: false });
  });

  it('a conclusion with a value that no sentence above it states is shown last', () => {
    expect(check('The client may expense 50 percent of the amount.')).toMatchObject({
      outcome: 'confirmed',
      last: true,
    });
  });

  it('a conclusion without a source cites that of the sentence above it that has most of its words', () => {
    const concluding = (text: string) => {
      const verifier = createLineVerifier(PASSAGES, QUESTION);
      verifier.verify(line('The amount for food or beverages shall not exceed 50 percent of the expense.', ['S3']));
      verifier.verify(line('The aggregate cost taken into account shall not exceed $2,500,000.', ['S1']));
      return verifier.verify(line(text, [], { section: 'CONCLUSION' }));
    };
    expect(concluding('So the aggregate cost of all machines is taken into account.')).toMatchObject({ keys: ['S1'] });
    expect(concluding('So the aggregate cost of all printing machines remains deductible.').outcome).toBe('omitted');
    expect(concluding('No, the lease of the warehouse remains an operating lease.').outcome).toBe('omitted');
    expect(concluding('The aggregate cost taken into account shall not exceed $2,600,000.').outcome).toBe('omitted');
  });

  it('a conclusion that gets the source of a sentence above it is marked, because it may say the opposite', () => {
    const rule =
      'A lease is a finance lease when it transfers ownership of the asset to the lessee by the end of the term.';
    const verifier = createLineVerifier(
      withKeys([passage(1, 'ASC 842-10-25-2', rule)]),
      'How is the lease classified?',
    );
    expect(verifier.verify(line(rule, ['S1']))).toMatchObject({ outcome: 'confirmed' });
    for (const text of [
      'The finance lease does not transfer ownership of the press.',
      'The finance lease transfers ownership of the press.',
    ]) {
      expect(verifier.verify(line(text, [], { section: 'CONCLUSION' }))).toMatchObject({
        outcome: 'flagged',
        flag: 'conditions',
        keys: ['S1'],
      });
    }
  });

  it('a conclusion without a sentence above it that passed is omitted', () => {
    expect(check('The client may expense $2,500,000.', 'The limit is $777.')).toMatchObject({
      outcome: 'omitted',
      missing: ['reasoning'],
    });
  });
});

describe('the words that a sentence rests on', () => {
  const verifyWith = (text: string, copied: readonly { key: string; words: string }[], keys = ['S1']) =>
    createLineVerifier(PASSAGES, QUESTION).verify(line(text, keys, { copied }));

  it('are kept in the spelling of the passage', () => {
    const { evidence, outcome } = verifyWith('The cost may not exceed $2,500,000.', [
      { key: 'S1', words: 'SHALL NOT exceed 2,500,000' },
    ]);
    expect(outcome).toBe('confirmed');
    expect(evidence).toEqual([{ key: 'S1', words: 'shall not exceed $2,500,000' }]);
  });

  it.each([
    ['that are not in the passage', 'may well exceed $2,500,000'],
    ['that begin or end inside of a word', 'xceed $2,500,000'],
    ['of another passage', 'shall be reduced by the amount'],
    ['that are in another order', 'exceed $2,500,000 … aggregate cost'],
    ['that say nothing', 'the'],
  ])('are dropped without harm to the sentence: words %s', (_name, words) => {
    const { evidence, outcome } = verifyWith('The cost may not exceed $2,500,000.', [{ key: 'S1', words }]);
    expect([outcome, evidence]).toEqual(['confirmed', []]);
  });

  it('may leave out words between them', () => {
    const { evidence } = verifyWith('The cost may not exceed $2,500,000.', [
      { key: 'S1', words: 'The aggregate cost … shall not exceed' },
    ]);
    expect(evidence).toEqual([{ key: 'S1', words: 'The aggregate cost … shall not exceed' }]);
  });

  const LONG = withKeys([
    passage(
      7,
      'Lease',
      'The deposit is $18,400 and is returned without interest at the end.\n\nThe landlord insures the building.\n\nThe tenant pays for repairs.\n\nThe yearly rent is $55,200, payable in advance.',
      { authority: false },
    ),
  ]);
  const inLease = (text: string, words: string) =>
    createLineVerifier(LONG, 'What does the lease say?').verify(line(text, ['S1'], { copied: [{ key: 'S1', words }] }));

  it('have the values of the sentence near them, or the sentence is marked', () => {
    expect(inLease('The deposit is $18,400, returned without interest.', 'The deposit is $18,400')).toMatchObject({
      outcome: 'confirmed',
      flag: null,
    });
    expect(inLease('The deposit is $55,200, returned without interest.', 'The deposit is $18,400')).toMatchObject({
      outcome: 'flagged',
      flag: 'evidence',
    });
  });

  it('have beside them the lines that speak of the same, whose values a sentence may state too', () => {
    const both = (deposit: string, rent: string) =>
      inLease(`The deposit is ${deposit} and the yearly rent ${rent}, payable in advance.`, 'The deposit is $18,400');
    expect(both('$18,400', '$55,200')).toMatchObject({ outcome: 'confirmed', flag: null });
    expect(both('$55,200', '$18,400')).toMatchObject({ outcome: 'flagged' });
  });

  it.each([
    ['☐ yes ☐ no', 'flagged', 'unticked'],
    ['☒ yes ☐ no', 'confirmed', null],
  ])('from a form with “%s” support the sentence only if a choice is ticked', (choice, outcome, flag) => {
    const form = withKeys([passage(8, 'Checklist', `Bank letter of the client obtained ${choice}`)]);
    const copied = [{ key: 'S1', words: 'Bank letter of the client obtained' }];
    const verifier = createLineVerifier(form, 'Which letters were obtained?');
    const verified = verifier.verify(line('The bank letter of the client was obtained.', ['S1'], { copied }));
    expect(verified).toMatchObject({ outcome, flag });
  });

  it('are what the sentence is compared with, not another place of the passage', () => {
    expect(inLease('The landlord does not insure the building.', 'The landlord insures the building')).toMatchObject({
      outcome: 'flagged',
      flag: 'conditions',
    });
  });
});
