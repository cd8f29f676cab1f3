import { expect, it } from 'vitest';
import { fencedLines } from '../../src/text/codeFences.ts';

const codeIn = (text: string) => {
  const lines = text.split('\n');
  const isCode = fencedLines(lines);
  return lines.filter((_, at) => isCode[at]);
};

it('Code between fences is code, with its fences', () => {
  expect(codeIn('a\n```js\nb\n```\nc\n~~~\nd\n~~~\ne')).toEqual(['```js', 'b', '```', '~~~', 'd', '~~~']);
});

it('A fence ends only with one of the same sign that is as long', () => {
  expect(codeIn('````\na\n```\nb\n~~~~\n````\nc')).toEqual(['````', 'a', '```', 'b', '~~~~', '````']);
});

it('A fence that is never closed makes code of the rest', () => {
  expect(codeIn('a\n```\nb\nc')).toEqual(['```', 'b', 'c']);
});

it('Code in one line between three backticks is no fence', () => {
  expect(codeIn('```a```\nb')).toEqual([]);
});

it('Code in a quotation is code, until its fence or the quotation ends', () => {
  expect(codeIn('> a\n> ```\n> b\n> ```\n> c')).toEqual(['> ```', '> b', '> ```']);
  expect(codeIn('> ```\n> b\nc\n> d')).toEqual(['> ```', '> b']);
  expect(codeIn('> > ```\n> > b\n> c')).toEqual(['> > ```', '> > b']);
  expect(codeIn('```\n> ```\na')).toEqual(['```', '> ```', 'a']);
});
