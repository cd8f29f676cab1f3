import { expect, it } from 'vitest';
import { UsageError } from '../../src/cli/command.ts';
import { LIBRARY_OPTIONS, parseOptions } from '../../src/cli/options.ts';

const parse = (...argv: string[]) => parseOptions(argv, LIBRARY_OPTIONS);

it('options and other words are read, and words after -- are no options', () => {
  const { values, positionals } = parse(
    '--library',
    'a',
    '--library=-b',
    '--in-memory',
    'Who',
    'pays?',
    '--',
    '--rent',
  );
  expect(values).toMatchObject({ library: ['a', '-b'], 'in-memory': true });
  expect(positionals).toEqual(['Who', 'pays?', '--rent']);
});

it('an option that does not exist is named with those that do', () => {
  const text =
    'There is no option --foo. The options are --library, --laws, --index, --in-memory, --exclude, --exclude-within.';
  expect(() => parse('--foo', 'bar')).toThrow(new UsageError(text));
  expect(() => parse('-x')).toThrow('There is no option -x.');
  expect(() => parse('--__proto__')).toThrow('There is no option --__proto__.');
});

it('an option without its value is named with the way to write it, and so is one that takes none', () => {
  const needs = new UsageError('--laws needs a value. Write --laws=VALUE.');
  for (const argv of [['--laws'], ['--laws', '--in-memory'], ['--laws', '-x']])
    expect(() => parse(...argv)).toThrow(needs);
  expect(() => parse('--in-memory=yes')).toThrow(
    new UsageError('--in-memory takes no value. Write --in-memory alone.'),
  );
});
