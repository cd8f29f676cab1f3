/** Renders blocks. An update of a view only changes the end of its block, because nothing else can have changed. */
import type { MarkdownBlock } from '../../markdown/block.ts';
import { levelOf } from '../../text/indent.ts';
import { createCodeView } from './codeView.ts';
import type { Context } from './context.ts';
import { createInlineView } from './inlineView.ts';
import { createListView } from './listView.ts';
import { createTableView } from './tableView.ts';

export interface BlockView {
  /** A block with another key needs a new view. */
  readonly key: string;
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

export function createBlockView(block: MarkdownBlock, context: Context): BlockView {
  const key = keyOf(block);
  switch (block.kind) {
    case 'heading':
      return { key, ...createTextView(`h${block.level}`, block, context) };
    case 'code':
      return { key, ...createCodeView(block, context) };
    case 'table':
      return { key, ...createTableView(block, context) };
    case 'list':
      return { key, ...createListView(block, context) };
    case 'quote':
      return { key, ...createContainerView(document.createElement('blockquote'), context) };
    case 'item':
      return { key, ...createItemView(context) };
    case 'footnote':
      return { key, ...createFootnoteView(block, context) };
    case 'rule':
      return { key, element: document.createElement('hr'), update() {} };
    default:
      return { key, ...createTextView('p', block, context) };
  }
}

type Drawn = Omit<BlockView, 'key'>;

function createTextView(tag: string, block: MarkdownBlock, context: Context): Drawn {
  const element = document.createElement(tag);
  if (block.task !== null) {
    const box = document.createElement('span');
    box.className = 'md-task';
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', block.task ? context.labels.taskDone : context.labels.taskOpen);
    box.textContent = block.task ? '☑' : '☐';
    element.append(box, ' ');
  }
  const content = createInlineView(element, context);
  return {
    element,
    update({ lines }) {
      const level = levelOf(lines[0] ?? '');
      if (level > 0) {
        element.className = 'md-level';
        element.style.setProperty('--level', `${level}em`);
      }
      content.update(lines.join('\n').trimEnd());
    },
  };
}

function createContainerView(element: HTMLElement, context: Context): Drawn {
  const children = createChildren(context, {
    append: (_, view) => element.append(view.element),
    removed() {},
  });
  return { element, update: (block) => children.update(block.children) };
}

function createItemView(context: Context): Drawn {
  const item = createContainerView(document.createElement('li'), context);
  return {
    element: item.element,
    update(block) {
      // The checkbox replaces the bullet, but not the number of an ordered list.
      if ((block.children[0]?.task ?? null) !== null) item.element.className = 'md-task-item';
      else item.element.removeAttribute('class');
      item.update(block);
    },
  };
}

function createFootnoteView(block: MarkdownBlock, context: Context): Drawn {
  const element = document.createElement('div');
  element.className = 'md-footnote';
  element.tabIndex = -1;
  element.dataset.footnote = String(block.level);
  const back = document.createElement('a');
  back.className = 'md-footnote-number';
  back.setAttribute('role', 'link');
  back.tabIndex = 0;
  back.textContent = String(block.level);
  back.setAttribute('aria-label', `${block.level}: ${context.labels.backToText}`);
  context.actions.set(back, () => {
    context.root.querySelector<HTMLElement>(`a[data-footnote="${block.level}"]`)?.focus();
  });
  const body = createContainerView(document.createElement('div'), context);
  body.element.className = 'md-footnote-text';
  element.append(back, body.element);
  return { element, update: body.update };
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

export function createChildren(context: Context, slot: ChildSlot): Children {
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
          view = createBlockView(block, context);
          views[i] = view;
          slot.append(i, view);
        }
        view.update(block);
        if (block.final && i === settled) views[settled++] = null;
      }
    },
  };
}
