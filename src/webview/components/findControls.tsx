/** The text field and buttons of a find bar. It takes the focus, and returns it when it is closed. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../numberFormat.ts';
import { translator } from '../translation.ts';
import { IconButton } from './controls.tsx';
import { findBarStrings } from './findBarStrings.ts';

const t = translator(findBarStrings);

interface Props {
  /** What is searched: "Find in document". */
  readonly label: string;
  readonly query: string;
  readonly found: number;
  /** Index of the current match. */
  readonly current: number;
  /** The search stops at this number of matches. */
  readonly limit?: number;
  readonly onQuery: (query: string) => void;
  readonly onGo: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

export function FindControls(props: Props) {
  const { label, query, found, current, limit = Number.POSITIVE_INFINITY, onQuery, onGo, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    input.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, []);

  const total = found >= limit ? `${formatNumber(limit)}+` : formatNumber(found);
  const result = found === 0 ? t('none') : t('count', formatNumber(current + 1), total);

  return (
    <search class="find" aria-label={label}>
      <input
        ref={input}
        type="text"
        class="field"
        aria-label={label}
        placeholder={label}
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
        {query.trim() === '' ? '' : result}
      </span>
      <IconButton icon="arrowUp" name={t('previous')} disabled={found === 0} onClick={() => onGo(-1)} />
      <IconButton icon="arrowDown" name={t('next')} disabled={found === 0} onClick={() => onGo(1)} />
      <IconButton icon="close" name={t('close')} onClick={onClose} />
    </search>
  );
}
