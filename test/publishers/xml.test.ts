import { expect, it } from 'vitest';
import { readXml, textOf } from '../../src/publishers/formats/xml.ts';

/** Reads at most 100,000 characters of one element. Returns how many pieces were read, and the text of the elements. */
async function read(start: string, repeated: string, end = '', count = 2_000_000, maxFile = 1024 * 1024 * 1024) {
  let pieces = 0;
  const texts: string[] = [];
  function* all() {
    yield start;
    const piece = repeated.repeat(Math.ceil(10_000 / repeated.length));
    for (; pieces < count / 10_000; pieces += 1) yield piece;
    yield end;
  }
  const handler = {
    root() {},
    isContainer: (name: string) => name === 'law',
    element: (element: Parameters<typeof textOf>[0]) => void texts.push(textOf(element)),
  };
  const failure = await readXml(all(), handler, { maxElement: 100_000, maxFile }).then(
    () => null,
    (error: unknown) => error,
  );
  return { pieces, failure, texts };
}

it.each<[string, string, string]>([
  ['a text', '<law><section>', 'text '],
  ['empty elements', '<law><section>', '<b/>'],
  ['attributes', '<law><section>', `<b a="${'x'.repeat(500)}"/>`],
  ['one attribute', '<law><section id="', 'x'],
  ['a name', '<law><', 'section'],
  ['a comment', '<law><!-- ', 'comment '],
  ['a document type', '<!DOCTYPE law [', '<!ENTITY a "b">'],
  ['an instruction', '<law><?do ', 'this '],
  ['unparsed text', '<law><section><![CDATA[', 'text '],
  ['blanks in a tag', '<law><section', '  '],
])('%s of a publisher without end is given up at the limit of one element', async (_what, start, repeated) => {
  const { pieces, failure } = await read(start, repeated);
  expect(failure).toMatchObject({ problem: 'tooLarge' });
  expect(pieces).toBeLessThan(20);
});

it('a file of many elements is given up at the limit of a file', async () => {
  const { pieces, failure } = await read('<law>', '<section>Text.</section>', '</law>', 2_000_000, 500_000);
  expect(failure).toMatchObject({ problem: 'tooLarge' });
  expect(pieces).toBeLessThan(60);
});

it('a file of many elements below the limit is read whole', async () => {
  const { failure, texts } = await read('<law>', '<section id="s1">Text.<!-- note --></section>', '</law>');
  expect(failure).toBeNull();
  expect(texts.length).toBeGreaterThan(40_000);
});
