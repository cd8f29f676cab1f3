/**
 * Which turns are drawn: those in and near the view. The others are light stand-ins of the height that they had, and are drawn
 * when they come near. So a conversation of two hundred turns costs what one of a few does.
 */
import type { Turn } from '../conversation/model.ts';
import { type Cell, cell } from './cell.ts';

/** However short they are. */
export const MAX_DRAWN = 20;
/** Height in px up to which turns that are not near any more stay drawn. */
const MAX_HEIGHT = 4000;
/** How far above and below the view a turn is drawn ahead, in px. */
const AHEAD = 600;
/** Height in px of the turns at the end that are drawn before anything is measured, as far as it can be guessed. */
const AT_FIRST = 1000;
/** Sections of an answer up to which its true height is found out ahead: a very long one would cost a long frame. */
const MAX_SECTIONS = 32;

export interface Drawing {
  readonly drawn: Cell<ReadonlySet<string>>;
  attach(scroller: HTMLElement): () => void;
  /** Watches the element of a turn; returns how to stop. */
  observe(id: string, element: HTMLElement): () => void;
  /** The turns of the branch, and those that must be drawn wherever they are. */
  update(turns: readonly Turn[], always: readonly string[]): void;
  /** Height in px that the turn had when it was last drawn, or may have. */
  height(id: string): number;
}

export function createDrawing(): Drawing {
  const drawn = cell<ReadonlySet<string>>(new Set());
  const near = new Set<string>();
  const heights = new Map<string, number>();
  const ids = new WeakMap<Element, string>();
  const elements = new Map<string, HTMLElement>();
  const measured = new Set<string>();
  let measuring = 0;
  let turns = new Map<string, Turn>();
  let always: readonly string[] = [];
  let edges: IntersectionObserver | null = null;

  const sizes = new ResizeObserver((entries) => {
    for (const entry of entries) {
      const id = ids.get(entry.target);
      const height = entry.borderBoxSize[0]?.blockSize;
      if (id !== undefined && height && drawn.get().has(id)) heights.set(id, height);
    }
  });

  /**
   * Lays out one turn that came near, in full and out of sight, so that its parts which `content-visibility` skips remember
   * their true size. Found out in view instead, it would move the text under the reader's eyes.
   */
  const measure = () => {
    measuring = 0;
    const id = [...near].find((each) => drawn.get().has(each) && !measured.has(each));
    const element = id === undefined ? undefined : elements.get(id);
    if (id === undefined || !element) return;
    measured.add(id);
    if (element.querySelectorAll('.md-section').length > MAX_SECTIONS) return measure();
    element.dataset.measuring = '';
    measuring = requestAnimationFrame(() => {
      measuring = requestAnimationFrame(() => {
        delete element.dataset.measuring;
        measure();
      });
    });
  };

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
    const seen = [...near].filter((id) => place.has(id));
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
    for (const id of measured) if (!next.has(id)) measured.delete(id);
    measuring ||= requestAnimationFrame(measure);
  };

  return {
    drawn,
    height,
    update(nextTurns, nextAlways) {
      turns = new Map(nextTurns.map((turn) => [turn.id, turn]));
      always = nextAlways;
      choose();
    },
    attach(scroller) {
      edges = new IntersectionObserver(
        (entries) => {
          for (const entry of entries) {
            const id = ids.get(entry.target);
            if (id === undefined) continue;
            if (entry.isIntersecting) near.add(id);
            else near.delete(id);
          }
          choose();
        },
        { root: scroller, rootMargin: `${AHEAD}px 0px` },
      );
      for (const element of elements.values()) edges.observe(element);
      return () => {
        cancelAnimationFrame(measuring);
        edges?.disconnect();
      };
    },
    observe(id, element) {
      ids.set(element, id);
      elements.set(id, element);
      sizes.observe(element);
      edges?.observe(element);
      return () => {
        elements.delete(id);
        near.delete(id);
        sizes.unobserve(element);
        edges?.unobserve(element);
      };
    },
  };
}

/** A height for a turn that was never drawn: near enough for the scroll bar. */
function estimate({ question, answer }: Turn): number {
  const lines = Math.ceil((answer.text.length + question.text.length) / 55);
  return 140 + lines * 20 + Math.min(answer.sources.length, 8) * 60;
}
