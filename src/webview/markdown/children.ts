/** The views of blocks that follow each other, in the document or inside of another block. What draws one is passed in. */
import type { MarkdownBlock } from '../../markdown/block.ts';

export interface BlockView {
  /** A block with another key needs a new view. */
  readonly key: string;
  readonly kind: MarkdownBlock['kind'];
  readonly element: HTMLElement;
  update(block: MarkdownBlock): void;
}

export function keyOf(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'heading':
      return `heading ${block.level} ${block.task}`;
    case 'paragraph':
      return `paragraph ${block.task}`;
    case 'list':
      return `list ${block.list?.ordered} ${block.list?.start}`;
    case 'code':
      return `code ${block.fence?.info}`;
    case 'table':
      return `table ${block.columns.join(' ')}`;
    case 'footnote':
      return `footnote ${block.level}`;
    default:
      return block.kind;
  }
}

/** Adds the views of child blocks to the document. Views are appended in order and only removed from the end. */
export interface ChildSlot {
  append(index: number, view: BlockView): void;
  /** Called after the element of the view was removed. */
  removed(index: number, view: BlockView): void;
}

export interface Children {
  update(blocks: readonly MarkdownBlock[]): void;
}

export function createChildren(createView: (block: MarkdownBlock) => BlockView, slot: ChildSlot): Children {
  /** Null for final blocks, which no longer change. Their late references are rendered by the context. */
  const views: (BlockView | null)[] = [];
  let settled = 0;

  function dropFrom(index: number): void {
    while (views.length > index) {
      const view = views.pop();
      if (!view) continue;
      view.element.remove();
      slot.removed(views.length, view);
    }
  }

  return {
    update(blocks) {
      dropFrom(blocks.length);
      for (let i = settled; i < blocks.length; i++) {
        const block = blocks[i];
        if (!block) return;
        let view = views[i];
        if (!view || view.key !== keyOf(block)) {
          dropFrom(i);
          view = createView(block);
          views[i] = view;
          slot.append(i, view);
        }
        view.update(block);
        if (block.final && i === settled) views[settled++] = null;
      }
    },
  };
}
