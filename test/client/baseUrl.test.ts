import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/client/baseUrl.ts';
import { ResearchError } from '../../src/client/errors.ts';
import { LIBRARY } from '../../src/protocol/library.ts';

describe('a base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', 'https://api.example.com/chat/completions'],
    ['  https://api.example.com/  ', 'https://api.example.com', 'https://api.example.com/chat/completions'],
    ['https://API.Example.com:443/v1//', 'https://api.example.com', 'https://api.example.com/v1/chat/completions'],
    [
      'https://api.example.com:8443/a/b',
      'https://api.example.com:8443',
      'https://api.example.com:8443/a/b/chat/completions',
    ],
    [
      'https://api.example.com/v1/chat/completions',
      'https://api.example.com',
      'https://api.example.com/v1/chat/completions',
    ],
    ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080/chat/completions'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1', 'http://127.0.0.1:1/chat/completions'],
    ['http://[::1]:1/x', 'http://[::1]:1', 'http://[::1]:1/x/chat/completions'],
  ])(
    'the base address %s leads to its path /chat/completions, and its key belongs to its origin',
    (text, origin, completionsUrl) => {
      expect(parseBaseUrl(text)).toMatchObject({ origin, completionsUrl });
    },
  );

  it.each([
    ['', /empty/],
    ['api.example.com', /valid URL/],
    ['ftp://api.example.com', /https/],
    ['javascript:alert(1)', /https/],
    ['http://api.example.com', /https/],
    ['http://localhost.example.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['http://0x7f.1.example', /https/],
    ['https://user:secret@api.example.com', /user name/],
    ['https://@api.example.com', /user name/],
    ['https://api.example.com?key=1', /query/],
    ['https://api.example.com/#', /fragment/],
    ['https://api.exa\tmple.com', /spaces/],
    ['https:\\\\api.example.com', /backslash/],
    ['https://', /valid URL/],
  ])('the base address %j is refused with the reason', (text, words) => {
    expect(() => parseBaseUrl(text)).toThrow(ResearchError);
    expect(() => parseBaseUrl(text)).toThrow(words);
  });

  it.each([
    ['https://library', 'library:443'],
    ['https://Library:443/v1', 'library:443'],
    ['https://library:8443', 'library:8443'],
    ['https://library.example', 'library.example'],
  ])('the hosted service at %s is never named as the built-in library, whose questions need no check', (text, host) => {
    expect(parseBaseUrl(text).host).toBe(host);
    expect(host).not.toBe(LIBRARY);
  });

  it('the error for a refused base address does not repeat its password', () => {
    try {
      parseBaseUrl('https://user:secret@api.example.com');
    } catch (error) {
      expect(String(error)).not.toContain('secret');
    }
  });
});
