/** Writes a Response to the socket at the speed of its reader. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SocketLimits } from '../app/limits.ts';

/** Resolves when the reply is written or the connection is closed. Never rejects. */
export async function writeReply(
  reply: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limits: Pick<SocketLimits, 'lingerMs' | 'stallMs'>,
): Promise<void> {
  const body = reply.body?.getReader();
  const leave = (): void => void body?.cancel().catch(() => {});
  if (outgoing.destroyed) return leave();
  outgoing.on('close', leave);
  // An unread body would be taken for the next request on this connection.
  const unread = !incoming.complete;
  if (unread) reply.headers.set('connection', 'close');
  outgoing.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (reply.headers.get('content-type')?.startsWith('text/event-stream')) outgoing.flushHeaders();
  try {
    while (body !== undefined) {
      const { done, value } = await body.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await drainedOrClosed(outgoing, limits.stallMs);
    }
    if (unread && !outgoing.destroyed) await linger(incoming, limits.lingerMs);
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    outgoing.off('close', leave);
  }
}

/** Waits for the reader. Closes the connection if it reads nothing for `stallMs`, so that it cannot block its research forever. */
function drainedOrClosed(outgoing: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => outgoing.destroy(), stallMs);
    const go = (): void => {
      clearTimeout(stalled);
      outgoing.off('drain', go);
      outgoing.off('close', go);
      resolve();
    };
    outgoing.on('drain', go);
    outgoing.on('close', go);
  });
}

/** Reads and discards what the caller still sends. Closing earlier would reset the connection before the caller can read the error. */
async function linger(incoming: IncomingMessage, milliseconds: number): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    for (const event of ['end', 'close', 'error']) {
      incoming.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    incoming.resume();
  });
}
