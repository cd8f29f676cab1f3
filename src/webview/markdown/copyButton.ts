import type { Context } from './context.ts';

/** A copy button. It confirms the copy until the pointer or the focus leaves it. */
export function createCopyButton(label: string, context: Context, copy: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'md-copy';
  button.textContent = label;
  context.actions.set(button, () => {
    copy();
    button.textContent = context.labels.copied;
    const reset = () => {
      button.textContent = label;
    };
    button.addEventListener('pointerleave', reset, { once: true });
    button.addEventListener('blur', reset, { once: true });
  });
  return button;
}
