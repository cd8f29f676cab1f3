/** A button that opens a menu: arrow keys, Home, End, Escape, and the keyboard back on the button afterwards. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { useUniqueId } from './uniqueId.ts';

export interface MenuItem {
  readonly label: string;
  readonly hint?: string;
  /** Given: one of a group of which one is chosen. */
  readonly checked?: boolean;
  /** True: the menu stays open and is drawn again. */
  readonly stays?: boolean;
  choose(): void;
}

export function Menu(props: {
  /** The accessible name of the button. */
  name: string;
  /** The accessible name of the menu. */
  label: string;
  items: readonly MenuItem[];
  class?: string;
  hint?: string;
  children: ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useUniqueId();

  useLayoutEffect(() => {
    const menu = list.current;
    if (!open || !menu || !button.current) return;
    menu.showPopover();
    place(menu, button.current.getBoundingClientRect());
    const items = itemsOf(menu);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') setOpen(false);
    };
    menu.addEventListener('toggle', closed);
    return () => menu.removeEventListener('toggle', closed);
  }, [open]);

  const close = () => {
    button.current?.focus();
    setOpen(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!list.current) return;
    const items = itemsOf(list.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        type="button"
        ref={button}
        class={props.class ?? 'icon-button'}
        aria-label={props.name}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        title={props.hint ?? props.name}
        onClick={() => setOpen(!open)}
      >
        {props.children}
      </button>
      {open && (
        <div id={id} ref={list} class="menu" role="menu" aria-label={props.label} popover="auto" onKeyDown={onKeyDown}>
          {props.items.map((item) => (
            <button
              key={item.label}
              type="button"
              tabIndex={-1}
              {...(item.checked === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemradio', 'aria-checked': item.checked })}
              onClick={() => {
                if (!item.stays) close();
                item.choose();
              }}
            >
              <span class="menu-check">{item.checked && <Icon name="check" />}</span>
              <span class="menu-label">{item.label}</span>
              {item.hint && <span class="menu-hint">{item.hint}</span>}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button')];
}

/** Above the button where it fits better, and never out of the window. */
function place(menu: HTMLElement, anchor: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = window.innerHeight - anchor.bottom;
  const top = below >= height + 4 || below > anchor.top ? anchor.bottom + 2 : Math.max(2, anchor.top - height - 2);
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(2, Math.min(anchor.left, window.innerWidth - width - 4))}px`;
}
