/** Entry point of the page that shows a workbook. */
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/overlays.css';
import './workbook.css';
import { render } from 'preact';
import {
  type WorkbookPageMessage,
  type WorkbookState,
  type WorkbookTarget,
  workbookHostMessageSchema,
  workbookStateSchema,
} from '../../panel/workbookMessages.ts';
import type { Workbook } from '../../protocol/workbook.ts';
import { signal, useSignal } from '../state/signal.ts';
import { loadTranslations } from '../translation.ts';
import { t } from './translation.ts';
import { WorkbookView } from './workbookView.tsx';

declare function acquireVsCodeApi(): {
  postMessage(message: WorkbookPageMessage): void;
  setState(state: WorkbookState): void;
  getState(): unknown;
};

interface PageState {
  readonly workbook: Workbook | null;
  readonly target: WorkbookTarget | null;
  readonly problem: string | null;
}

loadTranslations(document.documentElement.dataset.translations);
const host = acquireVsCodeApi();
const state = signal<PageState>({ workbook: null, target: null, problem: null });

function Page() {
  const { workbook, target, problem } = useSignal(state);
  if (problem !== null) {
    return (
      <p class="wb-note" role="alert">
        {problem}
      </p>
    );
  }
  if (!workbook) {
    return (
      <p class="wb-note" role="status">
        {t('reading')}
      </p>
    );
  }
  const saved = workbookStateSchema.safeParse(host.getState());
  return (
    <WorkbookView
      workbook={workbook}
      target={target}
      saved={saved.success ? saved.data : null}
      post={(message) => host.postMessage(message)}
      onSelect={(cells) => {
        host.postMessage({ type: 'selected', cells });
        host.setState({ target: state.get().target?.id ?? 0, cells });
      }}
    />
  );
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = workbookHostMessageSchema.safeParse(event.data);
  if (!message.success) return;
  const { data } = message;
  if (data.type === 'open') state.set({ workbook: data.workbook, target: data.target, problem: null });
  else if (data.type === 'show') state.set({ ...state.get(), target: data.target });
  else state.set({ ...state.get(), problem: data.message });
});
render(<Page />, document.body);
host.postMessage({ type: 'ready' });
