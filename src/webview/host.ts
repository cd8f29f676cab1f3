/** The way to the extension host: everything that comes is parsed, and what does not parse is dropped whole. */
import { type HostMessage, hostMessageSchema, type PageMessage } from '../panel/messages.ts';
import { readPieces } from './state/parseTextMessage.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface Host {
  post(message: PageMessage): void;
  /** What `saveState` stored before the page was reloaded; untrusted. */
  loadState(): unknown;
  saveState(state: unknown): void;
  /** `onMessage` for each understood message, `onDropped` for each other one. */
  listen(onMessage: (message: HostMessage) => void, onDropped: () => void): void;
}

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    loadState: () => api.getState(),
    saveState: (state) => api.setState(state),
    listen(onMessage, onDropped) {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const pieces = readPieces(event.data);
        if (pieces) return onMessage(pieces);
        const parsed = hostMessageSchema.safeParse(event.data);
        if (parsed.success) onMessage(parsed.data);
        else onDropped();
      });
    },
  };
}
