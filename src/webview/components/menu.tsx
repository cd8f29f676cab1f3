/** A button that opens a menu, or runs the only item of a menu. Supports the arrow keys, Home, End and Escape. Closing moves the focus back to the button. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useUniqueId } from './hooks.ts';
import { Icon } from './icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly hint?: string;
  /** Set for an item of a group in which one item is checked. */
  readonly checked?: boolean;
  /** True if the menu stays open and shows the changed items. */
  readonly keepsOpen?: boolean;
  run(): void;
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
    position(menu, button.current.getBoundingClientRect());
    const items = itemsOf(menu);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') setOpen(false);
    };
    menu.addEventListener('toggle', onToggle);
    return () => menu.removeEventListener('toggle', onToggle);
  }, [open]);

  const close = () => {
    button.current?.focus();
    setOpen(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!list.current) return;
    const items = itemsOf(list.current);
    const current = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items[(next + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const [only] = props.items;
  // A menu of one item would be a needless step.
  if (only && props.items.length === 1) {
    return (
      <button
        type="button"
        class={props.class ?? 'icon-button'}
        aria-label={only.checked === undefined ? only.label : props.name}
        title={only.checked === undefined ? only.label : (props.hint ?? props.name)}
        onClick={only.run}
      >
        {props.children}
      </button>
    );
  }

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
                if (!item.keepsOpen) close();
                item.run();
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

/** Places the menu below the button, or above it if there is more room. The menu always stays inside the window. */
function position(menu: HTMLElement, anchor: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = window.innerHeight - anchor.bottom;
  const top = below >= height + 4 || below > anchor.top ? anchor.bottom + 2 : Math.max(2, anchor.top - height - 2);
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(2, Math.min(anchor.left, window.innerWidth - width - 4))}px`;
}
