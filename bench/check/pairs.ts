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
});

export function parsePairs(json: string): CheckCase[] {
  const { passages, pairs } = pairsSchema.parse(JSON.parse(json));
  return pairs.flatMap(({ id, kind, level, question, before, truth, fault, value, ...pair }) => {
    const sources = pair.sources.map((name) => passages[name] ?? { title: '', text: '' });
    const answer = (sentence: string) => (before === undefined ? sentence : `${before} ${sentence}`);
    const base = { kind, level, question, sources };
    return [
      { ...base, id: `${id}a`, answer: answer(fault), expect: [{ sentence: fault, flag: kind, value }] },
      { ...base, id: `${id}b`, answer: answer(truth), expect: [{ sentence: null, flag: 'none', value: null }] },
    ];
  });
}
