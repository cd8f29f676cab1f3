/** Entry point of the page with the overview of a folder. */
import '../styles/base.css';
import '../styles/controls.css';
import './overview.css';
import { render } from 'preact';
import {
  type OverviewHostMessage,
  type OverviewPageMessage,
  type OverviewState,
  overviewHostMessageSchema,
  overviewStateSchema,
} from '../../panel/overviewMessages.ts';
import { connectHost } from '../host.ts';
import { signal, useSignal } from '../state/signal.ts';
import { Overview, type ShownMessage } from './overview.tsx';

const host = connectHost<OverviewHostMessage, OverviewPageMessage, OverviewState>(
  overviewHostMessageSchema,
  overviewStateSchema,
);
const state = signal<ShownMessage | null>(null);

let kept = host.loadState() ?? { path: '' };

function keep(changed: Partial<OverviewState>): void {
  kept = { ...kept, ...changed };
  host.saveState(kept);
}

function Page() {
  return (
    <Overview
      state={useSignal(state)}
      kind={kept.kind ?? null}
      onKind={(kind) => keep({ kind: kind ?? undefined })}
      post={host.post}
    />
  );
}

host.listen((message) => {
  if (message.type === 'reading') keep({ path: message.path });
  else state.set(message);
});
render(<Page />, document.body);
host.post({ type: 'ready' });
