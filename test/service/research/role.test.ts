import { expect, it } from 'vitest';
import { roleOf } from '../../../src/service/research/role.ts';

it('a rule that reserves exceptions is a rule, and an exception is none', () => {
  expect(roleOf('', 'Except as provided in subsection (g), a corporation may elect to be an S corporation.')).toBe(
    'Rule',
  );
  expect(roleOf('', 'Except as otherwise provided in this subtitle, gross income means all income.')).toBe(
    'Definition',
  );
  expect(roleOf('', 'Subsection (a) shall not apply to any exchange of property held for sale.')).toBe('Exception');
  expect(roleOf('(2) Exception', 'Except as provided in paragraph (3), the tax is 5 percent.')).toBe('Exception');
});

it('a rule that refers to a definition is a rule', () => {
  expect(
    roleOf('(a) Old-age', 'There is imposed a tax equal to 6.2 percent of the wages (as defined in section 3121(a)).'),
  ).toBe('Rule');
  expect(roleOf('(a) Wages', 'The term “wages” means all remuneration for employment.')).toBe('Definition');
});
