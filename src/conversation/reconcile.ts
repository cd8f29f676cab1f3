/** Two windows changed the same conversation: whether one form can hold what both know. */
import { type Conversation, isRunning, type Turn } from './conversation.ts';

/** What the user can change of a conversation besides its turns. */
export type Labels = Pick<Conversation, 'title' | 'hasCustomTitle' | 'pinned'>;

export function labelsOf({ title, hasCustomTitle, pinned }: Labels): Labels {
  return { title, hasCustomTitle, pinned };
}

/**
 * Ours with the turns of whichever side knows all that the other knows, and with the labels that either side changed since
 * `base` (ours first). null when each side has turns that the other lacks: then both must be kept.
 */
export function reconcile(ours: Conversation, theirs: Conversation, base: Labels | undefined): Conversation | null {
  const winner = covers(ours.turns, theirs.turns) ? ours : covers(theirs.turns, ours.turns) ? theirs : null;
  if (!winner) return null;
  const labels = base && !sameTitle(ours, base) ? ours : theirs;
  const loser = winner === ours ? theirs : ours;
  return {
    ...winner,
    turns: withReviews(winner.turns, loser.turns),
    title: labels.title,
    hasCustomTitle: labels.hasCustomTitle,
    pinned: base && ours.pinned !== base.pinned ? ours.pinned : theirs.pinned,
    updatedAt: Math.max(ours.updatedAt, theirs.updatedAt),
    revision: theirs.revision,
  };
}

function sameTitle(a: Labels, b: Labels): boolean {
  return a.title === b.title && a.hasCustomTitle === b.hasCustomTitle;
}

function covers(more: readonly Turn[], less: readonly Turn[]): boolean {
  const byId = new Map(more.map((turn) => [turn.id, turn]));
  return less.every((turn) => {
    const other = byId.get(turn.id);
    return other !== undefined && knowsAllOf(other, turn);
  });
}

/** A later request of the same turn knows more; of the same request, the one whose text goes on where the other's stops. */
export function knowsAllOf(a: Turn, b: Turn): boolean {
  if (a.epoch !== b.epoch) return a.epoch > b.epoch;
  if (isRunning(a.answer.state) && !isRunning(b.answer.state)) return false;
  return a.answer.text.startsWith(b.answer.text) && a.answer.sources.length >= b.answer.sources.length;
}

/** A source that was reviewed on one side only keeps that review. */
function withReviews(turns: Turn[], others: readonly Turn[]): Turn[] {
  const byId = new Map(others.map((turn) => [turn.id, turn]));
  return turns.map((turn) => {
    const reviewed = byId.get(turn.id)?.answer.sources;
    const isNews = (index: number) => (reviewed?.[index]?.review ?? 'unread') !== 'unread';
    if (!turn.answer.sources.some((source, index) => source.review === 'unread' && isNews(index))) return turn;
    const sources = turn.answer.sources.map((source, index) => {
      const review = reviewed?.[index]?.review;
      return source.review === 'unread' && review ? { ...source, review } : source;
    });
    return { ...turn, answer: { ...turn.answer, sources } };
  });
}
