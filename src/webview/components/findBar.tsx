/** The find bar of the conversation. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createFindController } from '../find/findController.ts';
import { formatNumber } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import { t } from '../translation.ts';
import { IconButton } from './controls.tsx';

export function FindBar({ page }: { page: Page }) {
  const [controller] = useState(() => createFindController(page));
  const [query, setQuery] = useState('');
  const { matches, current } = useSignal(controller.result);
  const input = useRef<HTMLInputElement>(null);
  const request = useSignal(page.findRequest);

  useLayoutEffect(() => {
    if (!request) return;
    setQuery(request.query);
    controller.search(request.query, request.turnId);
  }, [request]);

  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    input.current?.focus();
    return () => {
      controller.dispose();
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, [controller]);

  const count =
    query.trim() === ''
      ? ''
      : matches.length === 0
        ? t('find.none')
        : t('find.count', formatNumber(current + 1), formatNumber(matches.length));

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
          controller.search(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) controller.go(event.shiftKey ? -1 : 1);
          else if (event.key === 'F3') controller.go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') page.findBarOpen.set(false);
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
        onClick={() => controller.go(-1)}
      />
      <IconButton
        icon="arrowDown"
        name={t('find.next')}
        disabled={matches.length === 0}
        onClick={() => controller.go(1)}
      />
      <IconButton icon="close" name={t('find.close')} onClick={() => page.findBarOpen.set(false)} />
    </search>
  );
}
