/** Entry point of the page that shows a workbook. */
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/overlays.css';
import './workbook.css';
import { render } from 'preact';
import {
  type WorkbookHostMessage,
  type WorkbookPageMessage,
  type WorkbookState,
  type WorkbookTarget,
  workbookHostMessageSchema,
  workbookStateSchema,
} from '../../panel/workbookMessages.ts';
import type { Workbook } from '../../protocol/workbook.ts';
import { connectHost } from '../host.ts';
import { signal, useSignal } from '../state/signal.ts';
import { t } from './translation.ts';
import { WorkbookView } from './workbookView.tsx';

interface PageState {
  readonly workbook: Workbook | null;
  readonly target: WorkbookTarget | null;
  readonly problem: string | null;
}

const host = connectHost<WorkbookHostMessage, WorkbookPageMessage, WorkbookState>(
  workbookHostMessageSchema,
  workbookStateSchema,
);
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
  return (
    <WorkbookView
      workbook={workbook}
      target={target}
      saved={host.loadState()}
      post={host.post}
      onSelect={(cells) => {
        host.post({ type: 'selected', cells });
        host.saveState({ target: state.get().target?.id ?? 0, cells });
      }}
    />
  );
}

host.listen((message) => {
  if (message.type === 'open') state.set({ workbook: message.workbook, target: message.target, problem: null });
  else if (message.type === 'show') state.set({ ...state.get(), target: message.target });
  else state.set({ ...state.get(), problem: message.message });
});
render(<Page />, document.body);
host.post({ type: 'ready' });
