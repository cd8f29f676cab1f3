/** The conversation: turns of the shown branch, which are drawn and which are not, and where one is in it. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activeBranch } from '../../conversation/branches.ts';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { jumpByKey } from '../scrolling/questionNavigation.ts';
import { restorePlace, watchPlace } from '../scrolling/scrollPosition.ts';
import { createDrawing } from '../scrolling/virtualTurns.ts';
import type { Page } from '../state/pageModel.ts';
import { useCell } from '../state/signal.ts';
import type { Shown } from '../state/store.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { createTurnList, type TurnList } from './turnList.tsx';
import { Readiness, Welcome } from './welcome.tsx';

export function Log({ page, shown }: { page: Page; shown: Shown }) {
  const { conversation, panelState } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [drawing] = useState(createDrawing);
  const editing = useCell(page.editing);
  const wanted = useCell(page.revealed)?.turnId ?? null;
  const turns = useMemo(() => activeBranch(conversation), [conversation]);
  const versions = useMemo(() => versionsOf(conversation.turns), [conversation.turns]);
  const { scroll } = page;

  const list = useRef<TurnList | null>(null);
  const listRoot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!listRoot.current) return;
    list.current = createTurnList(page, drawing, listRoot.current);
    return () => list.current?.dispose();
  }, []);
  useLayoutEffect(() => {
    drawing.update(
      turns,
      [editing, wanted].filter((id) => id !== null),
    );
    list.current?.update(turns, versions);
  }, [turns, versions, editing, wanted]);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const stops = [
      scroll.attach(scroller.current, content.current),
      drawing.attach(scroller.current, content.current),
      watchPlace(page, scroller.current),
      jumpByKey(page, scroller.current),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useLayoutEffect(() => {
    if (scroller.current) restorePlace(page, scroller.current, conversation.id);
  }, [conversation.id]);

  // One's own new question is looked at; a version that one turns to stays where it is.
  const last = turns.at(-1);
  const known = useRef(new Set(conversation.turns.map((turn) => turn.id)));
  useLayoutEffect(() => {
    if (last && !known.current.has(last.id) && isRunning(last.answer.state)) scroll.toEnd();
    for (const turn of conversation.turns) known.current.add(turn.id);
  }, [last?.id]);

  const running = last !== undefined && isRunning(last.answer.state);
  const wasRunning = useRef(false);
  useLayoutEffect(() => {
    if (wasRunning.current && !running) scroll.hold();
    wasRunning.current = running;
  }, [running]);

  return (
    <div class="log-frame">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the region scrolls, and the keyboard must reach it */}
      <div class="log" role="log" aria-live="off" aria-label={t('conversation')} tabIndex={0} ref={scroller}>
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
        <div class="log-content" ref={content}>
          {turns.length === 0 && <Welcome page={page} panelState={panelState} />}
          <div ref={listRoot} />
          {turns.length > 0 && <Readiness page={page} panelState={panelState} />}
        </div>
      </div>
      <NewText page={page} running={turns.some((turn) => isRunning(turn.answer.state))} />
    </div>
  );
}

/** Ids of the turns by parent. */
function versionsOf(turns: readonly Turn[]): Map<string | null, readonly string[]> {
  const byParent = new Map<string | null, string[]>();
  for (const turn of turns) {
    const ids = byParent.get(turn.parent);
    if (ids) ids.push(turn.id);
    else byParent.set(turn.parent, [turn.id]);
  }
  return byParent;
}

function NewText({ page, running }: { page: Page; running: boolean }) {
  const following = useCell(page.scroll.following);
  const newBelow = useCell(page.scroll.newBelow);
  if (following || !(newBelow || running)) return null;
  return (
    <button type="button" class="new-text" aria-label={t('scroll.newLabel')} onClick={() => page.scroll.toEnd()}>
      {t('scroll.new')}
      <Icon name="arrowDown" />
    </button>
  );
}
