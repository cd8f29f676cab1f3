/** What of a conversation may be written to disk: never anything of a question that asked for zero retention. */
import type { Conversation, Turn } from './conversation.ts';

/** False for a conversation of which nothing may be written. */
export function mayBeKept(conversation: Conversation): boolean {
  return !conversation.temporary && !conversation.zeroRetention;
}

/**
 * The conversation without its zero-retention turns; turns after one hang on the turn before it. An automatic title goes too
 * unless it comes from a question that stays, as it may quote the one that went.
 */
export function keptPart(conversation: Conversation): Conversation {
  if (!conversation.turns.some((turn) => turn.zeroRetention)) return conversation;
  const byId = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const kept = (id: string | null): string | null => {
    const seen = new Set<string>();
    for (let turn = byId.get(id ?? ''); turn && !seen.has(turn.id); turn = byId.get(turn.parent ?? '')) {
      if (!turn.zeroRetention) return turn.id;
      seen.add(turn.id);
    }
    return null;
  };
  const turns = conversation.turns.filter((turn) => !turn.zeroRetention).map((turn) => rehung(turn, kept(turn.parent)));
  const title =
    conversation.hasCustomTitle || turns.some((turn) => begins(turn, conversation.title)) ? conversation.title : '';
  return { ...conversation, title, turns, currentTurnId: kept(conversation.currentTurnId) ?? turns.at(-1)?.id ?? null };
}

/** Puts the zero-retention turns of `original` back into what was made from its kept part. */
export function withEphemeralTurns(conversation: Conversation, original: Conversation): Conversation {
  const unkept = original.turns.filter((turn) => turn.zeroRetention);
  if (unkept.length === 0) return conversation;
  const byId = new Map(original.turns.map((turn) => [turn.id, turn]));
  const turns = [
    ...conversation.turns.map((turn) => rehung(turn, byId.get(turn.id)?.parent ?? turn.parent)),
    ...unkept,
  ];
  turns.sort((a, b) => a.askedAt - b.askedAt);
  return { ...conversation, title: conversation.title || original.title, turns, currentTurnId: original.currentTurnId };
}

/** Keeps the turn's identity when nothing changes, as much is remembered by it. */
function rehung(turn: Turn, parent: string | null): Turn {
  return turn.parent === parent ? turn : { ...turn, parent };
}

function begins(turn: Turn, title: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const start = plain(title)
    .replace(/(…|\.\.\.)$/, '')
    .trim();
  return start !== '' && plain(turn.question.text).startsWith(start);
}
