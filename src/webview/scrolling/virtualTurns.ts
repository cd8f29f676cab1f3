/**
 * Which turns are drawn: those in and near the view. The others are light stand-ins of the height that they had, and are drawn
 * when they come near. So a conversation of two hundred turns costs little more than one of a few.
 */
import type { Turn } from '../../conversation/conversation.ts';
import { type Cell, cell } from '../state/signal.ts';

/** However short they are. */
export const MAX_DRAWN = 20;
/** Height in px up to which turns that are not near any more stay drawn. */
const MAX_HEIGHT = 4000;
/** How far above and below the view a turn is drawn ahead, in px. */
const AHEAD = 600;
/** Height in px of the turns at the end that are drawn before anything is measured, as far as it can be guessed. */
const AT_FIRST = 1000;

export interface Drawing {
  readonly drawn: Cell<ReadonlySet<string>>;
  attach(scroller: HTMLElement, content: HTMLElement): () => void;
  /** Watches the element of a turn; returns how to stop. */
  observe(id: string, element: HTMLElement): () => void;
  /** The turns of the branch, and those that must be drawn wherever they are. */
  update(turns: readonly Turn[], always: readonly string[]): void;
  /** Height in px that the turn had when it was last drawn, or may have. */
  height(id: string): number;
}

export function createDrawing(): Drawing {
  const drawn = cell<ReadonlySet<string>>(new Set());
  const heights = new Map<string, number>();
  const ids = new WeakMap<Element, string>();
  const elements = new Map<string, HTMLElement>();
  let turns = new Map<string, Turn>();
  let always: readonly string[] = [];
  let near: readonly string[] = [];
  let scroller: HTMLElement | null = null;
  let frame = 0;

  const sizes = new ResizeObserver((entries) => {
    for (const entry of entries) {
      const id = ids.get(entry.target);
      const height = entry.borderBoxSize[0]?.blockSize;
      if (id !== undefined && height && drawn.get().has(id)) heights.set(id, height);
    }
  });

  const height = (id: string) => {
    const turn = turns.get(id);
    return heights.get(id) ?? (turn ? estimate(turn) : 0);
  };

  /** The last turns, one at least: an answer arrives in it. */
  const lastOnes = (order: readonly string[], upTo: number) => {
    let total = 0;
    let count = 0;
    while (count < order.length && (count < 1 || total < upTo)) total += height(order.at(-1 - count++) ?? '');
    return order.slice(order.length - count);
  };

  const choose = () => {
    const order = [...turns.keys()];
    const place = new Map(order.map((id, index) => [id, index]));
    const seen = near.filter((id) => place.has(id));
    const wanted = new Set([...seen, ...always, ...lastOnes(order, seen.length === 0 ? AT_FIRST : 0)]);
    const middle = place.get(seen[seen.length >> 1] ?? '') ?? order.length;
    const distance = (id: string) => Math.abs((place.get(id) ?? 0) - middle);
    const spare = [...drawn.get()].filter((id) => place.has(id) && !wanted.has(id));
    spare.sort((a, b) => distance(a) - distance(b));
    const next = new Set(wanted);
    let total = [...wanted].reduce((sum, id) => sum + height(id), 0);
    for (const id of spare) {
      total += height(id);
      if (total > MAX_HEIGHT || next.size >= MAX_DRAWN) break;
      next.add(id);
    }
    const before = drawn.get();
    if (next.size !== before.size || [...next].some((id) => !before.has(id))) drawn.set(next);
  };

  /**
   * The turns in and near the view; while it is hidden, as it was. Not by an IntersectionObserver, which looks at each of two
   * hundred in each frame.
   */
  const findNear = (): readonly string[] => {
    if (!scroller?.clientHeight) return near;
    const { top, bottom } = scroller.getBoundingClientRect();
    const order = [...turns.keys()];
    const rectOf = (index: number) => elements.get(order[index] ?? '')?.getBoundingClientRect();
    let first = 0;
    for (let end = order.length; first < end; ) {
      const middle = (first + end) >> 1;
      if ((rectOf(middle)?.bottom ?? 0) < top - AHEAD) first = middle + 1;
      else end = middle;
    }
    let last = first;
    while (last < order.length && (rectOf(last)?.top ?? 0) <= bottom + AHEAD) last++;
    return order.slice(first, last);
  };

  const look = () => {
    frame = 0;
    const found = findNear();
    if (found.length === near.length && found.every((id, index) => id === near[index])) return;
    near = found;
    choose();
  };

  const wake = () => {
    frame ||= requestAnimationFrame(look);
  };

  return {
    drawn,
    height,
    update(nextTurns, nextAlways) {
      turns = new Map(nextTurns.map((turn) => [turn.id, turn]));
      always = nextAlways;
      choose();
      // Once it has been laid out, and scrolled to where it is looked at.
      requestAnimationFrame(wake);
    },
    attach(element, content) {
      scroller = element;
      const grown = new ResizeObserver(wake);
      grown.observe(content);
      grown.observe(element);
      element.addEventListener('scroll', wake, { passive: true });
      return () => {
        cancelAnimationFrame(frame);
        grown.disconnect();
        element.removeEventListener('scroll', wake);
        scroller = null;
      };
    },
    observe(id, element) {
      ids.set(element, id);
      elements.set(id, element);
      sizes.observe(element);
      return () => {
        elements.delete(id);
        sizes.unobserve(element);
      };
    },
  };
}

/** A height for a turn that was never drawn: near enough for the scroll bar. */
function estimate({ question, answer }: Turn): number {
  const lines = Math.ceil((answer.text.length + question.text.length) / 55);
  return 140 + lines * 20 + Math.min(answer.sources.length, 8) * 60;
}
