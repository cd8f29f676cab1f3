import { expect, it } from 'vitest';
import { codeOf, withRetry } from '../../src/files/fileErrors.ts';

it('only the code of a file system error is a code', () => {
  const coded = (code: unknown) => Object.assign(new Error('x'), { code });
  expect([coded('ENOSPC'), coded(5), new Error('x'), null, undefined, 'ENOSPC'].map(codeOf)).toEqual([
    'ENOSPC',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('a file that another process locks for a moment is tried again, and another error is not', async () => {
  const attempts = { busy: 0, full: 0 };
  const fail = (code: string) => {
    throw Object.assign(new Error(code), { code });
  };
  const result = await withRetry(
    async () => (++attempts.busy < 3 ? fail('EBUSY') : 'written'),
    async () => {},
  );
  expect([result, attempts.busy]).toEqual(['written', 3]);
  const full = withRetry(
    async () => {
      attempts.full += 1;
      return fail('ENOSPC');
    },
    async () => {},
  );
  await expect(full).rejects.toThrow('ENOSPC');
  expect(attempts.full).toBe(1);
});
