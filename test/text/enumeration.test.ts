import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelsOf } from '../../src/service/documents/labels.ts';
import { bracketed, enumerate, type Label } from '../../src/text/enumeration.ts';

interface Line {
  readonly text: string;
  readonly heading: boolean;
  readonly inside?: boolean;
}

const pathsOf = (lines: readonly Line[], parents?: readonly string[]) =>
  enumerate(
    lines.map((line) => ({ ...line, labels: labelsOf(line.text) })),
    parents,
  ).map((path) => path?.join('.') ?? null);

const plain = (lines: string) => lines.split(' / ').map((text) => ({ text, heading: false }));

/** Labels of a regulation, one paragraph each; `*` for italics. */
const marked = (labels: string) =>
  labels.split(' ').map((mark) => ({
    labels: mark
      .split(',')
      .map(
        (text): Label =>
          text.startsWith('*')
            ? { text: text.slice(1), kinds: [/\d/.test(text) ? 'italicNumber' : 'italicRoman'] }
            : bracketed(text),
      ),
    text: '',
    heading: false,
    inside: true,
  }));

it('a regulation has its capitals inside of its Roman numbers, and the Code the other way round', () => {
  const regulation = '(a) x / (1) x / (i) x / (A) x / (B) x / (ii) x / (A) x / (2) x / (b)  (1)  (i) x / (A) x';
  expect(pathsOf(plain(regulation))).toEqual([
    'a',
    'a.1',
    'a.1.i',
    'a.1.i.A',
    'a.1.i.B',
    'a.1.ii',
    'a.1.ii.A',
    'a.2',
    'b.1.i',
    'b.1.i.A',
  ]);
  expect(pathsOf(plain('(a) x / (1) x / (A) x / (i) x / (I) x / (ii) x / (B) x'))).toEqual([
    'a',
    'a.1',
    'a.1.A',
    'a.1.A.i',
    'a.1.A.i.I',
    'a.1.A.ii',
    'a.1.B',
  ]);
});

it('the numbers in italics of a regulation stand inside its capitals', () => {
  expect(enumerate(marked('a,1,i A *1 *2,*i *ii B 2')).map((path) => path?.join('.'))).toEqual([
    'a.1.i',
    'a.1.i.A',
    'a.1.i.A.1',
    'a.1.i.A.2.i',
    'a.1.i.A.2.ii',
    'a.1.i.B',
    'a.2',
  ]);
});

it('(i) after a list below (h) is a number if that list goes on behind it, and a letter if nothing follows', () => {
  expect(pathsOf(plain('(h) x / (A) x / (i) x / (B) x'))).toEqual(['h', 'h.A', 'h.A.i', 'h.B']);
  expect(pathsOf(plain('(h) x / (1) x / (A) x / (i) x'))).toEqual(['h', 'h.1', 'h.1.A', 'i']);
});

it('(i) after (h) is a letter if (j) or a list of numbers follows and a number if (ii) follows, and a mark that fits nowhere has no path', () => {
  const paths = (labels: string) => enumerate(marked(labels)).map((path) => path?.join('.') ?? null);
  expect(paths('g h i j')).toEqual([null, null, null, null]);
  const letters = 'a b c d e f g h i j'.split(' ');
  expect(paths(letters.join(' '))).toEqual(letters);
  expect(paths('a b c d e f g h 1 i ii 2').slice(-4)).toEqual(['h.1', 'h.1.i', 'h.1.ii', 'h.2']);
  expect(paths('a b c d e f g h 1 2 i 1 2').slice(-3)).toEqual(['i', 'i.1', 'i.2']);
  expect(paths('a 1 7 2')).toEqual(['a', 'a.1', null, 'a.2']);
});

it('a part of a text continues the labels above it', () => {
  expect(pathsOf(plain('(iii) x / (B) x / (4) x / (c) x'), ['b', '3', 'A', 'ii'])).toEqual([
    'b.3.A.iii',
    'b.3.B',
    'b.4',
    'c',
  ]);
});

it('a clause (i) and a subsection (i), a subparagraph (I) and a subclause (I) are told apart by what follows', () => {
  const lines = ['(1) x', '(H) x', '(i) x', '(ii) x', '(I) x', '(i) x', '(J) x', '(i) x', '(I) x', '(II) x'];
  const paths = pathsOf([{ text: '(h) x', heading: true }, ...lines.map((text) => ({ text, heading: false }))]);
  expect(paths).toEqual([
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
  const paths = pathsOf([
    { text: '(p) Cross references', heading: true },
    ...['(1) Other definitions', 'For other definitions, see:', '(1) one', '(2) two', '(3) three', '(2) Effect'].map(
      (text) => ({ text, heading: false }),
    ),
  ]);
  expect(paths).toEqual(['p', 'p.1', null, null, null, null, 'p.2']);
});

it('a subsection without a heading has its label, also where the other subsections are headings', () => {
  const paths = pathsOf([
    { text: '(a) If the gift is made in property', heading: false },
    { text: '(b) Where property is transferred', heading: false },
    { text: '(c) Cross reference', heading: true },
    { text: '(d) The amount', heading: false },
  ]);
  expect(paths).toEqual(['a', 'b', 'c', 'd']);
});

it('a reference that begins a line of a table or a broken line is no label', () => {
  const paths = pathsOf([
    { text: '(a) First', heading: true },
    { text: '(1) The period is', heading: false },
    { text: '(B)(ii)', heading: false },
    { text: '(7) of that paragraph', heading: false, inside: true },
  ]);
  expect(paths).toEqual(['a', 'a.1', null, null]);
});

it('any lines are enumerated without failing', () => {
  const line = fc.record({
    text: fc.stringMatching(/^(?:\([a-zA-Z0-9]{1,3}\) ?){0,3}[a-z ]{0,9}$/),
    heading: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(pathsOf(lines)).toHaveLength(lines.length);
    }),
  );
});
