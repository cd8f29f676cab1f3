import { expect, it } from 'vitest';
import { goesOnAt, quotedParts } from '../../src/text/omission.ts';
import { cpuTime } from '../support/cpuTime.ts';

it('the words of a quotation are those between what is left out, without the note on how the text goes on', () => {
  expect(quotedParts(`The limit is $5. … It ends. ${goesOnAt('continues: (c); (d)')}`)).toEqual([
    'The limit is $5. ',
    ' It ends. ',
  ]);
  expect(quotedParts('The limit … [the taxpayer] shall pay … [sic]')).toEqual([
    'The limit ',
    ' [the taxpayer] shall pay ',
    ' [sic]',
  ]);
});

it('a quotation with many signs of omission is read in linear time', () => {
  expect(cpuTime(() => quotedParts('… ['.repeat(100_000)))).toBeLessThan(1000);
});
