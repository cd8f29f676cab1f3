/** What of a conversation may be on disk: nothing of a temporary one, and nothing that was asked with zero retention. */
import type { Change } from './change.ts';
import type { Conversation, Turn } from './conversation.ts';

/** False for a conversation of which nothing may be written. */
export function mayBeStored(conversation: Conversation): boolean {
  return !conversation.temporary && !conversation.zeroRetention;
}

/** The conversation without its zero-retention turns. Its other turns get the nearest stored turn before them as parent. */
export function storedPart(conversation: Conversation): Conversation {
  const { titleZeroRetention } = conversation;
  if (!titleZeroRetention && !conversation.turns.some((turn) => turn.zeroRetention)) return conversation;
  const turns = conversation.turns
    .filter((turn) => !turn.zeroRetention)
    .map((turn) => withParent(turn, nearestStored(conversation, turn.parent)));
  return {
    ...conversation,
    title: titleZeroRetention ? '' : conversation.title,
    titleZeroRetention: undefined,
    turns,
    currentTurnId: nearestStored(conversation, conversation.currentTurnId) ?? turns.at(-1)?.id ?? null,
  };
}

/** The form in which a change may be written; null when nothing of it may be. `conversation` is the one after the change. */
export function storedChange(conversation: Conversation, change: Change): Change | null {
  switch (change.type) {
    case 'turnAdded': {
      const { turn } = change;
      return turn.zeroRetention
        ? null
        : { ...change, turn: withParent(turn, nearestStored(conversation, turn.parent)) };
    }
    case 'branchSelected': {
      const turnId = nearestStored(conversation, change.turnId);
      return turnId === null ? null : { ...change, turnId };
    }
    case 'titled':
      return change.zeroRetention ? null : change;
    // These last no longer than the request.
    case 'retry':
    case 'held':
    case 'retention':
      return null;
    case 'pinned':
    case 'archived':
      return change;
    default:
      return conversation.turns.find((turn) => turn.id === change.turnId)?.zeroRetention ? null : change;
  }
}

/** What was read from disk, with those turns of this window that are not on disk or are newer here. */
export function withOwnTurns(
  stored: Conversation,
  current: Conversation,
  isOwn: (turn: Turn) => boolean,
): Conversation {
  const own = current.turns.filter(isOwn);
  if (own.length === 0) return stored;
  const ownIds = new Set(own.map(({ id }) => id));
  const parents = new Map(current.turns.map(({ id, parent }) => [id, parent]));
  const others = stored.turns.filter(({ id }) => !ownIds.has(id));
  const turns = [...others.map((turn) => withParent(turn, parents.get(turn.id) ?? turn.parent)), ...own];
  turns.sort((a, b) => a.askedAt - b.askedAt);
  const { title, titleZeroRetention } = stored.title === '' ? current : stored;
  return { ...stored, title, titleZeroRetention, turns, currentTurnId: current.currentTurnId };
}

function nearestStored(conversation: Conversation, turnId: string | null): string | null {
  const seen = new Set<string>();
  for (let id = turnId; id !== null && !seen.has(id); ) {
    seen.add(id);
    const turn = conversation.turns.find((each) => each.id === id);
    if (!turn?.zeroRetention) return id;
    id = turn.parent;
  }
  return null;
}

/** Keeps the turn's identity when nothing changes. */
function withParent(turn: Turn, parent: string | null): Turn {
  return turn.parent === parent ? turn : { ...turn, parent };
}
