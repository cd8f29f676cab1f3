import { expect, it } from 'vitest';
import { writeDocx } from '../../../src/conversation/document/docx/writeDocx.ts';
import { parseBlocks } from '../../../src/conversation/document/parse.ts';
import { insertionsFor } from '../../../src/conversation/insert/insertion.ts';
import { conversationHtml, conversationMarkdown, sourcesCsv } from '../../../src/conversation/transcript.ts';
import { toPassageDocument } from '../../../src/service/documents/passages.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';

const conversation = conversationOf(turnOf('a', null, { sources: [{ title: '§ 179', url: null, review: 'unread' }] }));

it.each([
  ['export.md', conversationMarkdown(conversation)],
  ['export.html', conversationHtml(conversation)],
  ['sources.csv', `\uFEFF${sourcesCsv(conversation)}`],
])('the library lists an exported conversation as not read: %s', async (name, text) => {
  await expect(readBytes(name, Buffer.from(text))).rejects.toThrow(
    'Fiscal wrote it, so the library does not index it.',
  );
  // The mark counts only where an export has it.
  await expect(readBytes(name, Buffer.from(`x\n\n${text}`.padStart(text.length + 3000)))).resolves.toHaveProperty(
    'blocks',
  );
});

it('the library lists a Word memo of Fiscal as not read, and its text can be attached', async () => {
  const blocks = parseBlocks('The limit is $2,500,000.', 0);
  const memo = Buffer.from(await writeDocx({ title: 'Memo', language: 'en' }, blocks, []));
  const document = await readBytes('memo.docx', memo);
  expect(document.blocks[0]).toMatchObject({ text: 'The limit is $2,500,000.' });
  expect(() => toPassageDocument(document, 'memo.docx')).toThrow('Fiscal wrote it, so');
});

it.each([
  ['rates.py', 'python', '# Rate of the user.\nRATE = 1\n'],
  ['rates.ts', 'typescript', '// Rate of the user.\nconst RATE = 1;\n'],
  ['above.ts', 'typescript', '// Rate of the user.\n// Second.\nconst RATE = 1;\n'],
])(
  'a comment that Fiscal inserted is not indexed, and the comments around it are: %s',
  async (name, languageId, text) => {
    const blocks = parseBlocks('The limit is $2,500,000.\n\nIt is reduced.', 0);
    const [insertion] = insertionsFor({ languageId, text, startLine: 1, endLine: 1 }, blocks, []);
    const lines = text.split('\n');
    const written = [...lines.slice(0, insertion?.line), insertion?.text.trimEnd(), ...lines.slice(insertion?.line)];
    const own = languageId === 'python' ? '# Second.' : '// Second.';
    const document = await readBytes(name, Buffer.from(`${written.join('\n')}${own}\n`));
    const indexed = JSON.stringify(document.blocks);
    expect(indexed).toContain('Rate of the user.');
    expect(indexed).toContain('Second.');
    expect(indexed).not.toMatch(/2,500,000|reduced|Fiscal/);
  },
);
