/** Writes a Response to the socket, no faster than the reader takes it. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Resolves when the reply is written or its reader is gone. Never rejects. */
export async function writeReply(
  reply: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  lingerMs: number,
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
      if (!outgoing.write(value)) await roomOrGone(outgoing);
    }
    if (unread && !outgoing.destroyed) await linger(incoming, lingerMs);
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    outgoing.off('close', leave);
  }
}

function roomOrGone(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
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
