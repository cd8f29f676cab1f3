/** The outermost blocks in sections that cost no layout while off screen, and the footnotes after them. */
import type { Block } from './block.ts';
import { createChildren } from './blockView.ts';
import type { Context } from './context.ts';

const BLOCKS_PER_SECTION = 32;

export interface DocumentView {
  update(document: Block): void;
  /**
   * While held, new sections take room but are not laid out: text that is scrolled past before anyone could read it need not
   * be. Released, they are shown as always.
   */
  hold(on: boolean): void;
}

export function createDocumentView(context: Context): DocumentView {
  const { root } = context;
  const sections: (HTMLElement | undefined)[] = [];
  const held: HTMLElement[] = [];
  let holding = false;
  const footnotes = document.createElement('section');
  footnotes.className = 'md-footnotes';
  footnotes.setAttribute('role', 'doc-endnotes');
  footnotes.setAttribute('aria-label', context.labels.footnotes);

  function sectionFor(index: number): HTMLElement {
    const number = Math.floor(index / BLOCKS_PER_SECTION);
    const known = sections[number];
    if (known) return known;
    const section = document.createElement('div');
    section.className = 'md-section';
    if (holding) {
      section.classList.add('md-held');
      held.push(section);
    }
    sections[number] = section;
    root.insertBefore(section, footnotes.parentNode ? footnotes : null);
    return section;
  }

  const children = createChildren(context, {
    append(index, view) {
      if (view.key.startsWith('footnote')) {
        footnotes.append(view.element);
        if (!footnotes.parentNode) root.append(footnotes);
      } else sectionFor(index).append(view.element);
    },
    removed(index, view) {
      if (view.key.startsWith('footnote')) {
        if (!footnotes.firstChild) footnotes.remove();
        return;
      }
      const number = Math.floor(index / BLOCKS_PER_SECTION);
      const section = sections[number];
      if (!section || section.firstChild) return;
      section.remove();
      sections[number] = undefined;
    },
  });

  return {
    update: (document) => children.update(document.children),
    hold(on) {
      holding = on;
      if (!on) for (const section of held.splice(0)) section.classList.remove('md-held');
    },
  };
}
