/** Entry point of the page with the overview of a folder. */
import '../styles/base.css';
import '../styles/controls.css';
import './overview.css';
import { render } from 'preact';
import {
  type OverviewPageMessage,
  type OverviewState,
  overviewHostMessageSchema,
} from '../../panel/overviewMessages.ts';
import { signal, useSignal } from '../state/signal.ts';
import { loadTranslations } from '../translation.ts';
import { Overview, type ShownMessage } from './overview.tsx';

declare function acquireVsCodeApi(): {
  postMessage(message: OverviewPageMessage): void;
  setState(state: OverviewState): void;
};

loadTranslations(document.documentElement.dataset.translations);
const host = acquireVsCodeApi();
const state = signal<ShownMessage | null>(null);

function Page() {
  return <Overview state={useSignal(state)} post={(message) => host.postMessage(message)} />;
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = overviewHostMessageSchema.safeParse(event.data);
  if (!message.success) return;
  if (message.data.type === 'reading') host.setState({ path: message.data.path });
  else state.set(message.data);
});
render(<Page />, document.body);
host.postMessage({ type: 'ready' });
