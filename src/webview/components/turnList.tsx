/**
 * The turns in the list: drawn, or stand-ins of the same height. Each drawn turn is a tree of its own, and a stand-in has
 * none: in one tree with the others, a turn that stays as it is would keep the whole tree of its last drawing in memory.
 */
import { render } from 'preact';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { visible } from '../format.ts';
import type { Drawing } from '../scrolling/virtualTurns.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { type TurnProps, TurnView } from './turn.tsx';

/** A stand-in is named by the beginning of its question, in UTF-16 units. It holds no text: that would have to be laid out. */
const BEGINNING = 200;
/**
 * Length of an answer, in UTF-16 units, up to which the whole of it is laid out when it is drawn, so that its true height is
 * known before it comes into view. Found out in view, it would move the text under the reader's eyes. A longer one would cost
 * a long frame.
 */
const MAX_LAID_OUT = 16_000;

export interface TurnList {
  /** The turns of the shown branch, and the ids of all turns by their parent. */
  update(turns: readonly Turn[], versions: ReadonlyMap<string | null, readonly string[]>): void;
  dispose(): void;
}

interface Frame {
  readonly element: HTMLElement;
  update(props: TurnProps, number: number): void;
  /** Draws what changed since the last time. */
  draw(drawn: boolean): void;
  dispose(): void;
}

/** Takes over what is inside of `root`. */
export function createTurnList(page: Page, drawing: Drawing, root: HTMLElement): TurnList {
  const frames = new Map<string, Frame>();

  const draw = () => {
    const drawn = drawing.drawn.get();
    for (const [id, frame] of frames) frame.draw(drawn.has(id));
  };
  const unwatch = drawing.drawn.watch(draw);

  return {
    update(turns, versions) {
      const ids = new Set(turns.map((turn) => turn.id));
      for (const [id, frame] of frames) {
        if (ids.has(id)) continue;
        frame.dispose();
        frames.delete(id);
      }
      for (const [index, turn] of turns.entries()) {
        const frame = frames.get(turn.id) ?? createFrame(drawing, turn.id);
        frames.set(turn.id, frame);
        frame.update(
          { page, turn, versions: versions.get(turn.parent) ?? [turn.id], last: index === turns.length - 1 },
          index + 1,
        );
        const there = root.children[index] ?? null;
        if (there !== frame.element) root.insertBefore(frame.element, there);
      }
      draw();
    },
    dispose() {
      unwatch();
      for (const frame of frames.values()) frame.dispose();
      frames.clear();
    },
  };
}

function createFrame(drawing: Drawing, id: string): Frame {
  const element = document.createElement('article');
  element.dataset.turn = id;
  const unobserve = drawing.observe(id, element);
  let props: TurnProps | null = null;
  let stale = true;
  let shown: boolean | null = null;
  let label = '';

  const clear = () => {
    if (shown) render(null, element);
  };

  return {
    element,
    update(next, number) {
      const nextLabel = t('turn.label', number);
      if (label === nextLabel && props && same(props, next)) return;
      label = nextLabel;
      props = next;
      stale = true;
    },
    draw(drawn) {
      if (!props || (!stale && drawn === shown)) return;
      const { turn } = props;
      const height = `${Math.round(drawing.height(turn.id))}px`;
      const anew = drawn !== shown;
      if (anew) {
        clear();
        element.style.height = drawn ? '' : height;
        element.style.setProperty('--height-before', height);
      }
      shown = drawn;
      stale = false;
      element.ariaLabel = drawn ? label : `${label}: ${visible(turn.question.text.slice(0, BEGINNING))}`;
      if (drawn) {
        element.style.containIntrinsicHeight = `auto ${height}`;
        // A turn that ends in view is not skipped before it is drawn anew: its height is still to be found out.
        if (isRunning(turn.answer.state)) element.className = 'turn';
        else if (anew) element.className = 'turn settled';
        if (anew && turn.answer.text.length <= MAX_LAID_OUT) layOutOnce(element);
        render(<TurnView {...props} />, element);
        return;
      }
      element.className = 'turn';
    },
    dispose() {
      unobserve();
      clear();
      element.remove();
    },
  };
}

function same(a: TurnProps, b: TurnProps): boolean {
  if (a.page !== b.page || a.turn !== b.turn || a.last !== b.last) return false;
  return a.versions.length === b.versions.length && a.versions.every((id, index) => id === b.versions[index]);
}

/** Nothing in the element is skipped in the next frame; what `content-visibility` skips later remembers its true size. */
function layOutOnce(element: HTMLElement): void {
  element.dataset.whole = '';
  requestAnimationFrame(() => requestAnimationFrame(() => delete element.dataset.whole));
}
