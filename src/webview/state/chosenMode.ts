/** The research mode that the user chose in the menu, until the host has it. A question that is sent meanwhile uses it. */
import type { PanelState } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';

export interface ChosenMode {
  choose(mode: AskMode): void;
  /** Returns the state of the host with the chosen mode, until the host has another mode than those before the choice. */
  apply(panelState: PanelState): PanelState;
  /** The choice was for another conversation. */
  forget(): void;
}

export function createChosenMode(): ChosenMode {
  let chosen: AskMode | null = null;
  /** Modes that the host may still report, because it has not received the choice. */
  let outdated = new Set<AskMode>();
  let ofHost: AskMode | null = null;

  const forget = () => {
    chosen = null;
    outdated = new Set();
  };

  return {
    choose(mode) {
      const before = chosen ?? ofHost;
      if (before !== null) outdated.add(before);
      chosen = mode;
    },
    apply(panelState) {
      ofHost = panelState.askMode;
      if (chosen === null) return panelState;
      if (outdated.has(ofHost) && ofHost !== chosen && panelState.askModes.includes(chosen)) {
        return { ...panelState, askMode: chosen };
      }
      forget();
      return panelState;
    },
    forget,
  };
}
