/**
 * The list of turns. Each turn is either rendered or a placeholder of the same height. Each rendered turn is a Preact tree of
 * its own. In a common tree, every turn that does not change would keep the nodes of its last rendering in memory.
 */
import { render } from 'preact';
import { isPending } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import type { VirtualTurns } from '../scrolling/virtualTurns.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { t } from '../translation.ts';
import { type TurnProps, TurnView } from './turn.tsx';
import { TurnBoundary } from './turnBoundary.tsx';

/** Length of the question, in UTF-16 units, in the label of a placeholder. A placeholder has no text, which would need layout. */
const LABEL_LENGTH = 200;
/**
 * Largest length of an answer, in UTF-16 units, that gets a complete layout when it is rendered. Its height is then known before
 * it scrolls into view, so that the visible text does not move. The layout of a longer answer would take a long frame.
 */
const MAX_LAYOUT_LENGTH = 16_000;

export interface TurnList {
  /** Sets the turns of the active branch and the ids of all turns by their parent. */
  update(turns: readonly ShownTurn[], versions: ReadonlyMap<string | null, readonly string[]>): void;
  dispose(): void;
}

interface TurnFrame {
  readonly element: HTMLElement;
  update(props: TurnProps, number: number): void;
  /** Renders the turn or its placeholder if something changed. */
  render(asTurn: boolean): void;
  dispose(): void;
}

/** Only the list changes the children of `root`. */
export function createTurnList(page: Page, virtualTurns: VirtualTurns, root: HTMLElement): TurnList {
  const frames = new Map<string, TurnFrame>();

  const renderAll = () => {
    const rendered = virtualTurns.rendered.get();
    for (const [id, frame] of frames) frame.render(rendered.has(id));
  };
  const stopWatching = virtualTurns.rendered.watch(renderAll);

  return {
    update(turns, versions) {
      const ids = new Set(turns.map((turn) => turn.id));
      for (const [id, frame] of frames) {
        if (ids.has(id)) continue;
        frame.dispose();
        frames.delete(id);
      }
      for (const [index, turn] of turns.entries()) {
        const frame = frames.get(turn.id) ?? createFrame(virtualTurns, turn.id);
        frames.set(turn.id, frame);
        frame.update(
          { page, turn, versions: versions.get(turn.parent) ?? [turn.id], last: index === turns.length - 1 },
          index + 1,
        );
        const current = root.children[index] ?? null;
        if (current !== frame.element) root.insertBefore(frame.element, current);
      }
      renderAll();
    },
    dispose() {
      stopWatching();
      for (const frame of frames.values()) frame.dispose();
      frames.clear();
    },
  };
}

function createFrame(virtualTurns: VirtualTurns, id: string): TurnFrame {
  const element = document.createElement('article');
  element.dataset.turn = id;
  const stopObserving = virtualTurns.observe(id, element);
  let props: TurnProps | null = null;
  let changed = true;
  let rendered: boolean | null = null;
  let label = '';

  const clear = () => {
    if (rendered) render(null, element);
  };

  return {
    element,
    update(next, number) {
      const nextLabel = t('turn.label', number);
      if (label === nextLabel && props && same(props, next)) return;
      label = nextLabel;
      props = next;
      changed = true;
    },
    render(asTurn) {
      if (!props || (!changed && asTurn === rendered)) return;
      const { page, turn } = props;
      const height = `${Math.round(virtualTurns.height(turn.id))}px`;
      const switched = asTurn !== rendered;
      if (switched) {
        clear();
        element.style.height = asTurn ? '' : height;
        element.style.setProperty('--height-before', height);
      }
      rendered = asTurn;
      changed = false;
      element.ariaLabel = asTurn ? label : `${label}: ${escapeHidden(turn.question.text.slice(0, LABEL_LENGTH))}`;
      if (asTurn) {
        element.style.containIntrinsicHeight = `auto ${height}`;
        // The class `settled` allows the browser to skip the turn. A turn that ends in view gets it when it is next rendered,
        // because its final height is not known yet.
        if (isPending(turn.answer.state)) element.className = 'turn';
        else if (switched) element.className = 'turn settled';
        if (switched && page.store.text(turn.id).length <= MAX_LAYOUT_LENGTH) layOutOnce(element);
        render(
          <TurnBoundary turn={turn}>
            <TurnView {...props} />
          </TurnBoundary>,
          element,
        );
        return;
      }
      element.className = 'turn';
    },
    dispose() {
      stopObserving();
      clear();
      element.remove();
    },
  };
}

function same(a: TurnProps, b: TurnProps): boolean {
  if (a.page !== b.page || a.turn !== b.turn || a.last !== b.last) return false;
  return a.versions.length === b.versions.length && a.versions.every((id, index) => id === b.versions[index]);
}

/** Turns off `content-visibility` in the element for one frame. The browser then remembers the true sizes of its parts. */
function layOutOnce(element: HTMLElement): void {
  element.dataset.whole = '';
  requestAnimationFrame(() => requestAnimationFrame(() => delete element.dataset.whole));
}
