import { expect, it } from 'vitest';
import { UnreadableDocument } from '../../../src/service/documents/document.ts';
import { openZip } from '../../../src/service/documents/office/zipArchive.ts';
import { makeZip } from './support/makeOffice.ts';

it.each([
  ['behind the end of the file', 0x7fffffff],
  ['close to the end of the file', -10],
  ['at no header of a part', 3],
])('an archive whose list places a part %s is damaged', (_, offset) => {
  const bytes = makeZip({ 'word/document.xml': '<w/>' });
  const listed = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt32LE(offset < 0 ? bytes.length + offset : offset, listed + 42);
  const archive = openZip(bytes);
  expect(archive.has('word/document.xml')).toBe(true);
  expect(() => archive.text('word/document.xml')).toThrow(new UnreadableDocument('It is damaged.'));
});
