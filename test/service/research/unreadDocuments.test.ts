import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createLibraryIndex, type LibraryIndex } from '../../../src/service/index/libraryIndex.ts';
import { answer } from '../../../src/service/research/answer.ts';
import { temporaryFolder } from '../temporary.ts';

/** The text of an answer while documents of the library have not been read. */
async function answerTo(question: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'memo.md'), '# Orchard expenses\n\nThe dollar limit of § 9901 was discussed.\n');
  const index = createLibraryIndex({ folders: [folder], indexDir: null });
  onTestFinished(() => index.close());
  await index.ready();
  const reading: LibraryIndex = {
    ...index,
    ready: () => new Promise(() => {}),
    progress: () => ({ done: 1, total: 5, phase: 'reading' }),
    timeLeft: () => 60_000,
  };
  const request = {
    question: plainQuestion(question),
    context: [],
    askMode: 'tax_research_fast_research' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  let text = '';
  for await (const output of answer(reading, request, new AbortController().signal)) {
    if (output.type === 'text') text += output.text;
  }
  return text;
}

it('while documents are not read yet, an answer without quotations does not say that the library has none', async () => {
  const text = await answerTo('What does § 6651(a)(2) say?');
  expect(text).toContain('None of the documents read so far (1) answers this question');
  expect(text).toContain('Not in the documents read so far: § 6651(a)(2).');
  expect(text).toContain('Ask again when all documents are read.');
  expect(text).not.toMatch(/library answers|Not in the library|add documents/);
});

it('while documents are not read yet, quotations are followed by what was not found so far', async () => {
  const text = await answerTo('What is the dollar limit on orchard expenses under § 6651(a)(2)?');
  expect(text).toContain('§ 9901 was discussed. [1]');
  expect(text).toContain('### Not found so far');
  expect(text).toContain('- § 6651(a)(2) is not in the documents read so far.');
  expect(text).not.toMatch(/in the library[:.]/);
});
