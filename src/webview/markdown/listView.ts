/** Renders lists. A long list is divided into several list elements, so that those off screen need no layout. */
import type { MarkdownBlock } from '../../markdown/block.ts';
import type { BlockView, Children, ChildSlot } from './children.ts';

const ITEMS_PER_PIECE = 40;

export function createListView(
  block: MarkdownBlock,
  createItems: (slot: ChildSlot) => Children,
): Omit<BlockView, 'key' | 'kind'> {
  const element = document.createElement('div');
  element.className = 'md-list';
  const style = block.list;
  const children = createItems({
    append(index, view) {
      if (index % ITEMS_PER_PIECE === 0) {
        const piece = document.createElement(style?.ordered ? 'ol' : 'ul');
        const first = (style?.start ?? 1) + index;
        if (piece instanceof HTMLOListElement && first !== 1) piece.start = first;
        if (index > 0) piece.className = 'md-piece';
        element.append(piece);
      }
      element.lastElementChild?.append(view.element);
    },
    removed(index) {
      if (index % ITEMS_PER_PIECE === 0) element.lastElementChild?.remove();
    },
  });
  return {
    element,
    update(list) {
      // Items always contain paragraphs. A class makes the list loose, even if the first blank line arrives late.
      element.classList.toggle('md-loose', list.loose);
      children.update(list.children);
    },
  };
}
