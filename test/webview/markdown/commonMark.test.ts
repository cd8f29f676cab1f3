import './support/domParser.ts';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { examplesOf, normaliseHtml, sections } from './support/commonMark.ts';
import { toHtml } from './support/toHtml.ts';

/** Also treats HTML as text. It gives the expected result of the examples with HTML. */
const withoutHtml = new MarkdownIt({ html: false });

it.each(sections)('the parsers give the result that CommonMark specifies for its examples: %s', (section) => {
  const wrong = examplesOf(section).flatMap((example) => {
    const made = toHtml(example.markdown);
    const right = [example.html, withoutHtml.render(example.markdown)].map(normaliseHtml);
    return right.includes(normaliseHtml(made)) ? [] : [{ ...example, made }];
  });
  expect(wrong).toEqual([]);
});
