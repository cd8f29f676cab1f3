/**
 * How often the prompt from which a model writes has all words that decide a question: `npm run bench -- writer --questions FILE
 * --library FOLDER [--searches FILE] [--mode MODE]`. The search lines of a model are stored, so no model is asked.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { LanguageModel } from '../../src/model/languageModel.ts';
import { researchModeSchema } from '../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import { createLibraryIndex } from '../../src/service/index/libraryIndex.ts';
import { createPassageFinder } from '../../src/service/research/passageFinder.ts';
import { writeAnswer } from '../../src/service/writer/writeAnswer.ts';
import { lettersOf } from '../../src/text/letters.ts';

const questionsSchema = z.array(
  z.object({ id: z.string(), question: z.string(), must_contain: z.optional(z.array(z.string())) }),
);

export interface DecidingWordsOptions {
  readonly questions: string;
  readonly library: string;
  /** A line for each question: its id, a tab, and search lines parted by ` / `. */
  readonly searches: string;
  readonly mode: string;
}

export async function measureDecidingWords(options: DecidingWordsOptions): Promise<void> {
  const mode = researchModeSchema.parse(options.mode);
  const questions = questionsSchema.parse(JSON.parse(readFileSync(options.questions, 'utf8')));
  const rows = readFileSync(options.searches, 'utf8')
    .split('\n')
    .filter((row) => row !== '');
  const searches = new Map(rows.map((row) => z.tuple([z.string(), z.string()]).parse(row.split('\t'))));
  const library = createLibraryIndex({ folders: [options.library], indexDir: null });
  await library.ready();
  let asked = 0;
  let whole = 0;
  for (const { id, question, must_contain: words = [] } of questions) {
    if (words.length === 0 || !searches.has(id)) continue;
    asked += 1;
    let prompt = '';
    const model: LanguageModel = {
      id: 'stored',
      name: 'Stored searches',
      inputTokens: 60_000,
      async *send(messages) {
        const text = messages.map(({ content }) => content).join('\n');
        const isWriting = text.startsWith('Write for a professional');
        if (isWriting) prompt = text;
        yield isWriting
          ? 'GAP: stored\nEND\n'
          : (searches.get(id) ?? '')
              .split(' / ')
              .map((line) => `SEARCH: ${line}\n`)
              .join('');
        return 'stop';
      },
    };
    const signal = new AbortController().signal;
    const finder = createPassageFinder(library, signal);
    const context = { asked: plainQuestion(question), question, previous: null };
    for await (const _ of writeAnswer({ model, finder, context, mode, signal, random: () => 'stored' })) void _;
    const letters = lettersOf(prompt.replace(/^> /gm, ''));
    const missing = words.filter((each) => !letters.includes(lettersOf(each)));
    if (missing.length === 0) whole += 1;
    else console.log(`${id}: not in the prompt: ${missing.join(' | ')}`);
  }
  await library.close();
  console.log(
    `${whole} of ${asked} prompts have all deciding words (${((whole / Math.max(1, asked)) * 100).toFixed(1)} %)`,
  );
}
