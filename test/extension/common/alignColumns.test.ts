import { expect, it } from 'vitest';
import { alignColumns } from '../../../src/extension/common/alignColumns.ts';

it('the columns of a table are one below the other, and all other lines stay as they are', () => {
  const text =
    'Assets\n\nAsset\tCost\tMethod\nPottery kiln\t41,250\tStraight line\nVan\t\tMACRS\n\n(a)\tThe lessee pays.\n';
  expect(alignColumns(text)).toBe(
    [
      'Assets',
      '',
      'Asset       \tCost  \tMethod',
      'Pottery kiln\t41,250\tStraight line',
      'Van         \t      \tMACRS',
      '',
      '(a)\tThe lessee pays.',
      '',
    ].join('\n'),
  );
  expect(alignColumns('')).toBe('');
});

it('a long cell does not make the other rows of its column as long', () => {
  const [head = '', long = ''] = alignColumns(`Duty\tDay\n${'x'.repeat(500)}\t1\n`).split('\n');
  expect(head).toBe(`${'Duty'.padEnd(40)}\tDay`);
  expect(long).toBe(`${'x'.repeat(500)}\t1`);
});
