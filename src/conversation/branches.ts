/** Walks through the turns of a conversation, which form a tree: retry and edit add siblings and overwrite nothing. */
import type { Conversation, Turn } from './conversation.ts';

/** The turns of the shown branch, oldest first. */
export function activeBranch<T extends Pick<Turn, 'id' | 'parent'>>(conversation: {
  readonly turns: readonly T[];
  readonly currentTurnId: string | null;
}): T[] {
  return branchTo(conversation, conversation.currentTurnId);
}

/** The turns from the first question to this turn, oldest first. */
export function branchTo<T extends Pick<Turn, 'id' | 'parent'>>(
  { turns }: { readonly turns: readonly T[] },
  turnId: string | null,
): T[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const path: T[] = [];
  let id = turnId;
  while (id !== null) {
    const turn = byId.get(id);
    if (!turn) break;
    byId.delete(id); // a stored cycle ends here instead of looping
    path.push(turn);
    id = turn.parent;
  }
  return path.reverse();
}

/** The end of the newest branch that goes through the turn: what is shown when the user turns to it. */
export function newestLeaf(conversation: Conversation, id: string): string {
  let leaf = id;
  for (const turn of conversation.turns) if (turn.parent === leaf) leaf = newestChild(conversation, leaf);
  return leaf;
}

function newestChild(conversation: Conversation, id: string): string {
  return conversation.turns.findLast((turn) => turn.parent === id)?.id ?? id;
}
