/** The state of the page that shows a PDF: the open file, place, zoom, the marked passage, and what is searched for. */
import type { PdfTarget } from '../../panel/pdfMessages.ts';
import { LONGEST_PAGE_LABEL } from '../../text/pageLabel.ts';
import { type Signal, signal } from '../state/signal.ts';
import { findPassage, isAllText } from './findPassage.ts';
import { findWords } from './findWords.ts';
import { mark, type PageRanges } from './marks.ts';
import { openPdf } from './openPdf.ts';
import { createPageList, type PageList, type PageSize, POINT } from './pageList.ts';
import { createPageTexts, type PageTexts } from './pageTexts.ts';
import { t } from './translation.ts';

export interface ViewerState {
  /** 0 until the file is open. */
  readonly pages: number;
  /** The page that is shown, from 1. */
  readonly page: number;
  /** The label that the PDF gives to it: "iv". */
  readonly label: string;
  /** Percent. */
  readonly zoom: number;
  /** What a screen reader announces and the toolbar shows. */
  readonly status: string;
  /** The file cannot be shown. */
  readonly problem: string | null;
}

export interface FindState {
  readonly found: readonly PageRanges[];
  /** Position in `found`. */
  readonly current: number;
}

/** What is kept while the tab is hidden. */
export interface SavedPlace {
  readonly page: number;
  readonly share: number;
  /** Null: the width of the page fits. */
  readonly scale: number | null;
  /** The target that was shown. */
  readonly target: number | null;
}

export interface Viewer {
  readonly state: Signal<ViewerState>;
  readonly find: Signal<FindState>;
  open(bytes: Uint8Array, target: PdfTarget | null): Promise<void>;
  show(target: PdfTarget): Promise<void>;
  fail(message: string): void;
  goTo(page: number): void;
  /** Goes to the page with this label or number. Returns false if there is none. */
  goToLabel(text: string): boolean;
  /** 1 is the next larger step, -1 the next smaller one. Null fits the width. */
  zoom(step: 1 | -1 | null): void;
  /** Fits the width again after a change of the window. */
  resized(): void;
  search(query: string): Promise<void>;
  /** Goes to the next (1) or the previous (-1) match. */
  goToMatch(step: 1 | -1): void;
  place(): SavedPlace | null;
}

const STEPS = [25, 50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400];
/** CSS pixels at the sides of a page whose width fits. */
const SIDES = 32;
/** Pages are not shown larger than this when their width fits. */
const MAX_FIT = 1.75 * POINT;

