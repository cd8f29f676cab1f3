/** All pages of a PDF below each other. Only those near the visible part are drawn. */
import type { PdfDocument } from './openPdf.ts';
import type { PageTexts } from './pageTexts.ts';
import { drawPage, type PageView } from './pageView.ts';

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PageList {
  readonly element: HTMLElement;
  /** CSS pixels of a point of the PDF. */
  scale(): number;
  setScale(scale: number): void;
  /** The page at the upper third of the visible part, from 1. */
  current(): number;
  /** Shows a page; `top` is the distance from its upper edge in CSS pixels. */
  scrollTo(page: number, top?: number): void;
  /** Distance of the upper edge of the visible part from that of the current page, as a share of its height. */
  place(): { readonly page: number; readonly share: number };
  /** The elements of the pieces of text, if the page is drawn. */
  textElements(page: number): readonly HTMLElement[];
  /** Resolves when the page is drawn. It must be near the visible part. */
  whenDrawn(page: number): Promise<void>;
  /** The size of the page at scale 1. */
  size(page: number): PageSize;
  dispose(): void;
}

interface Slot {
  readonly number: number;
  readonly element: HTMLElement;
  size: PageSize;
  view: PageView | null;
  drawn: boolean;
  failed: boolean;
}

/** CSS pixels of a point at 100 %. */
export const POINT = 96 / 72;
/** Screens above and below the visible part in which pages are drawn. */
const NEAR = 1.5;
/** Pages that stay drawn. */
const MAX_DRAWN = 14;
/** Sizes that are read between two changes of the layout. */
const SIZES_AT_ONCE = 40;

