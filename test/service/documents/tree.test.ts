import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enumerate, labelsOf } from '../../../src/service/documents/enumeration.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { markBlocks } from '../../../src/service/documents/tree.ts';
import { readMarks, writeMarks } from '../../../src/service/nodeMarks.ts';
import { IRC } from '../temporary.ts';

/** A folder with the whole Code, if there is one. */
const WHOLE = process.env.FISCAL_CODE_FOLDER ?? '';
const folders = [IRC, ...(existsSync(WHOLE) ? [WHOLE] : [])];

it.each(folders)(
  'every label of %s is the one that its line begins with, below the label of the line above',
  (folder) => {
    const wrong: string[] = [];
    let labels = 0;
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.md'))) {
      const { blocks } = readMarkdown(readFileSync(join(folder, name), 'utf8'));
      const marked = markBlocks(blocks);
      const known = new Set<string>();
      for (const [at, block] of blocks.entries()) {
        const { headingPath, marks } = marked[at] ?? { headingPath: '', marks: [] };
        if (block.type === 'heading') {
          const [own] = labelsOf(block.text);
          if (own !== undefined && !headingPath.split('.').includes(own)) wrong.push(`${name} ${block.text}`);
          known.add(headingPath);
          continue;
        }
        for (const mark of marks.filter((one) => one.kind !== 'text')) {
          const own = labelsOf(block.text.split('\n')[mark.offset] ?? '');
          labels += 1;
          const path = mark.path.split('.');
          const outer = path.slice(0, -own.length).join('.');
          if (path.slice(-own.length).join() !== own.join() || (outer !== '' && !known.has(outer)))
            wrong.push(`${name} ${mark.path}`);
          for (let depth = 1; depth <= path.length; depth += 1) known.add(path.slice(0, depth).join('.'));
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(labels).toBeGreaterThan(2000);
  },
);

it('a clause (i) and a subsection (i), a subparagraph (I) and a subclause (I) are told apart by what follows', () => {
  const lines = ['(1) x', '(H) x', '(i) x', '(ii) x', '(I) x', '(i) x', '(J) x', '(i) x', '(I) x', '(II) x'];
  const paths = enumerate([{ text: '(h) x', heading: true }, ...lines.map((text) => ({ text, heading: false }))]);
  expect(paths.map((path) => path?.join('.'))).toEqual([
    'h',
    'h.1',
    'h.1.H',
    'h.1.H.i',
    'h.1.H.ii',
    'h.1.I',
    'h.1.I.i',
    'h.1.J',
    'h.1.J.i',
    'h.1.J.i.I',
    'h.1.J.i.II',
  ]);
});

it('a list inside a paragraph with labels like its own leaves the labels of the paragraphs right', () => {
  const paths = enumerate([
    { text: '(p) Cross references', heading: true },
    ...['(1) Other definitions', 'For other definitions, see:', '(1) one', '(2) two', '(3) three', '(2) Effect'].map(
      (text) => ({ text, heading: false }),
    ),
  ]);
  expect(paths.map((path) => path?.join('.') ?? null)).toEqual(['p', 'p.1', null, null, null, null, 'p.2']);
});

it('a subsection without a heading has its label, also where the other subsections are headings', () => {
  const paths = enumerate([
    { text: '(a) If the gift is made in property', heading: false },
    { text: '(b) Where property is transferred', heading: false },
    { text: '(c) Cross reference', heading: true },
    { text: '(d) The amount', heading: false },
  ]);
  expect(paths.map((path) => path?.join('.') ?? null)).toEqual(['a', 'b', 'c', 'd']);
});

it('the text after a list belongs to the node whose sentence the list is part of', () => {
  const text = [
    '## (a) First',
    '(1) In general',
    'There is allowed',
    '(A) one, or',
    '(B) two.',
    'Such sum is limited.',
  ];
  const { blocks } = readMarkdown(text.join('\n\n'));
  expect(markBlocks(blocks).map(({ marks }) => marks[0]?.path)).toEqual([
    undefined,
    'a.1',
    'a.1',
    'a.1.A',
    'a.1.B',
    'a.1',
  ]);
});

it('a reference that begins a line of a table or a broken line is no label', () => {
  const paths = enumerate([
    { text: '(a) First', heading: true },
    { text: '(1) The period is', heading: false },
    { text: '(B)(ii)', heading: false },
    { text: '(7) of that paragraph', heading: false, inside: true },
  ]);
  expect(paths.map((path) => path?.join('.') ?? null)).toEqual(['a', 'a.1', null, null]);
});

it('marks are read back from the index as they were written', () => {
  const mark = fc.record({
    offset: fc.nat(),
    kind: fc.constantFrom('heading' as const, 'item' as const, 'text' as const),
    path: fc.constantFrom('', 'b', 'b.3.B.ii', '1A'),
  });
  fc.assert(
    fc.property(fc.array(mark), (marks) => {
      expect(readMarks(writeMarks(marks))).toEqual(marks);
    }),
  );
});

it('any lines are enumerated without failing', () => {
  const line = fc.record({
    text: fc.stringMatching(/^(?:\([a-zA-Z0-9]{1,3}\) ?){0,3}[a-z ]{0,9}$/),
    heading: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(enumerate(lines)).toHaveLength(lines.length);
    }),
  );
});
