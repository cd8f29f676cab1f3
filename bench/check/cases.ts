/** Cases of the grounding check: a question, passages, an answer, and the one sentence that has a fault, if any. */
import * as z from 'zod/mini';

const caseSchema = z.object({
  id: z.string(),
  group: z.optional(z.string()),
  kind: z.optional(z.string()),
  level: z.enum(['must', 'should', 'may']),
  question: z.string(),
  sources: z.array(z.object({ title: z.string(), text: z.string() })),
  answer: z.string(),
  expect: z.array(
    z.object({
      sentence: z.nullable(z.string()),
      flag: z.string(),
      value: z.nullable(z.string()),
      accept: z.optional(z.array(z.string())),
      acceptSentence: z.optional(z.array(z.string())),
    }),
  ),
});

export type CheckCase = z.infer<typeof caseSchema>;

export const parseCases = (json: string): CheckCase[] => z.array(caseSchema).parse(JSON.parse(json));

export interface Flag {
  readonly sentence: string;
  readonly kind: string;
  /** The words that were not found. */
  readonly words: string;
}

export type Check = (one: CheckCase) => Flag[];

export interface Score {
  faults: number;
  caught: number;
  /** Faults whose kind was named. */
  kinds: number;
  /** Faults whose words are the planted value. */
  values: number;
  faithful: number;
  /** Cases with a flag on a sentence without a fault. */
  falseAlarms: number;
}

export interface Difference {
  readonly id: string;
  readonly what: 'missed' | 'false alarm';
  readonly level: CheckCase['level'];
  readonly detail: string;
}

/** Scores by level, and by kind of fault or group of faithful cases. */
export function score(
  cases: readonly CheckCase[],
  check: Check,
): { rows: Map<string, Score>; differences: Difference[] } {
  const rows = new Map<string, Score>();
  const differences: Difference[] = [];
  for (const one of cases) {
    const flags = check(one);
    const expected = one.expect[0];
    if (expected === undefined) continue;
    const isRight = ({ sentence }: Flag) =>
      expected.sentence !== null &&
      [expected.sentence, ...(expected.acceptSentence ?? [])].some(
        (right) => sentence.includes(right) || right.includes(sentence),
      );
    const right = flags.filter(isRight);
    const wrong = flags.filter((flag) => !isRight(flag));
    for (const name of [`level ${one.level}`, one.group ?? one.kind ?? `none`]) {
      const row = rows.get(name) ?? { faults: 0, caught: 0, kinds: 0, values: 0, faithful: 0, falseAlarms: 0 };
      rows.set(name, row);
      if (expected.sentence === null) row.faithful += 1;
      else {
        row.faults += 1;
        if (right.length > 0) row.caught += 1;
        if (right.some(({ kind }) => kind === expected.flag || expected.accept?.includes(kind))) row.kinds += 1;
        if (right.some(({ words }) => words.includes(expected.value ?? ''))) row.values += 1;
      }
      if (wrong.length > 0) row.falseAlarms += 1;
    }
    if (expected.sentence !== null && right.length === 0) {
      differences.push({
        id: one.id,
        what: 'missed',
        level: one.level,
        detail: `${expected.flag} ${expected.value}: ${expected.sentence}`,
      });
    }
    for (const { kind, words, sentence } of wrong) {
      differences.push({
        id: one.id,
        what: 'false alarm',
        level: one.level,
        detail: `${kind} (${words}): ${sentence}`,
      });
    }
  }
  return { rows, differences };
}
