/** What the search code quotes for the question sets of the repository, from a reader of any store. */
import { join } from 'node:path';
import { readQuestions } from '../../../../bench/search/sets.ts';
import { plainQuestion } from '../../../../src/protocol/question.ts';
import type { LibraryIndex } from '../../../../src/service/index/libraryIndex.ts';
import { gather } from '../../../../src/service/research/gather.ts';
import { PLANS } from '../../../../src/service/research/routing.ts';
import type { LibraryReader } from '../../../../src/service/store/libraryReader.ts';

const root = join(import.meta.dirname, '../../../..');
export const FOLDERS = [join(root, 'bench/search/library'), join(root, 'test/fixtures/irc')];

export function questionsOfRepository() {
  return ['questions', 'followUps', 'heldOut', 'followUpsHeldOut'].flatMap((name) =>
    readQuestions(join(root, `bench/search/${name}.json`)).map((one) => ({ ...one, id: `${name} ${one.id}` })),
  );
}

export type Mode = keyof typeof PLANS;
export const MODES = ['tax_research_fast_research', 'tax_research_deep_research'] as const satisfies readonly Mode[];

/** The path, the lines and the words of each quotation, in their order. */
export async function quotationsOf(
  library: Pick<LibraryIndex, 'readBytes'>,
  reader: LibraryReader,
  { question, conversation }: Pick<ReturnType<typeof questionsOfRepository>[number], 'question' | 'conversation'>,
  mode: Mode,
): Promise<string[]> {
  const steps = gather(library, reader, plainQuestion(question), conversation.map(plainQuestion), PLANS[mode]);
  for (;;) {
    const { done, value } = await steps.next();
    if (done)
      return value.quotations.map(
        ({
          source: {
            location: { path, line },
            snippet,
          },
        }) => `${path.slice(root.length + 1)}:${line} ${JSON.stringify(snippet.slice(0, 60))}`,
      );
  }
}
