import { describe, expect, it } from 'vitest';
import { panelHtml } from '../../../src/extension/panel/panelHtml.ts';

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
  it('allows the page one script by its nonce, its own styles, images and fonts, and nothing else', () => {
    const policy = policyOf(panelHtml(options));
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'img-src': 'https://files.example',
      'font-src': 'https://files.example',
      'style-src': 'https://files.example',
      'script-src': "'nonce-abc123'",
      'connect-src': "'none'",
      'frame-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  });

  it('creates a page with an empty body, one script and one style sheet', () => {
    const html = panelHtml(options);
    expect(html).toContain('<body></body>');
    expect(html.match(/<script /g)).toHaveLength(1);
    expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    expect(html).toContain('<html lang="de">');
  });

  it('escapes every value in the attributes of the page', () => {
    const html = panelHtml({ ...options, locale: '"><script>', translations: { Send: '"><img src=x onerror=1>' } });
    expect(html).not.toContain('<img');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('&quot;&gt;&lt;img src=x');
  });
});
