/** Search in one conversation: which turn contains the words of a query, and the text around them. */
import type { Conversation } from './conversation.ts';
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

/** The text with the most words, or null if a word occurs nowhere. */
export function findInConversation(conversation: Conversation, words: readonly string[]): Found | null {
  if (words.length === 0) return null;
  const missing = new Set(words);
  let best: Found | null = null;
  let most = 0;
  /** The title, or a question that is the title, which the list shows already. */
  let isTitle = false;
  for (const [where, turnId, text] of textsOf(conversation)) {
    const folded = fold(text);
    const found = words.filter((word) => folded.includes(word));
    for (const word of found) missing.delete(word);
    // A conversation opens at a turn that has the words of its title.
    if (found.length === 0 || found.length < most || (found.length === most && !isTitle)) continue;
    most = found.length;
    isTitle = text === conversation.title;
    best = { where, turnId, excerpt: excerptAround(text, folded, found[0] ?? '') };
  }
  return missing.size > 0 ? null : best;
}

function* textsOf({ title, turns }: Conversation): Generator<[Found['where'], string | null, string]> {
  yield ['title', null, title];
  for (const { id, question, answer } of turns) {
    yield ['question', id, question.text];
    yield ['answer', id, answer.text];
    for (const { title: name, section = '', snippet = '', url } of answer.sources) {
      yield ['source', id, `${name} ${section} ${snippet} ${url ?? ''}`];
    }
  }
}

function excerptAround(text: string, folded: string, word: string): string {
  // Folding can change the length of the text, so the position is approximate.
  const at = Math.min(Math.max(0, folded.indexOf(word)), text.length);
  const start = Math.max(0, at - EXCERPT_MARGIN);
  const end = Math.min(text.length, at + word.length + EXCERPT_MARGIN);
  const line = plainPassage(text.slice(start, end).toWellFormed()).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}
