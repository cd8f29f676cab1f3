import { expect, it } from 'vitest';
import { describeFailure } from '../../../src/extension/common/describeFailure.ts';

it('the log describes a failure with its name, code and stack, and without its message', () => {
  const error = Object.assign(new TypeError('client content\n    at second line'), { code: 'EACCES' });
  const text = describeFailure(error);
  expect(text).toMatch(/^TypeError EACCES\n\s+at .*describeFailure\.test\.ts/);
  expect(text).not.toMatch(/content|second line/);
});

it('the log describes a thrown value that is not an error by its type', () => {
  expect(describeFailure('client content')).toBe('string');
});
