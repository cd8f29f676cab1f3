import type { Duplex, Readable } from 'node:stream';

/** Bytes that may wait for the reader before the socket is paused. */
const HIGH_WATER = 256 * 1024;

/**
 * The bytes of a Node stream, decoded by `decoder` if there is one, as they arrive. Listens to `data` and keeps a small
 * queue, since the stream's own iterator adds a tick and a state machine to every piece (bench/wire). Throws what the
 * streams fail with; `close` is called exactly once, when reading ends in any way.
 */
export async function* readBytes(
  stream: Readable,
  decoder: (Duplex & Readable) | undefined,
  close: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source: Readable = decoder ? stream.pipe(decoder) : stream;
  const queue: Uint8Array[] = [];
  let queued = 0;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const notify = () => {
    wake?.();
    wake = undefined;
  };
  const onData = (bytes: Uint8Array) => {
    queue.push(bytes);
    queued += bytes.length;
    if (queued > HIGH_WATER) source.pause();
    notify();
  };
  const onEnd = () => {
    ended = true;
    notify();
  };
  const onError = (error: unknown) => {
    failure ??= { error };
    notify();
  };
  // A response that is cut emits `aborted` as an error; one that ends without `end` for any other reason emits `close`.
  const onClose = () => {
    if (!ended) onError(new Error('The connection closed before the reply was whole.'));
  };
  source.on('data', onData).once('end', onEnd).on('error', onError).once('close', onClose);
  if (source !== stream) stream.on('error', onError);
  try {
    for (;;) {
      const next = queue.shift();
      if (next) {
        queued -= next.length;
        if (queued <= HIGH_WATER && source.isPaused()) source.resume();
        yield next;
      } else if (failure) throw failure.error;
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    close();
  }
}
