/** Fits blocks into another document: headings below a section, or without headings, and other numbers of the sources. */
import { type Block, highestLevel, mapSpans, wordsOf } from './block.ts';

/** The same blocks with their highest heading one level below `level`. Headings below the sixth level become bold text. */
export function belowLevel(blocks: readonly Block[], level: number): Block[] {
  const shift = level + 1 - (highestLevel(blocks) ?? 6);
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    return block.level + shift > 6 ? asBold(block) : { ...block, level: Math.max(1, block.level + shift) };
  });
}

/** A heading as a bold paragraph. Other blocks are unchanged. */
export function asBold(block: Block): Block {
  if (block.kind === 'quote') return { ...block, children: block.children.map(asBold) };
  if (block.kind !== 'heading') return block;
  const [plain] = mapSpans([{ kind: 'paragraph', content: block.content }], (span) =>
    span.kind === 'strong' ? { kind: 'text', text: wordsOf(span.children) } : span,
  );
  const content = plain?.kind === 'paragraph' ? plain.content : [];
  return { kind: 'paragraph', content: [{ kind: 'strong', children: content }] };
}

/** Marks of sources that are not in the map become text. */
export function renumbered(blocks: readonly Block[], numbers: ReadonlyMap<number, number>): Block[] {
  return mapSpans(blocks, (span) => {
    if (span.kind !== 'citation') return span;
    const n = numbers.get(span.n);
    return n === undefined ? { kind: 'text', text: `[${span.n}]` } : { ...span, n };
  });
}
