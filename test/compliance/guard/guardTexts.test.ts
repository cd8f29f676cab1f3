import { describe, expect, it } from 'vitest';
import { guardTexts } from '../../../src/compliance/guard/guardTexts.ts';

const SSN = 'His SSN is 123-45-6789.';
const EIN = 'Acme has the EIN 12-3456789.';
const PLAIN = 'The limit is $1,160,000.';

describe('texts that leave together', () => {
  it.each([
    ['all of them have identifiers', [SSN, EIN], ['His SSN is [SSN-1].', 'Acme has the EIN [EIN-1].']],
    ['only the first has identifiers', [SSN, PLAIN], ['His SSN is [SSN-1].', PLAIN]],
    ['only the last has identifiers', [PLAIN, EIN], [PLAIN, 'Acme has the EIN [EIN-1].']],
    ['none has identifiers', [PLAIN, PLAIN], [PLAIN, PLAIN]],
  ])('have placeholders where %s', (_case, texts, expected) => {
    expect(guardTexts(texts, { guard: 'warn', clientNames: [] })).toEqual(expected);
  });

  it('do not leave with the guard block if one of them has an identifier or the name of a client', () => {
    for (const texts of [[SSN], [PLAIN, SSN], [SSN, EIN], [PLAIN, 'a memo for Roe Dairy']]) {
      expect(guardTexts(texts, { guard: 'block', clientNames: ['Roe Dairy'] }), texts.join()).toBeNull();
    }
    expect(guardTexts([PLAIN], { guard: 'block', clientNames: ['Roe Dairy'] })).toEqual([PLAIN]);
  });

  it('are unchanged with the guard off', () => {
    expect(guardTexts([SSN, EIN], { guard: 'off', clientNames: [] })).toEqual([SSN, EIN]);
  });
});
