/** The panel state of a window in which the library answers. */
import type { PanelState } from '../../src/panel/messages.ts';
import { ASK_MODES } from '../../src/protocol/chatCompletions.ts';

export function panelState(part: Partial<PanelState> = {}): PanelState {
  return {
    service: 'library',
    readiness: 'ready',
    indexing: null,
    starters: [],
    askModes: [...ASK_MODES],
    askMode: 'tax_research_fast_research',
    allowedAskModes: [],
    zeroRetention: { on: false, locked: false },
    confirmModes: [],
    sendKey: 'enter',
    fontSize: 0,
    chips: [],
    warning: null,
    readOnly: null,
    ...part,
  };
}
