/**
 * Renders the outermost blocks and the footnotes after them. Blocks are in groups that need no layout while they are off screen.
 * A change paints everything in its containment box again, so each group is divided into small sections.
 */
import type { MarkdownBlock } from '../../markdown/block.ts';
import { createChildViews } from './blockView.ts';
import type { Context } from './context.ts';

const BLOCKS_PER_SECTION = 8;
const SECTIONS_PER_GROUP = 4;

export interface DocumentView {
  update(document: MarkdownBlock): void;
  /**
   * While on, new groups have a size but no layout. It saves the layout of text that scrolls past too fast to read. Turning it
   * off shows the groups.
   */
  deferLayout(on: boolean): void;
}

export function createDocumentView(context: Context): DocumentView {
  const { root } = context;
  const deferred: HTMLElement[] = [];
  let deferring = false;
  const footnotes = document.createElement('section');
  footnotes.className = 'md-footnotes';
  footnotes.setAttribute('role', 'doc-endnotes');
  footnotes.setAttribute('aria-label', context.labels.footnotes);

  const groups = createBoxes('md-group', (group) => {
    if (deferring) {
      group.classList.add('md-deferred');
      deferred.push(group);
    }
    root.insertBefore(group, footnotes.parentNode ? footnotes : null);
  });
  const sections = createBoxes('md-section', (section, number) =>
    groups.at(Math.floor(number / SECTIONS_PER_GROUP)).append(section),
  );

  const children = createChildViews(context, {
    append(index, view) {
      if (view.kind === 'footnote') {
        footnotes.append(view.element);
        if (!footnotes.parentNode) root.append(footnotes);
      } else sections.at(Math.floor(index / BLOCKS_PER_SECTION)).append(view.element);
    },
    removed(index, view) {
      if (view.kind === 'footnote') {
        if (!footnotes.firstChild) footnotes.remove();
        return;
      }
      const number = Math.floor(index / BLOCKS_PER_SECTION);
      if (sections.dropIfEmpty(number)) groups.dropIfEmpty(Math.floor(number / SECTIONS_PER_GROUP));
    },
  });

  return {
    update: (document) => children.update(document.children),
    deferLayout(on) {
      deferring = on;
      if (!on) for (const group of deferred.splice(0)) group.classList.remove('md-deferred');
    },
  };
}

/** Boxes by number, created at the first use. Numbers can be skipped. `place` inserts a new box. */
function createBoxes(className: string, place: (box: HTMLElement, number: number) => void) {
  const boxes: (HTMLElement | undefined)[] = [];
  return {
    at(number: number): HTMLElement {
      const known = boxes[number];
      if (known) return known;
      const box = document.createElement('div');
      box.className = className;
      boxes[number] = box;
      place(box, number);
      return box;
    },
    /** Removes the box if it is empty. Returns whether it was removed. */
    dropIfEmpty(number: number): boolean {
      if (boxes[number]?.firstChild) return false;
      boxes[number]?.remove();
      boxes[number] = undefined;
      return true;
    },
  };
}
