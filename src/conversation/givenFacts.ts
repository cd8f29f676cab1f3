/** What the user wrote: an answer may state it, although no source does. */
import { branchTo } from './branches.ts';
import type { Turn } from './conversation.ts';

/** The last characters, in UTF-16 units, that answers are compared with. */
const MAX_GIVEN_LENGTH = 20_000;

/** The words of the questions up to this turn, with the facts of their matters and their selections. */
export function givenFacts(
  conversation: { readonly turns: readonly Pick<Turn, 'id' | 'parent' | 'question'>[] },
  turn: Pick<Turn, 'id'>,
): string {
  const questions = branchTo(conversation, turn.id).map(({ question }) => question);
  const words = questions.flatMap(({ text, selections, matter = [] }) => [
    text,
    ...matter.map((fact) => fact.value),
    ...selections.map((one) => one.text),
  ]);
  return words.join('\n').slice(-MAX_GIVEN_LENGTH);
}
