import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/authority/parseAuthorities.ts';
import { citedConstants } from '../../../src/extension/citations/citedConstants.ts';
import { readableSpans } from '../../../src/extension/citations/comments.ts';
import { growthForEightfold, LINEAR } from '../../support/cpuTime.ts';

it('constants are looked for in time that does not grow with the square of a file, whatever its lines', () => {
  for (const unit of [
    'a/**/',
    'A=1;/*§ 1(a)*/',
    '/*§ 1(a)*/\n',
    '/**/\nA',
    '//\n',
    'AAAA',
    "VALUES ('",
    "VALUES ('a',1); // § 1(a)\n",
  ]) {
    const run = (text: string) => {
      const spans = readableSpans(text, 'c');
      return citedConstants(text, parseAuthorities(text), spans);
    };
    expect(growthForEightfold(run, unit.repeat(40_000 / unit.length)), unit).toBeLessThan(LINEAR);
  }
});
