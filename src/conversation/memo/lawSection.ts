/** The law of a memo: the authorities that the author relied on first, each once, with the quoted passage. */
import { lettersOf } from '../../text/letters.ts';
import type { ReviewState, StoredSource } from '../conversation.ts';
import { type Block, citationsIn, wordsOf } from '../document/block.ts';
import type { DocumentLanguage } from '../documentLanguage.ts';
import type { MemoTurn } from './memoTurn.ts';
import { placeholder } from './placeholder.ts';
import { quotedSource } from './quotedSource.ts';

const ORDER: Readonly<Record<ReviewState, number>> = { reliedOn: 0, opened: 1, unread: 2, rejected: 3 };

/** `facts`: the numbers of the sources that are in the facts. A passage that the analysis quotes is not repeated. */
export function lawSection(
  answers: readonly MemoTurn[],
  sources: readonly StoredSource[],
  facts: ReadonlySet<number>,
  analysis: readonly Block[],
  l10n: DocumentLanguage,
): Block[] {
  const cited = citationsIn(
    answers.flatMap(({ parts }) => [...parts.sections.flatMap(({ blocks }) => blocks), ...parts.lead]),
  );
  // An answer that cites nothing may still rest on what it lists.
  const all = cited.length > 0 ? cited : sources.map((_, at) => at + 1);
  const relied = sources.flatMap(({ review }, at) => (review === 'reliedOn' ? [at + 1] : []));
  const numbers = [...new Set([...relied, ...all])].filter((n) => !facts.has(n));
  const kept = numbers.flatMap((n) => {
    const source = sources[n - 1];
    return source && source.review !== 'rejected' ? [{ n, source }] : [];
  });
  kept.sort((a, b) => ORDER[a.source.review] - ORDER[b.source.review]);
  if (kept.length === 0) return [placeholder(l10n.t('The answer names no authority.'))];
  const quoted = lettersOf(quotedWords(analysis));
  return kept.flatMap(({ n, source }) => {
    const passage = lettersOf(source.snippet ?? '');
    return quotedSource(source, n, l10n, !(passage !== '' && quoted.includes(passage)));
  });
}

function quotedWords(blocks: readonly Block[]): string {
  return blocks
    .map((block): string => {
      if (block.kind === 'quote') return quotedWords(block.children);
      if (block.kind === 'paragraph') return wordsOf(block.content);
      return block.kind === 'list' ? block.items.map(({ children }) => quotedWords(children)).join('\n') : '';
    })
    .join('\n');
}
