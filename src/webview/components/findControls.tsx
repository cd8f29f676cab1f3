/** The text field and buttons of a find bar. It takes the focus, and returns it when it is closed. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './controls.tsx';

interface Props {
  readonly names: Readonly<Record<'find' | 'previous' | 'next' | 'close', string>>;
  readonly query: string;
  /** "2 of 5", or that nothing was found. */
  readonly count: string;
  readonly hasMatches: boolean;
  readonly onQuery: (query: string) => void;
  readonly onGo: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

export function FindControls({ names, query, count, hasMatches, onQuery, onGo, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    input.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, []);

  return (
    <search class="find" aria-label={names.find}>
      <input
        ref={input}
        type="text"
        aria-label={names.find}
        placeholder={names.find}
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if ((event.key === 'Enter' && !event.isComposing) || event.key === 'F3') onGo(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
        }}
      />
      <span class="find-count" role="status">
        {count}
      </span>
      <IconButton icon="arrowUp" name={names.previous} disabled={!hasMatches} onClick={() => onGo(-1)} />
      <IconButton icon="arrowDown" name={names.next} disabled={!hasMatches} onClick={() => onGo(1)} />
      <IconButton icon="close" name={names.close} onClick={onClose} />
    </search>
  );
}
