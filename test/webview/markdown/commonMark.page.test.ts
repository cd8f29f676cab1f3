import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesOf, normaliseHtml, sections } from './support/commonMark.ts';
import { openRendererPage, type RendererPage } from './support/rendererPage.ts';

let renderer: RendererPage;
beforeAll(async () => {
  renderer = await openRendererPage();
});
afterAll(() => renderer.close());

describe('CommonMark', () => {
  it.each(sections)('the examples of CommonMark render as specified: %s', async (section) => {
    const examples = examplesOf(section);
    const made = await renderer.page.evaluate(
      (list) =>
        list.map((markdown) => ({
          html: window.renderer.toHtml(markdown),
          // If an example has HTML, the expected result is that of a parser that also treats HTML as text.
          withoutHtml: window.renderer.markdownItHtml(markdown),
        })),
      examples.map((example) => example.markdown),
    );
    const wrong = examples.flatMap((example, i) => {
      const right = [example.html, made[i]?.withoutHtml ?? ''].map(normaliseHtml);
      return right.includes(normaliseHtml(made[i]?.html ?? '')) ? [] : [{ ...example, made: made[i]?.html }];
    });
    expect(wrong).toEqual([]);
  });
});
