/**
 * Selects the turns to render: those in and near the view. Every other turn is a placeholder with the turn's last height. A
 * conversation of 200 turns therefore costs little more than one of a few turns.
 */
import { type Signal, signal } from '../state/signal.ts';
import type { ShownTurn } from '../state/store.ts';

/** Maximum number of rendered turns, however short they are. Turns that must be rendered can exceed it. */
export const MAX_RENDERED = 20;
/** Maximum total height, in px, of rendered turns if some of them are no longer near the view. */
const MAX_HEIGHT = 4000;
/** Distance above and below the view, in px, within which turns are rendered. */
const OVERSCAN = 600;
/** Estimated height, in px, of the last turns that are rendered before anything was measured. */
const INITIAL_HEIGHT = 1000;

export interface VirtualTurns {
  readonly rendered: Signal<ReadonlySet<string>>;
  attach(scroller: HTMLElement, content: HTMLElement): () => void;
  /** Measures the element of a turn. Returns a function that stops it. */
  observe(id: string, element: HTMLElement): () => void;
  /** Sets the turns of the active branch and the ids of turns that must be rendered wherever they are. */
  update(turns: readonly ShownTurn[], required: readonly string[]): void;
  /** Height, in px, that the turn had when it was last rendered. Estimated if it never was. */
  height(id: string): number;
}

/** `textOf` returns the answer text of a turn. */
export function createVirtualTurns(textOf: (turnId: string) => string): VirtualTurns {
  const rendered = signal<ReadonlySet<string>>(new Set());
  const heights = new Map<string, number>();
  const ids = new WeakMap<Element, string>();
  const elements = new Map<string, HTMLElement>();
  let turns = new Map<string, ShownTurn>();
  let required: readonly string[] = [];
  let near: readonly string[] = [];
  let scroller: HTMLElement | null = null;
  let frame = 0;

  const sizes = new ResizeObserver((entries) => {
    for (const entry of entries) {
      const id = ids.get(entry.target);
      const height = entry.borderBoxSize[0]?.blockSize;
      if (id !== undefined && height && rendered.get().has(id)) heights.set(id, height);
    }
  });

  const height = (id: string) => {
    const turn = turns.get(id);
    return heights.get(id) ?? (turn ? estimateHeight(turn, textOf(id)) : 0);
  };

  /** Returns the last turns up to this height, but at least one, because new text arrives in the last turn. */
  const lastTurns = (order: readonly string[], maxHeight: number) => {
    let total = 0;
    let count = 0;
    while (count < order.length && (count < 1 || total < maxHeight)) total += height(order.at(-1 - count++) ?? '');
    return order.slice(order.length - count);
  };

  const select = () => {
    const order = [...turns.keys()];
    const positions = new Map(order.map((id, index) => [id, index]));
    const visible = near.filter((id) => positions.has(id));
    const needed = new Set([...visible, ...required, ...lastTurns(order, visible.length === 0 ? INITIAL_HEIGHT : 0)]);
    const middle = positions.get(visible[visible.length >> 1] ?? '') ?? order.length;
    const distance = (id: string) => Math.abs((positions.get(id) ?? 0) - middle);
    const others = [...rendered.get()].filter((id) => positions.has(id) && !needed.has(id));
    others.sort((a, b) => distance(a) - distance(b));
    const next = new Set(needed);
    let total = [...needed].reduce((sum, id) => sum + height(id), 0);
    for (const id of others) {
      total += height(id);
      if (total > MAX_HEIGHT || next.size >= MAX_RENDERED) break;
      next.add(id);
    }
    const before = rendered.get();
    if (next.size !== before.size || [...next].some((id) => !before.has(id))) rendered.set(next);
  };

  /**
   * Returns the turns in and near the view by binary search. An IntersectionObserver would check all turns in each frame. While
   * the view is hidden, the result stays unchanged.
   */
  const findNear = (): readonly string[] => {
    if (!scroller?.clientHeight) return near;
    const { top, bottom } = scroller.getBoundingClientRect();
    const order = [...turns.keys()];
    const rectOf = (index: number) => elements.get(order[index] ?? '')?.getBoundingClientRect();
    let first = 0;
    for (let end = order.length; first < end; ) {
      const middle = (first + end) >> 1;
      if ((rectOf(middle)?.bottom ?? 0) < top - OVERSCAN) first = middle + 1;
      else end = middle;
    }
    let last = first;
    while (last < order.length && (rectOf(last)?.top ?? 0) <= bottom + OVERSCAN) last++;
    return order.slice(first, last);
  };

  const measure = () => {
    frame = 0;
    const found = findNear();
    if (found.length === near.length && found.every((id, index) => id === near[index])) return;
    near = found;
    select();
  };

  const schedule = () => {
    frame ||= requestAnimationFrame(measure);
  };

  return {
    rendered,
    height,
    update(nextTurns, nextRequired) {
      turns = new Map(nextTurns.map((turn) => [turn.id, turn]));
      required = nextRequired;
      select();
      // The measurement has to follow the layout and the scroll to the restored position.
      requestAnimationFrame(schedule);
    },
    attach(element, content) {
      scroller = element;
      const resized = new ResizeObserver(schedule);
      resized.observe(content);
      resized.observe(element);
      element.addEventListener('scroll', schedule, { passive: true });
      return () => {
        cancelAnimationFrame(frame);
        resized.disconnect();
        element.removeEventListener('scroll', schedule);
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

/** Estimates the height, in px, of a turn that was never rendered. Exact enough for the scroll bar. */
function estimateHeight({ question, answer }: ShownTurn, text: string): number {
  const lines = Math.ceil((text.length + question.text.length) / 55);
  return 140 + lines * 20 + Math.min(answer.sources.length, 8) * 60;
}
