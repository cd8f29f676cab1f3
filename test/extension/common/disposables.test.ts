import { expect, it } from 'vitest';
import { disposeAll } from '../../../src/extension/common/disposables.ts';
import { once } from '../../../src/extension/common/once.ts';

it('disposes of all parts in reverse order and reports every failure', () => {
  const disposed: number[] = [];
  const part = (id: number, fails = false) => ({
    dispose() {
      disposed.push(id);
      if (fails) throw new Error(`part ${id}`);
    },
  });
  let thrown: unknown;
  try {
    disposeAll([part(1, true), part(2), part(3, true)]);
  } catch (error) {
    thrown = error;
  }
  expect(disposed).toEqual([3, 2, 1]);
  expect(thrown).toBeInstanceOf(AggregateError);
  expect((thrown as AggregateError).errors.map(String)).toEqual(['Error: part 3', 'Error: part 1']);
  expect(() => disposeAll([part(4)])).not.toThrow();
});

it('a value is made once for all callers, and again after a failed attempt', async () => {
  let attempts = 0;
  const value = once(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
    return attempts;
  });
  await expect(value()).rejects.toThrow('not yet');
  expect(await Promise.all([value(), value()])).toEqual([2, 2]);
  expect(attempts).toBe(2);
});
