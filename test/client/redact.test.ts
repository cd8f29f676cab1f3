import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/client/redact.ts';

const KEY = 'sk+live/Ab12"Cd34=.xyz';

describe('redaction', () => {
  it.each([
    ['plain', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['escaped in JSON', JSON.stringify(KEY)],
    ['base64', btoa(KEY)],
    ['base64 of a header', btoa(`Bearer ${KEY}`)],
    ['base64 of a user and a password', btoa(`user:${KEY}`)],
    ['hexadecimal', Buffer.from(KEY).toString('hex')],
    [
      'hexadecimal in capitals with colons',
      (Buffer.from(KEY).toString('hex').toUpperCase().match(/../g) ?? []).join(':'),
    ],
    ['percent-encoded in full', Array.from(KEY, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
    ['escaped by code', Array.from(KEY, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['as decimal entities', Array.from(KEY, (c) => `&#${c.charCodeAt(0)};`).join('')],
    ['as hexadecimal entities', Array.from(KEY, (c) => `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`).join('')],
    ['with a named entity', KEY.replace('"', '&quot;').replace('+', '\\u002B')],
    ['spaced out', [...KEY].join(' ')],
    ['wrapped', `${KEY.slice(0, 9)}\r\n ${KEY.slice(9)}`],
    ['with characters of no width', [...KEY].join('\u200b')],
    ['with fillers', [...KEY].join('\u3164\u{e0041}')],
    ['in wide letters', [...KEY].map((c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)).join('')],
    ['with raised and circled characters', KEY.replace('s', 'ˢ').replace('k', 'ⓚ').replace('2', '²').replace('i', '𝗶')],
    ['underlined', [...KEY].join('\u0332')],
    ['base64url', btoa(KEY).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
  ])('the key is removed from a text by its value: %s', (_, form) => {
    const clean = createRedactor(KEY)(`before ${form} after`);
    expect(clean).toMatch(/^before .*\[key\].* after$/);
    expect(clean).not.toContain(form.slice(4, 16));
  });

  it('no character of a key is left that is written in other characters, as often as it is there', () => {
    const wide = [...KEY].map((character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0)).join('');
    const raised = KEY.replace('s', 'ˢ').replace('2', '²');
    const text = `a ${wide} b ${raised}${wide} c`;
    expect(createRedactor(KEY)(text)).toBe('a [key] b [key][key] c');
  });

  it('longer parts of the key are removed on request', () => {
    const redact = createRedactor(KEY, { parts: true });
    expect(redact(`ends with ${KEY.slice(-9)}, begins with ${KEY.slice(0, 8)}…`)).toBe(
      'ends with [key], begins with [key]…',
    );
    expect(redact('sk+live is short enough to be a word')).toBe('sk+live is short enough to be a word');
  });

  it('a text without the key is unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes(KEY));
        expect(createRedactor(KEY)(text)).toBe(text);
        expect(createRedactor(undefined)(text)).toBe(text);
        expect(createRedactor('  ')(text)).toBe(text);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('any key is removed at any place of a text', () => {
    const key = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
      minLength: 12,
      maxLength: 60,
    });
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        for (const form of [secret, encodeURIComponent(secret), btoa(`Bearer ${secret}`)]) {
          expect(createRedactor(secret)(`${before}${form}${after}`)).not.toContain(form);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});
