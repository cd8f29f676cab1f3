/** Search in one conversation: which turn contains the words of a query, and the text around them. */
import type { Conversation, Turn } from './conversation.ts';
import { plainPassage } from './plainPassage.ts';
import type { Hit } from './store.ts';

/** Characters of an excerpt before and after the word that was found. */
const EXCERPT_MARGIN = 60;

/** The distinct words of a query, folded. */
export function queryWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/).filter(Boolean))];
}

/** Converts to lower case and removes accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // ASCII needs no normalization, which costs more than the search itself. An ellipsis is not three periods.
  return lower.replace(/[^\x00-\x7f…]+/g, (run) => run.normalize('NFKD').replace(/\p{M}+/gu, ''));
}

type Found = Pick<Hit, 'turnId' | 'where' | 'excerpt'>;

/**
 * Call `title` and then `turn` for each turn. `hit` returns the text with the most words, or null if a word occurs nowhere. The
 * finder keeps no turn, so a large conversation can be read turn by turn.
 */
export function createFinder(words: readonly string[]) {
  const missing = new Set(words);
  let best: (Found & { count: number }) | null = null;

  function search(text: string, where: Found['where'], turnId: string | null): void {
    const folded = fold(text);
    const found = words.filter((word) => folded.includes(word));
    if (found.length === 0) return;
    for (const word of found) missing.delete(word);
    // A conversation opens at a turn that has the words of its title.
    if (best && (best.count > found.length || (best.count === found.length && best.where !== 'title'))) return;
    best = { where, turnId, count: found.length, excerpt: excerptAround(text, folded, found[0] ?? '') };
  }

  return {
    title(title: string): void {
      search(title, 'title', null);
    },
    turn(turn: Turn): void {
      search(turn.question.text, 'question', turn.id);
      search(turn.answer.text, 'answer', turn.id);
      for (const source of turn.answer.sources) {
        search(
          `${source.title} ${source.section ?? ''} ${source.snippet ?? ''} ${source.url ?? ''}`,
          'source',
          turn.id,
        );
      }
    },
    hit(): Found | null {
      if (missing.size > 0 || !best) return null;
      return { turnId: best.turnId, where: best.where, excerpt: best.excerpt };
    },
  };
}

export function findInConversation(conversation: Conversation, words: readonly string[]): Found | null {
  if (words.length === 0) return null;
  const finder = createFinder(words);
  finder.title(conversation.title);
  for (const turn of conversation.turns) finder.turn(turn);
  return finder.hit();
}

function excerptAround(text: string, folded: string, word: string): string {
  // Folding can change the length of the text, so the position is approximate.
  const at = Math.min(Math.max(0, folded.indexOf(word)), text.length);
  const start = Math.max(0, at - EXCERPT_MARGIN);
  const end = Math.min(text.length, at + word.length + EXCERPT_MARGIN);
  const line = plainPassage(text.slice(start, end).toWellFormed()).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}
