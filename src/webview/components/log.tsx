/** The conversation: the turns of the active branch, with virtual scrolling and the scroll position. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activeBranch } from '../../conversation/branches.ts';
import { isPending } from '../../conversation/conversation.ts';
import { navigateQuestionsByKey } from '../scrolling/questionNavigation.ts';
import { restoreScrollPosition, trackScrollPosition } from '../scrolling/scrollPosition.ts';
import { createVirtualTurns } from '../scrolling/virtualTurns.ts';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import type { Shown, ShownTurn } from '../state/store.ts';
import { t } from '../translation.ts';
import { Icon } from './icons.tsx';
import { createTurnList, type TurnList } from './turnList.tsx';
import { ReadinessCard, Welcome } from './welcome.tsx';

export function ConversationLog({ page, shown }: { page: Page; shown: Shown }) {
  const { conversation, panelState } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [virtualTurns] = useState(() => createVirtualTurns(page.store.text));
  const editing = useSignal(page.editing);
  const revealedTurn = useSignal(page.revealed)?.turnId ?? null;
  const turns = useMemo(() => activeBranch(conversation), [conversation]);
  const versions = useMemo(() => versionsOf(conversation.turns), [conversation.turns]);
  const { scroll } = page;

  const list = useRef<TurnList | null>(null);
  const listRoot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!listRoot.current) return;
    list.current = createTurnList(page, virtualTurns, listRoot.current);
    return () => list.current?.dispose();
  }, []);
  useLayoutEffect(() => {
    virtualTurns.update(
      turns,
      [editing, revealedTurn].filter((id) => id !== null),
    );
    list.current?.update(turns, versions);
  }, [turns, versions, editing, revealedTurn]);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const stops = [
      scroll.attach(scroller.current, content.current),
      virtualTurns.attach(scroller.current, content.current),
      trackScrollPosition(page, scroller.current),
      navigateQuestionsByKey(page, scroller.current),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useLayoutEffect(() => {
    if (scroller.current) restoreScrollPosition(page, scroller.current, conversation.id);
  }, [conversation.id]);

  const last = turns.at(-1);
  useNewQuestion(page, conversation.id, conversation.turns, last, listRoot);

  const running = last !== undefined && isPending(last.answer.state);
  const answering = page.running() !== undefined;
  useLayoutEffect(() => scroll.setAnswering(answering), [answering]);
  const wasRunning = useRef(false);
  useLayoutEffect(() => {
    if (wasRunning.current && !running) scroll.holdPosition();
    wasRunning.current = running;
  }, [running]);

  return (
    <div class="log-frame">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the keyboard must reach this scrolling region */}
      <div class="log" role="log" aria-live="off" aria-label={t('conversation')} tabIndex={0} ref={scroller}>
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: end of the opening tag */}
        <div class="log-content" ref={content}>
          {turns.length === 0 && <Welcome page={page} panelState={panelState} />}
          <div class="turn-list" ref={listRoot} />
        </div>
      </div>
      <NewTextButton page={page} />
      <div class="readiness">{turns.length > 0 && <ReadinessCard page={page} panelState={panelState} />}</div>
    </div>
  );
}

/** Returns the ids of all turns by their parent. */
function versionsOf(turns: readonly ShownTurn[]): Map<string | null, readonly string[]> {
  const byParent = new Map<string | null, string[]>();
  for (const turn of turns) {
    const ids = byParent.get(turn.parent);
    if (ids) ids.push(turn.id);
    else byParent.set(turn.parent, [turn.id]);
  }
  return byParent;
}

/**
 * Moves a question to the top of the view when it is sent. A queued question does not move the view. When it is sent later, it
 * moves to the top only if the user was at the end. Selecting another version of a question does not move the view.
 */
function useNewQuestion(
  page: Page,
  conversationId: string,
  allTurns: readonly ShownTurn[],
  last: ShownTurn | undefined,
  listRoot: RefObject<HTMLDivElement | null>,
): void {
  const known = useRef(new Set(allTurns.map((turn) => turn.id)));
  const wasQueued = useRef<string | null>(null);
  useLayoutEffect(() => {
    for (const turn of allTurns) known.current.add(turn.id);
  }, [conversationId]);
  // The host queues each question, also one that is sent at once.
  const queued =
    last?.answer.state === 'queued' &&
    (last.answer.held != null || allTurns.some((turn) => turn !== last && isPending(turn.answer.state)));
  useLayoutEffect(() => {
    const list = listRoot.current;
    const isNew = last !== undefined && !known.current.has(last.id);
    for (const turn of allTurns) known.current.add(turn.id);
    if (!list) return;
    // A fast answer can be complete before the question is first rendered.
    const started = last !== undefined && !queued;
    const wasWaiting = last !== undefined && wasQueued.current === last.id;
    wasQueued.current = last && queued ? last.id : null;
    // While the view follows, the end of the answer before this question can be below it for a moment.
    const isAtEnd = () => page.scroll.following.get() || page.scroll.atEnd();
    const shows = started && (isNew || (wasWaiting && isAtEnd()));
    page.scroll.showQuestion(shows ? list.querySelector('.turn:last-child') : null);
  }, [last?.id, queued]);
}

function NewTextButton({ page }: { page: Page }) {
  const following = useSignal(page.scroll.following);
  const newBelow = useSignal(page.scroll.newBelow);
  if (following || !newBelow) return null;
  return (
    <button type="button" class="new-text" aria-label={t('scroll.newLabel')} onClick={() => page.scroll.scrollToEnd()}>
      {t('scroll.new')}
      <Icon name="arrowDown" />
    </button>
  );
}
