import { expect, it } from 'vitest';
import { commonStarts } from '../../src/webview/titleEnds.ts';

/** Each title as the part that can be cut off and the part that cannot. */
const parts = (...titles: string[]) =>
  commonStarts(titles).map((start, at) => [titles[at]?.slice(0, start), titles[at]?.slice(start)]);

it('titles that begin alike end with what differs, from its separator on', () => {
  expect(
    parts('§ 179 Election to expense assets · (a)', '§ 168 Cost recovery', '§ 179 Election to expense assets · (b)(1)'),
  ).toEqual([
    ['§ 179 Election to expense assets', ' · (a)'],
    ['§ 168 Cost recovery', ''],
    ['§ 179 Election to expense assets', ' · (b)(1)'],
  ]);
});

it('a word in which titles differ is never divided', () => {
  expect(
    parts('Publication 946, How To Depreciate Property, 2024', 'Publication 946, How To Depreciate Property, 2025'),
  ).toEqual([
    ['Publication 946, How To Depreciate Property', ', 2024'],
    ['Publication 946, How To Depreciate Property', ', 2025'],
  ]);
});

it('the end of a title begins at a separator even if the parts after it begin alike', () => {
  expect(
    parts(
      'AU-C 500 Audit evidence, with AU-C 501 · AU-C 500 Evidence',
      'AU-C 500 Audit evidence, with AU-C 501 · AU-C 501',
    ),
  ).toEqual([
    ['AU-C 500 Audit evidence, with AU-C 501', ' · AU-C 500 Evidence'],
    ['AU-C 500 Audit evidence, with AU-C 501', ' · AU-C 501'],
  ]);
});

it('a bracket at the end of the common beginning is not divided from its words', () => {
  const allowance = '§ 168(k) Special allowance (bonus depreciation)';
  expect(parts(`${allowance} · (k)(1)`, `${allowance} · Used property`)).toEqual([
    [allowance, ' · (k)(1)'],
    [allowance, ' · Used property'],
  ]);
});

it('equal titles, short common beginnings and a title that another one continues have no end', () => {
  const same = 'Depreciation of leased property';
  expect(parts(same, same)).toEqual([
    [same, ''],
    [same, ''],
  ]);
  expect(parts('§ 179(b) Limits', '§ 179(a) Rule')).toEqual([
    ['§ 179(b) Limits', ''],
    ['§ 179(a) Rule', ''],
  ]);
  expect(parts(same, `${same} in use`)[0]).toEqual([same, '']);
});
