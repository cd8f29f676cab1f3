import { expect, it, vi } from 'vitest';
import { candidatesOf } from '../../../src/service/search/chooseQuotables.ts';
import { readParts } from '../../../src/service/search/documentNodes.ts';
import { textOf } from '../../../src/service/search/quotable.ts';
import { createPassageScorer } from '../../../src/service/search/scorePassages.ts';
import { stemsOf } from '../../../src/service/search/words.ts';
import { IRC, open, readerOf, searchIn } from '../temporary.ts';

vi.mock(import('../../../src/service/search/words.ts'), { spy: true });

it('each node of a section is stemmed once, which takes most of the time of an answer', async () => {
  const library = open({ folders: [IRC] });
  await library.ready();
  const question = 'How much of a capital loss can an individual deduct?';
  const { documents, query, statistics } = await searchIn(library, question);
  const sections = documents.filter(({ authority }) => authority !== '').slice(0, 1);
  const parts = await readParts(await readerOf(library), sections);
  vi.mocked(stemsOf).mockClear();
  const scorer = createPassageScorer(statistics, query);
  const texts = sections
    .flatMap((document, at) => candidatesOf(document, parts[at] ?? [], query, scorer))
    .map(({ quotable }) => scorer.stated(textOf(quotable)));
  const long = new Set(texts.filter(({ length }) => length > 100));
  expect(long.size).toBeGreaterThan(1);
  for (const text of long)
    expect(vi.mocked(stemsOf).mock.calls.filter(([stemmed]) => stemmed.includes(text))).toHaveLength(1);
});
