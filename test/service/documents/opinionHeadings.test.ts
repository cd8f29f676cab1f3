import { expect, it } from 'vitest';
import { withOpinionHeadings } from '../../../src/service/documents/opinionHeadings.ts';

const headingsOf = (...texts: string[]) =>
  withOpinionHeadings(
    texts.map((text, at) => ({ type: 'text', text, line: 1 + 10 * at, endLine: 1 + 10 * at })),
  ).flatMap((block) => (block.type === 'heading' ? [`${block.line} ${block.text}`] : []));

it('numbered lines in capital letters are headings while their numbers rise by one, or begin again', () => {
  expect(headingsOf('I. THE STOP\nHe drove.\nII. THE SEARCH\nThey looked.', 'III. THE ARREST\nHe left.')).toEqual([
    ...['1 I. THE STOP', '3 II. THE SEARCH', '11 III. THE ARREST'],
  ]);
  expect(headingsOf('I. THE STOP\nHe drove.\nI. THE LAW\nIt says.\nII. THE RULE\nIt is.')).toHaveLength(3);
});

it('a line that looks like a number of the outline and does not follow the one before is no heading', () => {
  expect(headingsOf('State\nV. GALE AND OTHERS\nI. THE STOP\nHe drove.\nIV. THE SEARCH\nThey looked.')).toEqual([
    '3 I. THE STOP',
  ]);
  expect(headingsOf('II. THE SEARCH\nThey looked.')).toEqual([]);
});

it('a long line is no heading, whatever it begins with', () => {
  expect(headingsOf(`I. ${'THE STOP '.repeat(11)}\nHe drove.`)).toHaveLength(1);
  expect(headingsOf(`I. ${'THE STOP '.repeat(20)}\nHe drove.`)).toEqual([]);
});
