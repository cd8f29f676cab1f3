/** Pairs of an opposite and a faithful sentence over the same passages, each as two cases. */
import * as z from 'zod/mini';
import type { CheckCase } from './cases.ts';

const pairsSchema = z.object({
  passages: z.record(z.string(), z.object({ title: z.string(), text: z.string() })),
  pairs: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      lang: z.enum(['en', 'de']),
      level: z.enum(['must', 'should']),
      sources: z.array(z.string()),
      question: z.string(),
      /** A true sentence before the one that is compared. */
      before: z.optional(z.string()),
      truth: z.string(),
      fault: z.string(),
      value: z.string(),
      right: z.string(),
    }),
  ),
  /** More true sentences, with a double negation or in converse words, which a check may take for opposites. */
  faithful: z.optional(
    z.array(
      z.object({
        id: z.string(),
        level: z.enum(['must', 'should']),
        sources: z.array(z.string()),
        question: z.string(),
        truth: z.string(),
      }),
    ),
  ),
});

export function parsePairs(json: string): CheckCase[] {
  const { passages, pairs, faithful = [] } = pairsSchema.parse(JSON.parse(json));
  const named = (names: readonly string[]) => names.map((name) => passages[name] ?? { title: '', text: '' });
  const noFault = { sentence: null, flag: 'none', value: null };
  const ofPairs = pairs.flatMap(({ id, kind, level, question, before, truth, fault, value, sources }) => {
    const answer = (sentence: string) => (before === undefined ? sentence : `${before} ${sentence}`);
    const base = { kind, level, question, sources: named(sources) };
    return [
      { ...base, id: `${id}a`, answer: answer(fault), expect: [{ sentence: fault, flag: kind, value }] },
      { ...base, id: `${id}b`, answer: answer(truth), expect: [noFault] },
    ];
  });
  const ofFaithful = faithful.map(({ id, level, question, truth, sources }) => ({
    ...{ id, kind: 'true, in converse words', level, question, answer: truth },
    ...{ sources: named(sources), expect: [noFault] },
  }));
  return [...ofPairs, ...ofFaithful];
}
