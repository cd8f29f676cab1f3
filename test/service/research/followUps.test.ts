import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IRC } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

const FOLDERS = [join(import.meta.dirname, '../../../bench/search/library'), IRC];

async function lastOf(...questions: string[]) {
  const made = researcher({ folders: FOLDERS });
  await made.ready();
  return ask(made, questions, 'tax_research_fast_research');
}

it('the words of a follow-up choose the paragraph, in the section that the conversation is about', async () => {
  const { sources } = await lastOf(
    'What is the dollar limit of the deduction under section 179?',
    'And when does it start to be reduced?',
  );
  expect(sources[0]).toMatchObject({ section: expect.stringContaining('(b) Limitations › (2)') });
});

it('a follow-up of one word is about the documents of the question before', async () => {
  const { sources } = await lastOf('Is goodwill that was bought with a business amortized?', 'Over how many years?');
  expect(sources[0]?.title).toContain('§ 197');
});

it('a follow-up of a follow-up is about the question that opened the subject', async () => {
  const { sources } = await lastOf(
    'What is a wash sale?',
    'Does it apply to options?',
    'What basis do the new shares get?',
  );
  expect(sources[0]?.title).toContain('§ 1091');
});

it.each(['hello', 'thank you very much', 'Danke, das war alles', 'ok, that is it', 'Who won the world cup in 2022?'])(
  'the library quotes nothing for “%s” in the middle of a conversation',
  async (question) => {
    const { sources, text } = await lastOf('What is a wash sale?', question);
    expect(sources).toEqual([]);
    expect(text).toContain('No document in the library answers this question');
  },
);

it('a short question with a word that no document has is answered as in a new conversation', async () => {
  const alone = await lastOf('What is the VAT rate in Germany?');
  const later = await lastOf(
    'What is the dollar limit of the deduction under section 179?',
    'What is the VAT rate in Germany?',
  );
  expect(later.text).toBe(alone.text);
});
