/** Entry point of the page that shows a PDF. */
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/overlays.css';
import './pdf.css';
import { render } from 'preact';
import * as z from 'zod/mini';
import { type PdfHostMessage, type PdfPageMessage, pdfHostMessageSchema } from '../../panel/pdfMessages.ts';
import { connectHost } from '../host.ts';
import { signal } from '../state/signal.ts';
import { Toolbar } from './toolbar.tsx';
import { createViewer, type SavedPlace } from './viewer.ts';

const savedSchema = z.object({
  page: z.int(),
  share: z.number(),
  scale: z.nullable(z.number()),
  target: z.nullable(z.int()),
});

const host = connectHost<PdfHostMessage, PdfPageMessage, SavedPlace>(pdfHostMessageSchema, savedSchema);
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
  saved: host.loadState(),
  onPlace() {
    const place = viewer.place();
    if (place) host.saveState(place);
  },
});
const openElsewhere = () => host.post({ type: 'openInDefaultApplication' });
render(<Toolbar viewer={viewer} findOpen={findOpen} onOpenElsewhere={openElsewhere} />, bar);

host.listen((message) => {
  if (message.type === 'open') void viewer.open(message.bytes, message.target);
  else if (message.type === 'show') void viewer.show(message.target);
  else viewer.fail(message.message);
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
host.post({ type: 'ready' });
