import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Chromium 123 and later. */
const hasFieldSizing = CSS.supports('field-sizing', 'content');

/** A text area that grows with its text up to the maximum height in the style sheet. */
export function GrowingText(props: {
  areaRef: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  placeholder?: string;
  onInput: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur?: () => void;
}) {
  useLayoutEffect(() => {
    const area = props.areaRef.current;
    if (!area || hasFieldSizing) return;
    area.style.height = '0';
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [props.value, props.areaRef]);

  return (
    <textarea
      ref={props.areaRef}
      class="growing"
      rows={1}
      aria-label={props.label}
      placeholder={props.placeholder}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
      onKeyDown={props.onKeyDown}
      onBlur={props.onBlur}
    />
  );
}

/**
 * Whether the key sends the question. Enter that ends an IME composition does not. `isComposing` is true for it, except in Safari
 * and older Chromium, where `keyCode` is 229.
 */
export function isSendKey(event: KeyboardEvent, sendKey: 'enter' | 'ctrlEnter'): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return false;
  if (event.shiftKey || event.altKey) return false;
  return event.ctrlKey || event.metaKey || sendKey === 'enter';
}
