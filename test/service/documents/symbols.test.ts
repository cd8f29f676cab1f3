import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutPrivate } from '../../../src/service/documents/symbols.ts';

describe('withoutPrivate', () => {
  it.each([
    ['\uf0b7 The rent is due.', '• The rent is due.'],
    ['\uf0a7The rent is due.', '•The rent is due.'],
    ['\uf0fe Yes \uf0a8 No', '☑ Yes ☐ No'],
    ['a cost \uf0b3 2,500', 'a cost ≥ 2,500'],
    ['\ue0b1 office@firm.example', '• office@firm.example'],
  ])('symbols of %j become ordinary characters', (text, expected) => {
    expect(withoutPrivate(text)).toBe(expected);
  });

  it('words in a font that does not say which characters it shows stay as they are', () => {
    expect(withoutPrivate('\ue001\ue002\ue003 of\ue004ce')).toBe('\ue001\ue002\ue003 of\ue004ce');
  });

  it('a text keeps its length, and all its characters that are not private', () => {
    const character = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.nat(0xff).map((code) => String.fromCharCode(0xf000 + code)),
    );
    fc.assert(
      fc.property(fc.array(character), (pieces) => {
        const text = pieces.join('');
        const result = withoutPrivate(text);
        expect(result).toHaveLength(text.length);
        for (let at = 0; at < text.length; at += 1)
          if (!/[\ue000-\uf8ff]/.test(text.charAt(at))) expect(result.charAt(at)).toBe(text.charAt(at));
      }),
    );
  });
});
