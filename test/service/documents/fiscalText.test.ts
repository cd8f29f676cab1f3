/** The library does not index what Fiscal wrote into a file. */

import { expect, it } from 'vitest';
import { parseBlocks } from '../../../src/conversation/document/parse.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import { insertionsFor } from '../../../src/conversation/insert/insertion.ts';
import { insertMarks } from '../../../src/conversation/insert/insertMarks.ts';
import { createMemo } from '../../../src/conversation/memo/memo.ts';
import { memoHtml, memoMarkdown } from '../../../src/conversation/memo/memoFile.ts';
import { markdownMark } from '../../../src/protocol/exportMark.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { insertedCommentMark } from '../../../src/service/documents/readCode.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const { start, end } = insertMarks(ENGLISH);
const [MARKDOWN_START_MARK, MARKDOWN_END_MARK] = [markdownMark(start), markdownMark(end)];

const read = (text: string) =>
  readMarkdown(text)
    .blocks.map((block) => ('text' in block ? block.text : ''))
    .join('\n');

it('an inserted answer with its footnotes is not indexed, and the text around it is', () => {
  const source = { title: '§ 179', url: null, review: 'unread' as const };
  const text = '# Memo\n\nThe press cost $80,000.\n\nOpen points.\n';
  const target = { languageId: 'markdown', text, startLine: 2, endLine: 2 };
  const blocks = parseBlocks('### Law\n\nA taxpayer may elect. [1]\n', 1);
  const [{ line, text: added } = { line: 0, text: '' }] = insertionsFor(target, blocks, [source]);
  const lines = text.split('\n');
  const indexed = read(`${lines.slice(0, line).join('\n')}\n${added}${lines.slice(line).join('\n')}`);
  expect(added).toContain('A taxpayer may elect.[^1]');
  expect(indexed).toBe('Memo\nThe press cost $80,000.\nOpen points.');
});

it('an answer that was inserted into a text file is not indexed, in whatever kind of text', () => {
  const source = { title: 'Reply of counsel', url: null, review: 'unread' as const };
  const text = 'Subsequent events\n\nMar 2 fire in the paint shop.\n\nOpen points.\n';
  for (const languageId of ['plaintext', 'restructuredtext', 'latex', 'tex', 'asciidoc']) {
    const target = { languageId, text, startLine: 2, endLine: 2 };
    const blocks = parseBlocks('### Your documents\n\n> The client has accrued 100% of $150,000. [1]\n', 1);
    const [{ line, text: added } = { line: 0, text: '' }] = insertionsFor(target, blocks, [source]);
    const lines = text.split('\n');
    expect(added).toContain('[1] Reply of counsel');
    expect(read(`${lines.slice(0, line).join('\n')}\n${added}${lines.slice(line).join('\n')}`)).toBe(
      'Subsequent events\nMar 2 fire in the paint shop.\nOpen points.',
    );
  }
});

it.each([
  ['in a language that Fiscal does not know', insertMarks({ t: () => 'Écrit par Fiscal.' })],
  [
    'without a sign',
    {
      start: 'Von Fiscal geschrieben. Die Bibliothek nimmt den Text bis zur Endmarke nicht auf.',
      end: 'Ende des Textes von Fiscal.',
      comment: 'Von Fiscal geschrieben. Die Bibliothek nimmt diesen Kommentar nicht auf.',
    },
  ],
])('an answer that was inserted with marks %s is not indexed', (_marks, marks) => {
  expect(read(`One.\n\n${markdownMark(marks.start)}\n\nTwo.\n\n${markdownMark(marks.end)}\n\nThree.\n`)).toBe(
    'One.\nThree.',
  );
  expect(read(`One.\n\n${marks.start}\n\nTwo.\n\n${marks.end}\n\nThree.\n`)).toBe('One.\nThree.');
  expect(insertedCommentMark(`  // ${marks.comment}`)).toBe('//');
});

it('what was inserted into an answer is not indexed, nor the rest of that answer', () => {
  const inner = `${MARKDOWN_START_MARK}\n\nTwo.\n\n${MARKDOWN_END_MARK}`;
  expect(read(`One.\n\n${MARKDOWN_START_MARK}\n\n${inner}\n\nThree.\n\n${MARKDOWN_END_MARK}\n\nFour.\n`)).toBe(
    'One.\nFour.',
  );
  // The end mark of the outer answer was deleted.
  expect(read(`${MARKDOWN_START_MARK}\n\nOne.\n\n${inner}\n\nThree.\n`)).not.toContain('Two.');
});

it('text is indexed after a first mark without an end mark, and after a mark in a code block', () => {
  expect(read(`One.\n\n${MARKDOWN_START_MARK}\n\nTwo.\n`)).toContain('Two.');
  expect(read(`\`\`\`\n${MARKDOWN_START_MARK}\n\`\`\`\n\nTwo.\n`)).toContain('Two.');
  expect(cpuTime(() => read(`${MARKDOWN_START_MARK}\n`.repeat(50_000)))).toBeLessThan(2000);
});

it('a memo is not indexed, and a Markdown memo is as soon as its last line is removed', async () => {
  const memo = createMemo({ title: 'Press line', turns: [turnOf('a', null, {})], now: 0 });
  const refused = 'Fiscal wrote it, so the library does not index it.';
  const markdown = memoMarkdown(memo, null);
  await expect(readBytes('memo.md', Buffer.from(markdown))).rejects.toThrow(refused);
  await expect(readBytes('memo.html', Buffer.from(memoHtml(memo, null)))).rejects.toThrow(refused);
  const adopted = markdown.trimEnd().split('\n').slice(0, -1).join('\n');
  await expect(readBytes('memo.md', Buffer.from(adopted))).resolves.toHaveProperty('blocks');
});
