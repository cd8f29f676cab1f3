import { expect, it } from 'vitest';
import { findIdentifiers } from '../../src/compliance/guard/identifiers.ts';
import { INVISIBLE, withoutInvisible } from '../../src/text/invisible.ts';

/** Format characters with a form of their own: the signs above or around numbers, and the mark of abbreviations. */
const VISIBLE = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
const HIDDEN = new RegExp(`[${INVISIBLE}]`, 'u');

function charactersOf(property: RegExp): string[] {
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (property.test(character)) found.push(character);
  }
  return found;
}

const codesOf = (characters: readonly string[]) =>
  characters.map((character) => `U+${character.codePointAt(0)?.toString(16)}`);

it('every default ignorable and every format character of Unicode without a form counts as invisible', () => {
  const characters = charactersOf(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(characters.length).toBeGreaterThan(4000);
  expect(codesOf(characters.filter((each) => !HIDDEN.test(each) && !VISIBLE.test(each)))).toEqual([]);
});

it('letters, digits, marks, blanks and the signs around numbers do not count as invisible, but for fillers and selectors', () => {
  const seen = charactersOf(/[\p{L}\p{N}\p{M}\p{P}\p{S}\p{Zs}]/u).filter((each) => HIDDEN.test(each));
  expect(codesOf(seen.filter((each) => !/\p{Default_Ignorable_Code_Point}/u.test(each)))).toEqual([
    'U+2800',
    'U+16fe4',
    'U+1d159',
  ]);
  expect(HIDDEN.test('\u0601')).toBe(false);
});

it.each(['\u{13430}', '\u{1343f}', '\u{16fe4}', '\u{1d159}', '\u{e0041}', '\u2800'])(
  'a hidden character inside a number hides no identifier: %j',
  (hidden) => {
    expect(findIdentifiers(`SSN 123${hidden}-45-6789`, [])).toMatchObject([{ kind: 'SSN' }]);
    expect(withoutInvisible(`12${hidden}3`)).toBe('123');
  },
);
