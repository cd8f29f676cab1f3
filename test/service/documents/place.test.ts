import { array, assert, constantFrom, nat, option, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import {
  exactPlace,
  type PassagePlace,
  placeInWords,
  placeOf,
  readPlace,
  writePlace,
  writePlaces,
} from '../../../src/service/documents/place.ts';

it('lines of a passage have their own paragraphs or cells as place, after what the place of the passage says besides', () => {
  const paragraphs = writePlaces([{ paragraph: 12 }, null, { paragraph: 13 }, null, { paragraph: 14 }]);
  const part = 'Attachment lease.docx';
  const inWord = (line: number) => ({ place: writePlace({ part, paragraphs: [12, 14] }), lines: paragraphs, line });
  expect(exactPlace(inWord(2), inWord(2))).toEqual({ part, paragraphs: [13, 13] });
  expect(exactPlace(inWord(1), inWord(3))).toEqual({ part, paragraphs: [12, 13] });
  const sheet = 'P & L!';
  const cells = writePlaces([{ cells: 'A1:D1' }, { cells: 'A2:E2' }, { cells: 'B3' }]);
  const inExcel = (line: number) => ({ place: writePlace({ sheet, cells: 'A1:E3' }), lines: cells, line });
  expect(exactPlace(inExcel(1), inExcel(2))).toEqual({ sheet, cells: 'A2:E3' });
});

it('without places of lines, the place is that of the passage', () => {
  expect(writePlaces([{ page: 3 }, null])).toBeNull();
  const line = { place: writePlace(placeOf({ page: 3 })), lines: null, line: 0 };
  expect(exactPlace(line, line)).toEqual({ page: '3' });
});

it('a place is what the index gives back, whatever its names contain', () => {
  const name = option(string(), { nil: undefined });
  const paragraphs = option(constantFrom<[number, number]>([3, 3], [3, 12]), { nil: undefined });
  assert(
    property(record({ part: name, page: name, paragraphs, sheet: name, cells: name }), (place) => {
      expect(readPlace(writePlace(place)) ?? {}).toEqual(place);
    }),
  );
  expect(readPlace(writePlace(null))).toBeNull();
});

it.each<[PassagePlace, string]>([
  [{ page: 'iv' }, 'page iv'],
  [{ part: 'Attachment a.pdf', page: '3' }, 'Attachment a.pdf, page 3'],
  [{ paragraphs: [12, 12] }, 'paragraph 12'],
  [{ part: 'Attachment a, b.docx', paragraphs: [3, 12] }, 'Attachment a, b.docx, paragraphs 3–12'],
  [{ sheet: 'Notes, page 3', cells: 'A2:B3' }, 'Notes, page 3!A2:B3'],
  [{ part: 'Lease, page 3.doc' }, 'Lease, page 3.doc'],
  // The text of a mail is what its file is opened for.
  [{ part: 'Message' }, ''],
  [{ part: 'Attachment old.eml, Message' }, 'Attachment old.eml, Message'],
])('the place %j is shown as “%s”', (place, words) => {
  expect(placeInWords(place)).toBe(words);
});

it('an index that was changed by another program gives a place without an error', () => {
  const lines = array(constantFrom('12', '-', 'A1', 'A1:B2', 'x', '')).map((each) => each.join(' '));
  const written = constantFrom('{', '{}', '[]', '{"page":3}', '{"paragraphs":[1]}', 'null', 'page 3');
  for (const given of [string(), written]) {
    assert(
      property(given, lines, nat(5), nat(5), (place, words, one, other) => {
        const at = (line: number) => ({ place, lines: words, line });
        expect(typeof placeInWords(exactPlace(at(one), at(other)))).toBe('string');
      }),
    );
  }
});
