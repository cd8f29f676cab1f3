import { expect, it } from 'vitest';
import { conversationHtml, conversationMarkdown, sourcesCsv } from '../../../src/conversation/transcript.ts';
import { readBytes } from '../../../src/service/documents/readBytes.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';

const conversation = conversationOf(turnOf('a', null, { sources: [{ title: '§ 179', url: null, review: 'unread' }] }));

it.each([
  ['export.md', conversationMarkdown(conversation)],
  ['export.html', conversationHtml(conversation)],
  ['sources.csv', `\uFEFF${sourcesCsv(conversation)}`],
])('the library lists an exported conversation as not read: %s', async (name, text) => {
  await expect(readBytes(name, Buffer.from(text))).rejects.toThrow(
    'Fiscal wrote it from answers, so the library does not index it.',
  );
  // The mark counts only where an export has it.
  await expect(readBytes(name, Buffer.from(`x\n\n${text}`.padStart(text.length + 3000)))).resolves.toHaveProperty(
    'blocks',
  );
});
