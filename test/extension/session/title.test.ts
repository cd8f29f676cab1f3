import { expect, it } from 'vitest';
import { titleFor } from '../../../src/extension/session/title.ts';

const selection = (text: string) => ({
  id: 's',
  uri: 'file:///matter/memos/lease.md',
  label: 'memos/lease.md',
  languageId: 'markdown',
  startLine: 3,
  endLine: 5,
  text,
  outdated: false,
});
const template = 'Explain the tax treatment of what is described here.';

it('conversations that begin with one template are named by the file and the selected words', () => {
  const titles = ['The lease was\n  extended by two years.', 'The rent was reduced.'].map((text) =>
    titleFor({ text: template, selections: [selection(text)] }, true),
  );
  expect(titles).toEqual(['lease.md: The lease was extended by two years.', 'lease.md: The rent was reduced.']);
});

it('a conversation that begins with a question of the user is named by that question', () => {
  expect(titleFor({ text: 'Is it\ndeductible?', selections: [selection('The rent.')] }, false)).toBe(
    'Is it deductible?',
  );
  expect(titleFor({ text: template, selections: [] }, true)).toBe(template);
});

it('a title is one line of at most 80 characters', () => {
  const title = titleFor({ text: template, selections: [selection('word\n'.repeat(100_000))] }, true);
  expect(title.length).toBeLessThanOrEqual(80);
  expect(title).not.toContain('\n');
});

it.each([
  ['/** Returns the amount.', 'Returns the amount.'],
  ['# Facts', 'Facts'],
  ['// - § 179', '§ 179'],
  ['<!-- note', 'note'],
  ['-5 percent', '-5 percent'],
])('a title does not begin with the marks of “%s”', (text, expected) => {
  expect(titleFor({ text: template, selections: [selection(text)] }, true)).toBe(`lease.md: ${expected}`);
});
