/** The connection of a page to the extension host. Every message is parsed. A message that does not parse is dropped as a whole. */
import type * as z from 'zod/mini';
import { loadTranslations } from './translation.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface HostConnection<Received, Sent, State> {
  post(message: Sent): void;
  /** Returns what `saveState` stored before the page was reloaded, or null if it is not valid. */
  loadState(): State | null;
  saveState(state: State): void;
  /** Calls `onMessage` for each valid message and `onDropped` for each invalid one. */
  listen(onMessage: (message: Received) => void, onDropped?: () => void): void;
}

/** A page connects once, before it shows a text: the host gives it the translations. */
export function connectHost<Received, Sent, State>(
  messageSchema: z.ZodMiniType<Received>,
  stateSchema: z.ZodMiniType<State>,
): HostConnection<Received, Sent, State> {
  loadTranslations(document.documentElement.dataset.translations);
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    loadState: () => stateSchema.safeParse(api.getState()).data ?? null,
    saveState: (state) => api.setState(state),
    listen(onMessage, onDropped) {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const parsed = messageSchema.safeParse(event.data);
        if (parsed.success) onMessage(parsed.data);
        else onDropped?.();
      });
    },
  };
}
