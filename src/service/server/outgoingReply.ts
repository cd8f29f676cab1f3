/** Writes a Response to the socket, no faster than the reader takes it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SocketLimits } from '../app/limits.ts';

/** Resolves when the reply is written or its reader is gone. Never rejects. */
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
  // A body that nobody read stands in the way of the next request on this connection.
  const unread = !incoming.complete;
  if (unread) reply.headers.set('connection', 'close');
  outgoing.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (reply.headers.get('content-type')?.startsWith('text/event-stream')) outgoing.flushHeaders();
  try {
    while (body !== undefined) {
      const { done, value } = await body.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await roomOrGone(outgoing, limits.stallMs);
    }
    if (unread && !outgoing.destroyed) await linger(incoming, limits.lingerMs);
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    outgoing.off('close', leave);
  }
}

/** Waits for the reader; one that takes nothing for `stallMs` is given up, so that it does not hold its research for ever. */
function roomOrGone(outgoing: ServerResponse, stallMs: number): Promise<void> {
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

/** Closing while the caller still sends would reset the connection, and the refusal would be lost with it. */
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
