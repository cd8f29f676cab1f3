import { expect, it } from 'vitest';
import type { Source } from '../../src/protocol/researchEvent.ts';
import { outdatedQuotations, outdatedSources, type ReplacedLines } from '../../src/publishers/outdatedQuotations.ts';
import { lettersOf } from '../../src/text/letters.ts';

const LINE = 'The aggregate cost which may be taken into account under subsection (a) shall not exceed $2,500,000.';
const path = '/laws/usc26/179.md';
const changed = (before: string, now: string): ReplacedLines[] => [
  { path, title: '§ 179.', version: '2026-06-26', lines: [lettersOf(before)], current: [lettersOf(now)] },
];
const replaced = changed(LINE, LINE.replace('$2,500,000', '$2,750,000'));
const source = (snippet: string, at = path): Source => ({
  title: '§ 179.',
  url: null,
  snippet,
  location: { path: at, line: 9, endLine: 9 },
});

it('a source is outdated if it quotes a replaced line, a part that no current line has, or several lines with one of them', () => {
  const outdated = (...sources: Source[]) => outdatedSources(sources, replaced).length === 1;
  expect(outdated(source(LINE))).toBe(true);
  expect(outdated(source(`…${LINE.slice(60)}`))).toBe(true);
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

it('an answer or a memo that quotes a line to which words were added since is outdated only if it has the line without them', () => {
  const now = LINE.replace('$2,500,000.', '$2,500,000, adjusted for inflation.');
  const extended = changed(LINE, now);
  const outdated = (snippet: string) => outdatedSources([source(snippet)], extended).length === 1;
  expect([outdated(now), outdated(`(1) Limit\n${now}`), outdated(`…${now.slice(40)}`), outdated(LINE)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(outdatedQuotations(`# Memo\n\n> ${now}\n`, extended)).toEqual([]);
});

it('an answer that quotes a part of a line is outdated if that part was changed, and not if another part was', () => {
  const outdated = (snippet: string) => outdatedSources([source(snippet)], replaced).length === 1;
  expect(outdated('… cost which may be taken into account under subsection (a) …')).toBe(false);
  expect(outdated('… under subsection (a) shall not exceed $2,500,000.')).toBe(true);
});
