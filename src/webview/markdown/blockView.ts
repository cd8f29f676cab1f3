/** Renders blocks. An update of a view only changes the end of its block, because nothing else can have changed. */
import type { MarkdownBlock } from '../../markdown/block.ts';
import { levelOf } from '../../text/indent.ts';
import { type BlockView, type Children, type ChildSlot, createChildren, keyOf } from './children.ts';
import { createCodeView } from './codeView.ts';
import type { Context } from './context.ts';
import { createInlineView } from './inlineView.ts';
import { createListView } from './listView.ts';
import { createTableView } from './tableView.ts';

function createBlockView(block: MarkdownBlock, context: Context): BlockView {
  return { key: keyOf(block), kind: block.kind, ...draw(block, context) };
}

/** The views of the blocks inside of another one. */
export function createChildViews(context: Context, slot: ChildSlot): Children {
  return createChildren((block) => createBlockView(block, context), slot);
}

type Drawn = Omit<BlockView, 'key' | 'kind'>;

function draw(block: MarkdownBlock, context: Context): Drawn {
  switch (block.kind) {
    case 'heading':
      return createTextView(`h${block.level}`, block, context);
    case 'code':
      return createCodeView(block, context);
    case 'table':
      return createTableView(block, context);
    case 'list':
      return createListView(block, (slot) => createChildViews(context, slot));
    case 'quote':
      return createContainerView(document.createElement('blockquote'), { ...context, isQuoted: true });
    case 'item':
      return createItemView(context);
    case 'footnote':
      return createFootnoteView(block, context);
    case 'rule':
      return { element: document.createElement('hr'), update() {} };
    default:
      return createTextView('p', block, context);
  }
}

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
  const children = createChildViews(context, {
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
