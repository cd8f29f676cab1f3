/** Checks answers against their sources for a memo. */
import type { CitationCheck } from '../../check/checkResult.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { givenFacts } from '../../conversation/givenFacts.ts';

/** Longest answer and sources that are checked, in UTF-16 units. */
const MAX_CHECKED = 400_000;

/** By the id of the turn. Without an entry if an answer is too long. */
export async function checkTurns(
  conversation: { readonly turns: readonly Turn[] },
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, CitationCheck>> {
  const checks = new Map<string, CitationCheck>();
  const { checkAnswer } = await import('../../check/checkAnswer.ts');
  for (const turn of turns) {
    const { text, sources } = turn.answer;
    if (sources.reduce((sum, { snippet }) => sum + (snippet?.length ?? 0), text.length) > MAX_CHECKED) continue;
    const steps = checkAnswer(turn, givenFacts(conversation, turn));
    let step = steps.next();
    while (!step.done) step = steps.next();
    checks.set(turn.id, step.value);
  }
  return checks;
}
