/** Progress of a request, for clients that ask for it. A client that resets its timeout at each notification waits as long as needed. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { LibraryConnection } from '../libraryClient/libraryConnection.ts';

export interface Progress {
  step(message: string): void;
  /** Await it before the result is sent: nothing may follow the result. */
  end(): Promise<void>;
}

/** Milliseconds after which the last step is repeated. Clients wait for 60 seconds by default. */
const REPEAT = 10_000;

export function startProgress({ mcpReq }: Pick<ServerContext, 'mcpReq'>): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { step: () => {}, end: async () => {} };
  let count = 0;
  let last = 'Working';
  let sent: Promise<unknown> = Promise.resolve();
  const send = (message: string): void => {
    count += 1;
    const params = { progressToken, progress: count, message };
    // A client that has left gets nothing.
    const notify = () => mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    sent = sent.then(notify);
  };
  const timer = setInterval(() => send(last), REPEAT);
  return {
    step(message) {
      last = message;
      send(message);
    },
    async end() {
      clearInterval(timer);
      await sent;
    },
  };
}

/** Waits until the library is read. Reports each further percent. */
export async function libraryReady(
  library: Pick<LibraryConnection, 'ready' | 'refresh' | 'onDidProgress'>,
  progress: Progress,
  now: () => number,
): Promise<void> {
  let percent = -1;
  const listening = library.onDidProgress(({ phase, done, total }) => {
    const next = Math.floor((100 * done) / Math.max(1, total));
    if (phase !== 'reading' || next === percent) return;
    percent = next;
    progress.step(`Reading document ${done} of ${total}`);
  });
  try {
    const { indexedAt } = await library.ready();
    // Nobody watches the folders: documents that were added since are found by another look.
    if (indexedAt !== null && now() - indexedAt > OUTDATED) await library.refresh();
  } finally {
    listening.dispose();
  }
}

/** Milliseconds after which the folders are looked at again. */
const OUTDATED = 10_000;