export async function createPageList(options: {
  readonly document: PdfDocument;
  readonly texts: PageTexts;
  /** The element that scrolls. */
  readonly scroller: HTMLElement;
  readonly scale: (first: PageSize) => number;
  readonly label: (page: number) => string;
  /** The place that is shown first, with `share` as in `place()`. */
  readonly start: { readonly page: number; readonly share: number };
  /** The current page has changed, or a page was drawn. */
  readonly onChange: () => void;
}): Promise<PageList> {
  const { document: pdf, scroller } = options;
  const first = await sizeOf(pdf, 1);
  let scale = options.scale(first);
  let disposed = false;
  const list = document.createElement('div');
  list.className = 'pages';
  const slots = Array.from({ length: pdf.numPages }, (_, index): Slot => {
    const element = document.createElement('div');
    element.className = 'pdf-page';
    element.dataset.page = String(index + 1);
    element.setAttribute('role', 'region');
    element.setAttribute('aria-label', options.label(index + 1));
    return { number: index + 1, element, size: first, view: null, drawn: false, failed: false };
  });
  list.append(...slots.map(({ element }) => element));
  for (const slot of slots) layOut(slot);
  const waiting = new Map<number, (() => void)[]>();

  function layOut({ element, size }: Slot): void {
    element.style.width = `${Math.floor(size.width * scale)}px`;
    element.style.height = `${Math.floor(size.height * scale)}px`;
  }

  function near(): { slots: Slot[]; middle: number } {
    const { scrollTop, clientHeight } = scroller;
    const top = scrollTop - clientHeight * NEAR;
    const bottom = scrollTop + clientHeight * (1 + NEAR);
    const found: Slot[] = [];
    for (let at = slotAt(top); at < slots.length; at += 1) {
      const slot = slots[at];
      if (slot === undefined || slot.element.offsetTop > bottom) break;
      found.push(slot);
    }
    return { slots: found, middle: scrollTop + clientHeight / 2 };
  }

  /** Index of the page that contains this distance from the top, by bisection. */
  function slotAt(top: number): number {
    let low = 0;
    let high = slots.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const element = slots[middle]?.element;
      if (element !== undefined && element.offsetTop + element.offsetHeight < top) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const distance = ({ element }: Slot, middle: number) => {
    const top = element.offsetTop;
    const bottom = top + element.offsetHeight;
    return middle < top ? top - middle : middle > bottom ? middle - bottom : 0;
  };

  let drawing: Slot | null = null;

  /** Draws the page next to the middle that is not drawn yet, then the next one. */
  async function drawNext(): Promise<void> {
    if (drawing !== null || disposed) return;
    const { slots: wanted, middle } = near();
    release(middle);
    const [next] = wanted
      .filter(({ drawn, failed }) => !drawn && !failed)
      .sort((one, other) => distance(one, middle) - distance(other, middle));
    if (next === undefined) return readSizes();
    drawing = next;
    const drawnScale = scale;
    try {
      const page = await pdf.getPage(next.number);
      setSizes([[next, page.getViewport({ scale: 1 })]]);
      const text = options.texts.of(next.number).then(({ content }) => content);
      next.view = drawPage(page, text, scale, next.element);
      await next.view.drawn;
      next.drawn = drawnScale === scale;
      for (const done of waiting.get(next.number) ?? []) done();
      waiting.delete(next.number);
      options.onChange();
    } catch {
      // Cancelled by a change of the scale, or a page that cannot be drawn.
      next.failed = drawnScale === scale && !disposed;
    }
    drawing = null;
    void drawNext();
  }

  function release(middle: number): void {
    const drawn = slots.filter((slot) => slot.view !== null && slot !== drawing);
    if (drawn.length <= MAX_DRAWN) return;
    drawn.sort((one, other) => distance(one, middle) - distance(other, middle));
    for (const slot of drawn.slice(MAX_DRAWN)) clear(slot);
  }

  function clear(slot: Slot): void {
    slot.view?.remove();
    slot.view = null;
    slot.drawn = false;
  }

  function setSizes(sizes: readonly (readonly [slot: Slot, size: PageSize])[]): void {
    const changed = sizes.filter(
      ([{ size }, { width, height }]) => Math.abs(size.width - width) >= 0.5 || Math.abs(size.height - height) >= 0.5,
    );
    if (changed.length === 0) return;
    keepPlace(() => {
      for (const [slot, { width, height }] of changed) {
        slot.size = { width, height };
        layOut(slot);
      }
    });
  }

  function keepPlace(change: () => void): void {
    const { page, share } = place();
    change();
    scrollTo(page, share * (slots[page - 1]?.element.offsetHeight ?? 0));
  }

  let sizesRead = false;

  /** Pages without a size of their own have that of the first page. Their sizes are read when what is near is drawn. */
  async function readSizes(): Promise<void> {
    if (sizesRead) return;
    sizesRead = true;
    for (let from = 1; from < slots.length && !disposed; from += SIZES_AT_ONCE) {
      const sizes = slots
        .slice(from, from + SIZES_AT_ONCE)
        .map(async (slot) => [slot, await sizeOf(pdf, slot.number).catch(() => slot.size)] as const);
      const read = await Promise.all(sizes);
      if (!disposed) setSizes(read);
    }
    void drawNext();
  }

  const current = () => slotAt(scroller.scrollTop + scroller.clientHeight / 3) + 1;

  function place(): { page: number; share: number } {
    const page = slotAt(scroller.scrollTop) + 1;
    const element = slots[page - 1]?.element;
    if (element === undefined) return { page: 1, share: 0 };
    return { page, share: (scroller.scrollTop - element.offsetTop) / Math.max(1, element.offsetHeight) };
  }

  function scrollTo(page: number, top = 0): void {
    const element = slots[Math.min(Math.max(page, 1), slots.length) - 1]?.element;
    if (element) scroller.scrollTop = element.offsetTop + top;
  }

  const onScroll = () => {
    void drawNext();
    options.onChange();
  };
  scroller.replaceChildren(list);
  scrollTo(options.start.page, options.start.share * (slots[options.start.page - 1]?.element.offsetHeight ?? 0));
  scroller.addEventListener('scroll', onScroll, { passive: true });
  void drawNext();

  return {
    element: list,
    scale: () => scale,
    setScale(next) {
      if (Math.abs(next - scale) < 0.001) return void drawNext();
      keepPlace(() => {
        scale = next;
        for (const slot of slots) {
          clear(slot);
          slot.failed = false;
          layOut(slot);
        }
      });
      void drawNext();
      options.onChange();
    },
    current,
    scrollTo,
    place,
    textElements: (page) => slots[page - 1]?.view?.textElements() ?? [],
    whenDrawn(page) {
      if (slots[page - 1]?.drawn) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.set(page, [...(waiting.get(page) ?? []), resolve]);
        void drawNext();
      });
    },
    size: (page) => slots[page - 1]?.size ?? first,
    dispose() {
      disposed = true;
      scroller.removeEventListener('scroll', onScroll);
      for (const slot of slots) clear(slot);
      list.remove();
    },
  };
}

async function sizeOf(pdf: PdfDocument, number: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
  return { width, height };
}
