import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/support/paths.ts';
import { answerBlocks, answerParts } from '../../../src/conversation/document/answerParts.ts';
import { writeMarkdown } from '../../../src/conversation/document/writeMarkdown.ts';
import { turnOf } from '../conversations.ts';

const LEFT_OUT = 'Deduct it.\n\n### Left out\n\n- A sentence without a source.';

const kindOf = (title: string) =>
  answerParts(turnOf('a', null, { text: `### ${title}\n\n- One.` })).sections.map(({ kind }) => kind);

function inserted(service: string): string {
  const turn = { ...turnOf('a', null, { text: LEFT_OUT }), service };
  return writeMarkdown(answerBlocks(turn), (n) => `[${n}]`);
}

describe('the parts of an answer', () => {
  it('a section “Left out” is omitted from an answer of the library and kept in an answer of another service', () => {
    expect(inserted('library').trim()).toBe('Deduct it.');
    expect(inserted('research.example')).toContain('A sentence without a source.');
  });

  const headings = {
    'Short answer': 'shortAnswer',
    'Left out': 'omitted',
    'Not in the library': 'notFound',
    'Not in your documents': 'notFound',
  };
  const bundles = readdirSync(join(root, 'l10n')).filter((name) => /^bundle\.l10n\.\w+\.json$/.test(name));
  it.each(bundles)('the headings of the library are recognized in each language: %s', (name) => {
    const translations: Record<string, string> = JSON.parse(readFileSync(join(root, 'l10n', name), 'utf8'));
    for (const [title, kind] of Object.entries(headings)) {
      expect(kindOf(title)).toEqual([kind]);
      expect(kindOf(translations[title] ?? ''), title).toEqual([kind]);
    }
  });
});
