import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { answer } from '../../../src/service/research/answer.ts';
import type { LibraryReader } from '../../../src/service/store/libraryReader.ts';
import { IRC, open } from '../temporary.ts';

/** Counts how often reads begin that waited for others: those that begin together are one round. Reads of nothing cost nothing. */
function countingRounds(inner: LibraryReader) {
  const counted = { rounds: 0 };
  let begun: Promise<void> | null = null;
  const isNothing = ([wanted]: readonly unknown[]) => Array.isArray(wanted) && wanted.length === 0;
  const reader = Object.fromEntries(
    Object.entries(inner).map(([name, read]) => [
      name,
      typeof read !== 'function'
        ? read
        : async (...wanted: unknown[]) => {
            if (!isNothing(wanted)) {
              if (begun === null) {
                counted.rounds += 1;
                begun = new Promise((resolve) => setImmediate(resolve));
              }
              await begun;
              begun = null;
            }
            return read(...wanted);
          },
    ]),
  );
  return { counted, reader: { ...reader, scope: inner.scope } as unknown as LibraryReader };
}

it('a question waits for the library a few times, which takes as long on another machine', async () => {
  const library = open({ folders: [IRC] });
  await library.ready();
  const roundsOf = async (text: string, askMode: 'tax_research_fast_research' | 'tax_research_deep_research') => {
    const { counted, reader } = countingRounds(await library.reader(new AbortController().signal));
    const request = {
      question: plainQuestion(text),
      context: [],
      askMode,
      allowedAskModes: null,
      zeroDataRetention: false,
    };
    const outputs = answer({ ...library, reader: async () => reader }, request, new AbortController().signal);
    let sources = 0;
    for await (const output of outputs) if (output.type === 'sources') sources = output.sources.length;
    expect(sources).toBeGreaterThan(0);
    return counted.rounds;
  };
  const question = 'How much of a capital loss can an individual deduct?';
  // The first question of a library reads which subjects it has.
  await roundsOf(question, 'tax_research_fast_research');
  expect(await roundsOf(question, 'tax_research_fast_research')).toBeLessThanOrEqual(7);
  expect(await roundsOf(question, 'tax_research_deep_research')).toBeLessThanOrEqual(12);
});
