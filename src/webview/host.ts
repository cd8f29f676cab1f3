/** The connection to the extension host. Every message is parsed. A message that does not parse is dropped as a whole. */
import { type HostMessage, hostMessageSchema } from '../panel/messages.ts';
import type { PageMessage } from '../panel/pageMessages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface HostConnection {
  post(message: PageMessage): void;
  /** Returns what `saveState` stored before the page was reloaded. Untrusted. */
  loadState(): unknown;
  saveState(state: unknown): void;
  /** Calls `onMessage` for each valid message and `onDropped` for each invalid one. */
  listen(onMessage: (message: HostMessage) => void, onDropped: () => void): void;
}

export function connectHost(): HostConnection {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    loadState: () => api.getState(),
    saveState: (state) => api.setState(state),
    listen(onMessage, onDropped) {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const parsed = hostMessageSchema.safeParse(event.data);
        if (parsed.success) onMessage(parsed.data);
        else onDropped();
      });
    },
  };
}