export function createViewer(options: {
  readonly scroller: HTMLDivElement;
  /** The place that the page had before it was hidden. */
  readonly saved: SavedPlace | null;
  readonly onPlace: () => void;
}): Viewer {
  const { scroller } = options;
  const state = signal<ViewerState>({
    pages: 0,
    page: 1,
    label: '',
    zoom: 100,
    status: t('opening'),
    problem: null,
  });
  const find = signal<FindState>({ found: [], current: 0 });
  let list: PageList | null = null;
  let texts: PageTexts | null = null;
  let labels: readonly string[] | null = null;
  let scale: number | null = options.saved?.scale ?? null;
  let passage: readonly PageRanges[] = [];
  let shownTarget: number | null = options.saved?.target ?? null;
  let searching = new AbortController();
  let query = '';
  let opening = 0;

  const update = (part: Partial<ViewerState>) => state.set({ ...state.get(), ...part });
  const labelOf = (page: number) => labels?.[page - 1] ?? String(page);
  const fitWidth = (size: PageSize) => Math.min(MAX_FIT, Math.max(0.2, (scroller.clientWidth - SIDES) / size.width));
  const elements = (page: number) => list?.textElements(page) ?? [];

  function refresh(): void {
    if (!list) return;
    const page = list.current();
    update({ page, label: labelOf(page), zoom: Math.round((list.scale() / POINT) * 100) });
    mark('pdf-passage', passage, elements);
    const { found, current } = find.get();
    mark('pdf-find', found.toSpliced(current, 1), elements);
    mark('pdf-find-current', found.slice(current, current + 1), elements);
    options.onPlace();
  }

  /** Waits until the page is drawn and puts its first mark into the upper third. */
  async function reveal(page: number, marks: () => DOMRect | null): Promise<void> {
    if (!list) return;
    const shown = list;
    shown.scrollTo(page);
    await shown.whenDrawn(page);
    const rectangle = marks();
    if (rectangle === null || shown !== list) return;
    const view = scroller.getBoundingClientRect();
    if (rectangle.top >= view.top && rectangle.bottom <= view.bottom - view.height / 4) return;
    scroller.scrollTop += rectangle.top - view.top - view.height / 3;
  }

  async function show(target: PdfTarget): Promise<void> {
    if (!list || !texts) return;
    const again = shownTarget === target.id;
    shownTarget = target.id;
    const pages = list;
    if (!again && target.page !== undefined) pages.scrollTo(target.page);
    if (target.passage === undefined) return;
    const found = await findPassage(texts, state.get().pages, target);
    const isAll = await isAllText(texts, found);
    if (pages !== list || shownTarget !== target.id) return;
    passage = isAll ? [] : found;
    const [first] = found;
    if (first === undefined) {
      refresh();
      return update({ status: t('notFound') });
    }
    if (isAll) {
      if (!again) pages.scrollTo(first.page);
      refresh();
      const last = found.at(-1) ?? first;
      const pageNames = [labelOf(first.page), labelOf(last.page)] as const;
      return update({ status: first === last ? t('allOfPage', pageNames[0]) : t('allOfPages', ...pageNames) });
    }
    // A restored page keeps its place, which may be another one by now.
    if (!again) await reveal(first.page, () => mark('pdf-passage', found, elements));
    refresh();
    update({ status: t('marked', labelOf(first.page)) });
  }

  return {
    state,
    find,
    show,
    async open(bytes, target) {
      opening += 1;
      const number = opening;
      try {
        const pdf = await openPdf(bytes);
        if (number !== opening) return void pdf.loadingTask.destroy();
        const wanted = target && target.id !== shownTarget ? target.page : undefined;
        const kept = list ? list.place() : options.saved;
        const start = wanted === undefined && kept ? kept : { page: wanted ?? 1, share: 0 };
        list?.dispose();
        passage = [];
        const given = await pdf.getPageLabels().catch(() => null);
        labels = given?.map((label, at) => (label.length <= LONGEST_PAGE_LABEL ? label : String(at + 1))) ?? null;
        texts = createPageTexts(pdf);
        list = await createPageList({
          document: pdf,
          scroller,
          scale: (first) => scale ?? fitWidth(first),
          label: (page) => t('page', labelOf(page)),
          start,
          onChange: refresh,
        });
        update({ pages: pdf.numPages, problem: null, status: '' });
        refresh();
        if (target) await show(target);
        if (query !== '') await search();
      } catch (error) {
        if (number !== opening) return;
        const password = error instanceof Error && error.name === 'PasswordException';
        update({ problem: password ? t('password') : t('damaged') });
      }
    },
    fail: (problem) => update({ problem }),
    goTo: (page) => list?.scrollTo(page),
    goToLabel(text) {
      const wanted = text.trim().toLowerCase();
      const labelled = labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1;
      const page = labelled >= 0 ? labelled + 1 : Number(wanted);
      if (!Number.isInteger(page) || page < 1 || page > state.get().pages) return false;
      list?.scrollTo(page);
      return true;
    },
    zoom(step) {
      if (!list) return;
      const percent = Math.round((list.scale() / POINT) * 100);
      const next =
        step === null
          ? null
          : step === 1
            ? (STEPS.find((one) => one > percent) ?? percent)
            : (STEPS.findLast((one) => one < percent) ?? percent);
      scale = next === null ? null : (next / 100) * POINT;
      list.setScale(scale ?? fitWidth(list.size(list.current())));
    },
    resized() {
      if (list && scale === null) list.setScale(fitWidth(list.size(list.current())));
    },
    search(words) {
      query = words;
      return search();
    },
    goToMatch(step) {
      const { found, current } = find.get();
      if (found.length === 0) return;
      find.set({ found, current: (current + step + found.length) % found.length });
      refresh();
      void showMatch();
    },
    place: () => (list ? { ...list.place(), scale, target: shownTarget } : null),
  };

  async function search(): Promise<void> {
    searching.abort();
    searching = new AbortController();
    if (!texts || !list) return;
    const found = await findWords(texts, state.get().pages, query, searching.signal);
    if (found === null) return;
    const from = list.current();
    find.set({
      found,
      current: Math.max(
        0,
        found.findIndex(({ page }) => page >= from),
      ),
    });
    refresh();
    await showMatch();
  }

  async function showMatch(): Promise<void> {
    const { found, current } = find.get();
    const match = found[current];
    if (match) await reveal(match.page, () => mark('pdf-find-current', [match], elements));
  }
}
