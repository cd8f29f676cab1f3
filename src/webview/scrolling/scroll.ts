/**
 * Follows the end of the conversation only while the user is there. Never `scrollIntoView`: inside a webview it also moves
 * what is around the page.
 */
import { type Cell, cell } from '../state/signal.ts';

/** Distance from the end, in px, that still counts as being there: rounding under zoom. */
const SLACK = 12;
/** What scrolling to a place leaves above it, in px. */
const MARGIN = 12;
/** Frames for which a place is held that was scrolled to: what comes near it is drawn and measured meanwhile, and moves it. */
const HOLDING = 16;
/** What the user does to go elsewhere. */
const OWN_WAYS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export interface Scroll {
  /** True while new text moves the view. */
  readonly following: Cell<boolean>;
  /** True when text arrived below what is seen. */
  readonly newBelow: Cell<boolean>;
  attach(scroller: HTMLElement, content: HTMLElement): () => void;
  toEnd(): void;
  /** Stays where it is although more comes below: an answer has ended, and its sources unfold under what is being read. */
  hold(): void;
  /** True also while the view stays at what was the end until the answer ended. */
  readonly atEnd: () => boolean;
  /** Brings a place to the upper edge, or into the middle. The place is asked again, because drawing moves it. */
  bring(place: () => DOMRect | null, where: 'top' | 'middle'): void;
}

export function createScroll(): Scroll {
  const following = cell(true);
  const newBelow = cell(false);
  let scroller: HTMLElement | null = null;
  /** Where the view was at the end last. What is above that, only the user can have gone to. */
  let endTop = 0;
  let lastHeight = 0;
  /** Where the view was held; null when it is not. */
  let heldTop: number | null = null;
  let heldAtEnd = false;

  const atEnd = () => scroller === null || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= SLACK;

  let holding = 0;
  const release = () => {
    cancelAnimationFrame(holding);
    for (const way of OWN_WAYS) window.removeEventListener(way, release);
  };

  const letGo = () => {
    heldTop = null;
    heldAtEnd = false;
  };

  const goToEnd = () => {
    if (!scroller) return;
    scroller.scrollTop = scroller.scrollHeight;
    endTop = scroller.scrollTop;
  };

  const toEnd = () => {
    release();
    letGo();
    following.set(true);
    newBelow.set(false);
    goToEnd();
  };

  const onScroll = () => {
    if (!scroller) return;
    const top = scroller.scrollTop;
    // The event of the last scrolling to the end may come after the view was held there.
    if (top === heldTop) return;
    letGo();
    if (atEnd()) {
      endTop = top;
      following.set(true);
      newBelow.set(false);
    } else if (top < endTop - 1) following.set(false);
  };

  const onSize = () => {
    if (!scroller) return;
    const height = scroller.scrollHeight;
    if (following.get()) goToEnd();
    else if (height > lastHeight && heldTop === null && !atEnd()) newBelow.set(true);
    lastHeight = height;
  };

  return {
    following,
    newBelow,
    toEnd,
    atEnd: () => heldAtEnd || atEnd(),
    hold() {
      heldTop = scroller?.scrollTop ?? 0;
      heldAtEnd = following.get();
      following.set(false);
    },
    attach(element, content) {
      scroller = element;
      // The browser holds what is read in its place when heights above it change: at the end it would leave the end.
      const anchor = () => {
        element.style.overflowAnchor = following.get() ? 'none' : '';
      };
      anchor();
      const unwatch = following.watch(anchor);
      const sizes = new ResizeObserver(onSize);
      sizes.observe(content);
      sizes.observe(element);
      element.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        release();
        unwatch();
        sizes.disconnect();
        element.removeEventListener('scroll', onScroll);
        scroller = null;
      };
    },
    bring(place, where) {
      following.set(false);
      release();
      const move = () => {
        const rect = place();
        if (!scroller || !rect) return;
        const frame = scroller.getBoundingClientRect();
        const wanted = where === 'top' ? frame.top + MARGIN : frame.top + frame.height / 3;
        if (Math.abs(rect.top - wanted) >= 1) scroller.scrollTop += rect.top - wanted;
      };
      let left = HOLDING;
      const hold = () => {
        move();
        if (left-- > 0) holding = requestAnimationFrame(hold);
        else release();
      };
      for (const way of OWN_WAYS) window.addEventListener(way, release, { passive: true });
      hold();
    },
  };
}
