/** Entry point of the page with the overview of a folder. */
import '../styles/base.css';
import '../styles/controls.css';
import './overview.css';
import { render } from 'preact';
import {
  type OverviewPageMessage,
  type OverviewState,
  overviewHostMessageSchema,
  overviewStateSchema,
} from '../../panel/overviewMessages.ts';
import { signal, useSignal } from '../state/signal.ts';
import { loadTranslations } from '../translation.ts';
import { Overview, type ShownMessage } from './overview.tsx';

declare function acquireVsCodeApi(): {
  postMessage(message: OverviewPageMessage): void;
  getState(): unknown;
  setState(state: OverviewState): void;
};

loadTranslations(document.documentElement.dataset.translations);
const host = acquireVsCodeApi();
const state = signal<ShownMessage | null>(null);

const restored = overviewStateSchema.safeParse(host.getState());
let kept: OverviewState = restored.success ? restored.data : { path: '' };

function keep(changed: Partial<OverviewState>): void {
  kept = { ...kept, ...changed };
  host.setState(kept);
}

function Page() {
  return (
    <Overview
      state={useSignal(state)}
      kind={kept.kind ?? null}
      onKind={(kind) => keep({ kind: kind ?? undefined })}
      post={(message) => host.postMessage(message)}
    />
  );
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = overviewHostMessageSchema.safeParse(event.data);
  if (!message.success) return;
  if (message.data.type === 'reading') keep({ path: message.data.path });
  else state.set(message.data);
});
render(<Page />, document.body);
host.postMessage({ type: 'ready' });
