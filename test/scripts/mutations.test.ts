import { expect, it } from 'vitest';
import { mutationsOf } from '../../scripts/support/mutations.ts';

const mutated = (source: string) =>
  mutationsOf(source).map(({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end));

it('each mutation changes one place of the code', () => {
  expect(mutated('if (!a && b < 1) return true;')).toEqual([
    'if (a && b < 1) return true;',
    'if (!a || b < 1) return true;',
    'if (!a && b <= 1) return true;',
    'if (!a && b < 1) return false;',
  ]);
});

it('comments, strings and imports are not mutated', () => {
  expect(mutated(`import { a } from 'true';\n// a && b\n/* a < b */\nconst x = 'a === b';\n`)).toEqual([]);
});
