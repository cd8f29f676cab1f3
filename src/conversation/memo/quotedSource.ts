import { citationParts } from '../citation.ts';
import type { StoredSource } from '../conversation.ts';
import { type Block, citation, paragraph, quote, strong, text } from '../document/block.ts';
import type { DocumentLanguage } from '../documentLanguage.ts';
import { passageBlocks } from './passageBlocks.ts';

/** A source with its mark, and its passage as a quotation. */
export function quotedSource(source: StoredSource, n: number, l10n: DocumentLanguage, withPassage = true): Block[] {
  const [title = '', ...facts] = citationParts(source, l10n);
  const rest = facts.length === 0 ? '' : `, ${facts.join(', ')}`;
  const named = paragraph(strong(title), text(`${rest} `), citation(n));
  if (!withPassage || !source.snippet?.trim()) return [named];
  return [named, quote(passageBlocks(source.snippet, source.location?.path ?? ''))];
}
