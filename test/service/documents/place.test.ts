import { array, assert, constantFrom, nat, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { exactPlace, translatedPlace, writePlaces } from '../../../src/service/documents/place.ts';

it('lines of a passage have their own paragraphs or cells as place, after what the place of the passage says besides', () => {
  const paragraphs = writePlaces([{ paragraph: 12 }, null, { paragraph: 13 }, null, { paragraph: 14 }]);
  const inWord = (line: number) => ({ place: 'Attachment lease.docx, paragraphs 12–14', words: paragraphs, line });
  expect(exactPlace(inWord(2), inWord(2))).toBe('Attachment lease.docx, paragraph 13');
  expect(exactPlace(inWord(1), inWord(3))).toBe('Attachment lease.docx, paragraphs 12–13');
  const cells = writePlaces([{ cells: 'P & L!A1:D1' }, { cells: 'P & L!A2:E2' }, { cells: 'P & L!B3' }]);
  const inExcel = (line: number) => ({ place: 'P & L!A1:E3', words: cells, line });
  expect(exactPlace(inExcel(1), inExcel(2))).toBe('P & L!A2:E3');
});

it('without places of lines, the place is that of the passage', () => {
  expect(writePlaces([{ page: 3 }, null])).toBeNull();
  const line = { place: 'page 3', words: null, line: 0 };
  expect(exactPlace(line, line)).toBe('page 3');
});

it('a place without a translation stays as it is', () => {
  const places = ['page iv', 'a.eml, page 3', 'paragraphs 3–12', 'Notes, page 3!A2:B3', 'Lease, page 3.doc', 'page '];
  for (const place of places) expect(translatedPlace(place)).toBe(place);
  assert(property(string(), (place) => translatedPlace(place) === place));
});

it('an index that was changed by another program gives a place without an error', () => {
  const words = array(constantFrom('12', '-', 'A1', 'A1:B2', 'x', '')).map((each) => each.join(' '));
  assert(
    property(string(), words, nat(5), nat(5), (place, words, one, other) => {
      expect(typeof exactPlace({ place, words, line: one }, { place, words, line: other })).toBe('string');
    }),
  );
});
