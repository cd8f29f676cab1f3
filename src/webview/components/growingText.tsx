import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const sizesItself = CSS.supports('field-sizing', 'content');

/** A text area as high as its text, up to what the style sheet allows; by hand where the browser cannot. */
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
    if (!area || sizesItself) return;
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
