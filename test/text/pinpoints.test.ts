import { expect, it } from 'vitest';
import {
  lastPinpointLine,
  pinpointComment,
  pinpointEntry,
  readPinpoints,
  withoutPinpoints,
} from '../../src/text/pinpoints.ts';

const entries = [
  pinpointEntry(7, 'heading', ['b']),
  pinpointEntry(9, 'item', ['b', '1']),
  pinpointEntry(11, 'text', []),
  pinpointEntry(13, 'item', ['b', '-->']),
  pinpointEntry(15, 'removed', []),
];
const comment = pinpointComment(entries);

it('the pinpoints that are written into the file of a law are read from it', () => {
  expect(readPinpoints(comment)).toEqual(
    new Map([
      [7, { kind: 'heading', path: 'b' }],
      [9, { kind: 'item', path: 'b.1' }],
      [11, { kind: 'text', path: '' }],
      [13, { kind: 'item', path: 'b.___' }],
      [15, { kind: 'removed', path: '' }],
    ]),
  );
  expect(readPinpoints(pinpointComment([]))).toEqual(new Map());
  expect(readPinpoints('<!-- a comment of an author 7=b -->')).toBeNull();
});

it('the line of the last pinpoint is read from the end of a comment that is long', () => {
  const long = pinpointComment(Array.from({ length: 500 }, (_, at) => pinpointEntry(at + 1, 'item', ['a'])));
  expect(lastPinpointLine(long.slice(-300))).toBe(500);
  expect(lastPinpointLine('Text of the law.')).toBeNull();
});

it('a text is compared without its pinpoints', () => {
  expect(withoutPinpoints(`Text.\n\n${comment}\n`)).toBe('Text.\n\n');
});
