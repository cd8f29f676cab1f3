import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createFinder } from '../find/finder.ts';
import { number } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { useCell } from '../state/signal.ts';
import { t } from '../strings.ts';
import { IconButton } from './controls.tsx';

export function FindBar({ page }: { page: Page }) {
  const [finder] = useState(() => createFinder(page));
  const [query, setQuery] = useState('');
  const { matches, at } = useCell(finder.result);
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      finder.dispose();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [finder]);

  const count =
    query.trim() === ''
      ? ''
      : matches.length === 0
        ? t('find.none')
        : t('find.count', number(at + 1), number(matches.length));

  return (
    <search class="find" aria-label={t('find.label')}>
      <input
        ref={input}
        type="text"
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          finder.search(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) finder.go(event.shiftKey ? -1 : 1);
          else if (event.key === 'F3') finder.go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') page.finding.set(false);
          else return;
          event.preventDefault();
        }}
      />
      <span class="find-count" role="status">
        {count}
      </span>
      <IconButton
        icon="arrowUp"
        name={t('find.previous')}
        disabled={matches.length === 0}
        onClick={() => finder.go(-1)}
      />
      <IconButton icon="arrowDown" name={t('find.next')} disabled={matches.length === 0} onClick={() => finder.go(1)} />
      <IconButton icon="close" name={t('find.close')} onClick={() => page.finding.set(false)} />
    </search>
  );
}
