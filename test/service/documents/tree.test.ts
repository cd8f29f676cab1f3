import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelsOf } from '../../../src/service/documents/labels.ts';
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
          const [own] = labelsOf(block.text).map(({ text }) => text);
          if (own !== undefined && !headingPath.split('.').includes(own)) wrong.push(`${name} ${block.text}`);
          known.add(headingPath);
          continue;
        }
        for (const mark of marks.filter((one) => one.kind !== 'text')) {
          const own = labelsOf(block.text.split('\n')[mark.offset] ?? '').map(({ text }) => text);
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

it('the numbers of a German paragraph stay outside of its letters, also where the first number begins in the line of the paragraph', () => {
  const text = [
    '(1) 1. erstens,',
    '   a) der Preis,',
    '   b) die Steuer;',
    '2. a) der Ort,',
    '   b) die Zeit.',
    '(2) Frei sind',
    '1. Beihilfen nach der Verordnung',
    '(EU) 2016/679,',
    '   a) des Bundes,',
    '2. Zulagen.',
  ];
  const { blocks } = readMarkdown(text.join('\n\n'));
  expect(markBlocks(blocks).map(({ marks }) => marks[0]?.path)).toEqual([
    '1.1',
    '1.1.a',
    '1.1.b',
    '1.2.a',
    '1.2.b',
    '2',
    '2.1',
    '2.1',
    '2.1.a',
    '2.2',
  ]);
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

it('a caption without a label belongs to the node of the line below it, and not to a heading below it', () => {
  const { blocks } = readMarkdown(['(a) First', '**Limits**', '(b) Second', '**Ends**', '## (c) Third'].join('\n\n'));
  expect(markBlocks(blocks).map(({ marks }) => marks[0]?.path)).toEqual(['a', 'b', 'b', 'b', undefined]);
});

it('marks are read back from the index as they were written', () => {
  const mark = fc.record({
    offset: fc.nat(),
    kind: fc.constantFrom('heading' as const, 'item' as const, 'text' as const, 'container' as const),
    path: fc.constantFrom('', 'b', 'b.3.B.ii', '1A'),
  });
  fc.assert(
    fc.property(fc.array(mark), (marks) => {
      expect(readMarks(writeMarks(marks))).toEqual(marks);
    }),
  );
});
