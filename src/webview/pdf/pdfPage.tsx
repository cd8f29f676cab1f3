/** Entry point of the page that shows a PDF. */
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/overlays.css';
import './pdf.css';
import { render } from 'preact';
import * as z from 'zod/mini';
import { type PdfPageMessage, pdfHostMessageSchema } from '../../panel/pdfMessages.ts';
import { signal } from '../state/signal.ts';
import { loadTranslations } from '../translation.ts';
import { Toolbar } from './toolbar.tsx';
import { createViewer, type SavedPlace } from './viewer.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PdfPageMessage): void;
  getState(): unknown;
  setState(state: SavedPlace): void;
};

const savedSchema = z.object({
  page: z.int(),
  share: z.number(),
  scale: z.nullable(z.number()),
  target: z.nullable(z.int()),
});

loadTranslations(document.documentElement.dataset.translations);
const host = acquireVsCodeApi();
const saved = savedSchema.safeParse(host.getState());
const findOpen = signal(false);

const bar = document.createElement('div');
const main = document.createElement('main');
const scroller = document.createElement('div');
scroller.className = 'pdf-scroller';
scroller.tabIndex = 0;
main.append(scroller);
document.body.append(bar, main);

const viewer = createViewer({
  scroller,
  saved: saved.success ? saved.data : null,
  onPlace() {
    const place = viewer.place();
    if (place) host.setState(place);
  },
});
const openElsewhere = () => host.postMessage({ type: 'openInDefaultApplication' });
render(<Toolbar viewer={viewer} findOpen={findOpen} onOpenElsewhere={openElsewhere} />, bar);

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = pdfHostMessageSchema.safeParse(event.data);
  if (!message.success) return;
  const { data } = message;
  if (data.type === 'open') void viewer.open(data.bytes, data.target);
  else if (data.type === 'show') void viewer.show(data.target);
  else viewer.fail(data.message);
});

window.addEventListener('keydown', (event) => {
  const inField = event.target instanceof HTMLInputElement;
  const { page } = viewer.state.get();
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') findOpen.set(true);
  else if (event.key === 'F3') viewer.goToMatch(event.shiftKey ? -1 : 1);
  else if (event.ctrlKey || event.metaKey || event.altKey || inField) return;
  else if (event.key === '+' || event.key === '=') viewer.zoom(1);
  else if (event.key === '-') viewer.zoom(-1);
  else if (event.key === '0') viewer.zoom(null);
  else if (event.key === 'ArrowRight' || event.key === 'n') viewer.goTo(page + 1);
  else if (event.key === 'ArrowLeft' || event.key === 'p') viewer.goTo(page - 1);
  else return;
  event.preventDefault();
});

new ResizeObserver(() => viewer.resized()).observe(scroller);
scroller.focus();
host.postMessage({ type: 'ready' });
