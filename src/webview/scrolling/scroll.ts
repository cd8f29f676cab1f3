/**
 * The scroll position of the conversation. A new question moves to the top of the view and stays there while its answer grows.
 * The view scrolls with new text only after the user went to the end. `scrollIntoView` is not used, because inside a webview it
 * also scrolls the elements around the page.
 */
import { type Signal, signal } from '../state/signal.ts';

/** Distance from the end, in px, that still counts as the end. Zoom levels cause rounding errors. */
const END_TOLERANCE = 12;
/** Space, in px, above a position that was scrolled to. */
export const TOP_MARGIN = 12;
/** Height, in px, of the view that the last turn does not fill: the padding of the list and the margin above the question. */
const AROUND_LAST_TURN = 28;
/** Number of frames for which the scroll position is corrected. Turns nearby are rendered meanwhile and change their height. */
const CORRECTION_FRAMES = 16;
/** Input events by which the user scrolls. They end the correction of the scroll position. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export interface Scroll {
  /** True while the view scrolls with new text. */
  readonly following: Signal<boolean>;
  /** True if text of a new answer is below the visible part. */
  readonly newBelow: Signal<boolean>;
  /** Whether an answer is running. Growth at other times is not new text. */
  setAnswering(answering: boolean): void;
  attach(scroller: HTMLElement, content: HTMLElement): () => void;
  scrollToEnd(): void;
  /** Moves the turn of a new question to the top of the view. It stays there until the user scrolls. Null if no question is new. */
  showQuestion(turn: HTMLElement | null): void;
  /** Stays at the current position when an answer has ended. Its sources are added below the text that is being read. */
  holdPosition(): void;
  /** Also true while the view is held at a position that was the end before the answer ended. */
  readonly atEnd: () => boolean;
  /** Scrolls to a position. `getRect` is called in each frame, because rendering moves the position. */
  scrollTo(getRect: () => DOMRect | null, where: 'top' | 'middle'): void;
}

export function createScroll(): Scroll {
  const following = signal(true);
  const newBelow = signal(false);
  let scroller: HTMLElement | null = null;
  let content: HTMLElement | null = null;
  /** `scrollTop` when the view was last at the end. Only the user scrolls above it. */
  let endTop = 0;
  let lastHeight = 0;
  /** `scrollTop` of the held position, or null. */
  let heldTop: number | null = null;
  let heldAtEnd = false;
  /** True if the held position is that of a question whose answer is running. */
  let heldForAnswer = false;
  let answering = false;
  /** True from the start of a new question until the user scrolls, also if its answer is complete at once. */
  let isNew = false;
  let newTurn: HTMLElement | null = null;
  let viewHeight = 0;

  /**
   * Makes the turn of a new question at least as high as the view, so that it can move to the top. Only this element changes. A
   * change of a custom property or a class of the list would compute the styles of all turns again.
   */
  const setMinHeight = () => {
    if (newTurn) newTurn.style.minHeight = `${viewHeight - AROUND_LAST_TURN}px`;
  };

  const atEnd = () =>
    scroller === null || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= END_TOLERANCE;

  let correctionFrame = 0;
  const stopCorrection = () => {
    isNew = false;
    cancelAnimationFrame(correctionFrame);
    for (const type of USER_SCROLL_EVENTS) window.removeEventListener(type, stopCorrection);
  };

  const releasePosition = () => {
    heldTop = null;
    heldAtEnd = false;
    heldForAnswer = false;
  };

  const moveToEnd = () => {
    if (!scroller) return;
    scroller.scrollTop = scroller.scrollHeight;
    endTop = scroller.scrollTop;
  };

  const scrollToEnd = () => {
    stopCorrection();
    releasePosition();
    following.set(true);
    newBelow.set(false);
    moveToEnd();
  };

  const onScroll = () => {
    if (!scroller) return;
    const top = scroller.scrollTop;
    // The event of the last scroll to the end can arrive after the position was held.
    if (top === heldTop) return;
    releasePosition();
    if (atEnd()) {
      endTop = top;
      following.set(true);
      newBelow.set(false);
    } else {
      if (top < endTop - 1) following.set(false);
      if (newBelow.get()) newBelow.set(endsBelow());
    }
  };

  /** Whether the text of the last answer ends below the view. Its sources are no new text. */
  const endsBelow = () => {
    const end = content?.querySelector('.turn:last-child .answer-text');
    if (!scroller || !end) return false;
    return end.getBoundingClientRect().bottom > scroller.getBoundingClientRect().bottom + END_TOLERANCE;
  };

  const onResize = () => {
    if (!scroller) return;
    viewHeight = scroller.clientHeight;
    setMinHeight();
    const height = scroller.scrollHeight;
    if (following.get()) moveToEnd();
    else if (isNew || newBelow.get()) newBelow.set(endsBelow());
    else if (answering && height > lastHeight && (heldTop === null || heldForAnswer) && endsBelow()) newBelow.set(true);
    lastHeight = height;
  };

  /** Scrolls to the position for some frames. With `hold`, the view then stays there until the user scrolls. */
  const moveTo = (getRect: () => DOMRect | null, where: 'top' | 'middle', hold: boolean) => {
    following.set(false);
    stopCorrection();
    releasePosition();
    heldForAnswer = hold;
    isNew = hold;
    const move = () => {
      const rect = getRect();
      if (!scroller || !rect) return;
      const view = scroller.getBoundingClientRect();
      const target = where === 'top' ? view.top + TOP_MARGIN : view.top + view.height / 3;
      if (Math.abs(rect.top - target) >= 1) scroller.scrollTop += rect.top - target;
      if (hold) heldTop = scroller.scrollTop;
    };
    let framesLeft = CORRECTION_FRAMES;
    const correct = () => {
      move();
      if (framesLeft-- > 0) correctionFrame = requestAnimationFrame(correct);
    };
    for (const type of USER_SCROLL_EVENTS) window.addEventListener(type, stopCorrection, { passive: true });
    correct();
  };

  return {
    following,
    newBelow,
    scrollToEnd,
    atEnd: () => heldAtEnd || atEnd(),
    setAnswering(next) {
      answering = next;
    },
    showQuestion(turn) {
      if (newTurn) newTurn.style.minHeight = '';
      newTurn = turn;
      if (!turn) return;
      setMinHeight();
      newBelow.set(false);
      moveTo(() => turn.getBoundingClientRect(), 'top', true);
    },
    holdPosition() {
      heldForAnswer = false;
      heldTop = scroller?.scrollTop ?? 0;
      heldAtEnd = following.get();
      following.set(false);
    },
    attach(element, list) {
      scroller = element;
      content = list;
      // Scroll anchoring keeps the visible text in place when heights above it change. At the end, the end must stay in view.
      const updateAnchoring = () => {
        element.style.overflowAnchor = following.get() ? 'none' : '';
      };
      updateAnchoring();
      const stopWatching = following.watch(updateAnchoring);
      const sizes = new ResizeObserver(onResize);
      sizes.observe(list);
      sizes.observe(element);
      element.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        stopCorrection();
        stopWatching();
        sizes.disconnect();
        element.removeEventListener('scroll', onScroll);
        scroller = null;
        content = null;
      };
    },
    scrollTo: (getRect, where) => moveTo(getRect, where, false),
  };
}
