/** All pages of a PDF below each other, shown by the viewer of pdf.js. */
import { AnnotationEditorType, AnnotationMode, loadViewer, ownFile, type PdfDocument } from './openPdf.ts';

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PageList {
  /** CSS pixels of a point of the PDF. */
  scale(): number;
  setScale(scale: number): void;
  /** The page that is shown, from 1. */
  current(): number;
  scrollTo(page: number): void;
  /** Distance of the upper edge of the visible part from that of the page there, as a share of the page's height. */
  place(): { readonly page: number; readonly share: number };
  /** The elements of the pieces of text, if the page is drawn. */
  textElements(page: number): readonly HTMLElement[];
  /** Resolves when the text of the page is on the screen. The page must be near the visible part. */
  whenDrawn(page: number): Promise<void>;
  /** The size of the page at scale 1. */
  size(page: number): PageSize;
  dispose(): void;
}

/** CSS pixels of a point at 100 %. */
export const POINT = 96 / 72;
/** Pixels of one canvas. A page that needs more is drawn less sharply. */
const MAX_PIXELS = 16_000_000;

export async function createPageList(options: {
  readonly document: PdfDocument;
  /** The element that scrolls. It is positioned absolutely. */
  readonly scroller: HTMLDivElement;
  readonly scale: (first: PageSize) => number;
  readonly label: (page: number) => string;
  /** The place that is shown first, with `share` as in `place()`. */
  readonly start: { readonly page: number; readonly share: number };
  /** The current page has changed, or a page was drawn. */
  readonly onChange: () => void;
}): Promise<PageList> {
  const { document: pdf, scroller, start } = options;
  const { EventBus, PDFLinkService, PDFViewer } = await loadViewer();
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  // A link to a place in the PDF works. A link to an address leads nowhere.
  linkService.externalLinkEnabled = false;
  const pages = document.createElement('div');
  pages.className = 'pdfViewer';
  scroller.replaceChildren(pages);
  const viewer = new PDFViewer({
    container: scroller,
    viewer: pages,
    eventBus,
    linkService,
    annotationMode: AnnotationMode.ENABLE,
    imageResourcesPath: ownFile('images/'),
    annotationEditorMode: AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    maxCanvasPixels: MAX_PIXELS,
    removePageBorders: true,
  });
  /** The page at the upper edge of the visible part. */
  let top = start.page;
  const waiting = new Map<number, (() => void)[]>();
  /** Elements of a text layer that is still being drawn are not all there, and have no place on the page. */
  const elementsOf = (page: number): HTMLElement[] => {
    const highlighter = viewer.getPageView(page - 1)?.textLayer?.highlighter;
    return highlighter?.enabled ? (highlighter.textDivs ?? []) : [];
  };
  const divOf = (page: number): HTMLElement | undefined => viewer.getPageView(page - 1)?.div;

  // The viewer draws from the end of this event on, beginning with what is visible then.
  const ready = new Promise<void>((resolve) =>
    eventBus.on('pagesinit', () => {
      for (let page = 1; page <= pdf.numPages; page += 1) nameOfPage(page);
      if (start.page > 1) viewer.currentPageNumber = Math.min(start.page, pdf.numPages);
      viewer.currentScale = options.scale(size(1)) / POINT;
      if (start.share > 0) scroller.scrollTop += start.share * (divOf(start.page)?.offsetHeight ?? 0);
      resolve();
    }),
  );
  linkService.setViewer(viewer);
  linkService.setDocument(pdf);
  viewer.setDocument(pdf);
  await ready;
  eventBus.on('textlayerrendered', ({ pageNumber }: { pageNumber: number }) => {
    for (const done of waiting.get(pageNumber) ?? []) done();
    waiting.delete(pageNumber);
    options.onChange();
  });
  eventBus.on('updateviewarea', ({ location }: { location: { pageNumber: number } }) => {
    top = location.pageNumber;
    options.onChange();
  });
  eventBus.on('pagechanging', options.onChange);

  function nameOfPage(page: number): void {
    const element = divOf(page);
    element?.removeAttribute('data-l10n-id');
    element?.removeAttribute('data-l10n-args');
    element?.setAttribute('aria-label', options.label(page));
  }

  function size(page: number): PageSize {
    const { viewport } = viewer.getPageView(page - 1);
    return { width: viewport.width / viewport.scale, height: viewport.height / viewport.scale };
  }

  return {
    scale: () => viewer.currentScale * POINT,
    setScale(scale) {
      viewer.currentScale = scale / POINT;
    },
    current: () => viewer.currentPageNumber,
    scrollTo(page) {
      viewer.currentPageNumber = Math.min(Math.max(page, 1), pdf.numPages);
    },
    place() {
      const element = divOf(top);
      if (element === undefined) return { page: top, share: 0 };
      return { page: top, share: (scroller.scrollTop - element.offsetTop) / Math.max(1, element.offsetHeight) };
    },
    textElements: elementsOf,
    whenDrawn(page) {
      if (elementsOf(page).length > 0) return Promise.resolve();
      return new Promise((resolve) => waiting.set(page, [...(waiting.get(page) ?? []), resolve]));
    },
    size,
    dispose() {
      viewer.setDocument(null);
    },
  };
}
