import { expect, it } from 'vitest';
import type { Source } from '../../src/protocol/researchEvent.ts';
import { outdatedQuotations, outdatedSources } from '../../src/publishers/outdatedQuotations.ts';
import { lettersOf } from '../../src/text/letters.ts';

const LINE = 'The aggregate cost which may be taken into account under subsection (a) shall not exceed $2,500,000.';
const path = '/laws/usc26/179.md';
const replaced = [{ path, title: '§ 179.', version: '2026-06-26', lines: [lettersOf(LINE)] }];
const source = (snippet: string, at = path): Source => ({
  title: '§ 179.',
  url: null,
  snippet,
  location: { path: at, line: 9, endLine: 9 },
});

it('a source is outdated if it quotes a replaced line, the beginning of one, or several lines with one of them', () => {
  const outdated = (...sources: Source[]) => outdatedSources(sources, replaced).length === 1;
  expect(outdated(source(LINE))).toBe(true);
  expect(outdated(source(`${LINE.slice(0, 60)}…`))).toBe(true);
  expect(outdated(source(`(1) Dollar limitation\n${LINE.toUpperCase()}\nAnother line that still stands.`))).toBe(true);
  expect(outdated(source(LINE.replace('$2,500,000', '$2,750,000')))).toBe(false);
  expect(outdated(source('(1) Dollar limitation'))).toBe(false);
  expect(outdated(source(LINE, '/matter/memo.md'))).toBe(false);
  expect(outdated({ title: '§ 179.', url: null })).toBe(false);
});

it('a memo is outdated if it has a whole replaced line, however it is marked up', () => {
  expect(outdatedQuotations(`# Memo\n\n> **(1)** ${LINE.replace('$', '\\$')}\n`, replaced)).toEqual(replaced);
  expect(outdatedQuotations('# Memo\n\nThe limit is $2,500,000.', replaced)).toEqual([]);
});
