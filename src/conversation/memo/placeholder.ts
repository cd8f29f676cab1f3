import { type Block, paragraph, text } from '../document/block.ts';

/** A line that the author of a document replaces, or a note on the document. */
export function placeholder(words: string): Block {
  return paragraph({ kind: 'emphasis', children: [text(words)] });
}
