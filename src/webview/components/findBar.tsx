/** The find bar of the conversation. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { createFindController } from '../find/findController.ts';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import { t } from '../translation.ts';
import { FindControls } from './findControls.tsx';

export function FindBar({ page }: { page: Page }) {
  const [controller] = useState(() => createFindController(page));
  const [query, setQuery] = useState('');
  const { matches, current } = useSignal(controller.result);
  const request = useSignal(page.findRequest);

  useLayoutEffect(() => {
    if (!request) return;
    setQuery(request.query);
    controller.search(request.query, request.turnId);
  }, [request]);

  useLayoutEffect(() => () => controller.dispose(), [controller]);

  return (
    <FindControls
      label={t('find.label')}
      query={query}
      found={matches.length}
      current={current}
      onQuery={(next) => {
        setQuery(next);
        controller.search(next);
      }}
      onGo={controller.go}
      onClose={() => page.findBarOpen.set(false)}
    />
  );
}
