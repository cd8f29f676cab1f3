import { describe, expect, it } from 'vitest';
import { PAGES, webviewHtml } from '../../../src/extension/common/webviewHtml.ts';

const options = {
  nonce: 'abc123',
  cspSource: 'https://files.example',
  file: (name: string) => `https://files.example/${name}`,
  locale: 'de',
  translations: null,
};

function policyOf(html: string): Map<string, string> {
  const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return new Map(
    content.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('the shell of the page', () => {
  it('allows the page one script by its nonce, its own styles, and nothing else', () => {
    const policy = policyOf(webviewHtml(options, PAGES.chat));
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'style-src': 'https://files.example',
      'script-src': "'nonce-abc123'",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  });

  it('creates a page with an empty body, one script and one style sheet', () => {
    const html = webviewHtml(options, PAGES.chat);
    expect(html).toContain('<body></body>');
    expect(html.match(/<script /g)).toHaveLength(1);
    expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    expect(html).toContain('<html lang="de">');
  });

  it('escapes every value in the attributes of the page', () => {
    const html = webviewHtml(
      { ...options, locale: '"><script>', translations: { Send: '"><img src=x onerror=1>' } },
      PAGES.chat,
    );
    expect(html).not.toContain('<img');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('&quot;&gt;&lt;img src=x');
  });
});
