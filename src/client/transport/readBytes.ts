import type { Duplex, Readable } from 'node:stream';

/** Bytes that may wait for the reader before the socket is paused. */
const HIGH_WATER = 256 * 1024;

/**
 * The bytes of a Node stream, decoded by `decoder` if there is one, as they arrive; for one reader. Listens to `data` and
 * keeps a small queue, since the stream's own iterator adds ticks to every chunk (bench/wire). Throws the error of the stream;
 * `close` is called exactly once, when reading ends in any way.
 */
export function readBytes(
  stream: Readable,
  decoder: (Duplex & Readable) | undefined,
  close: () => void,
): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => iterate(stream, decoder, close) };
}

function iterate(
  stream: Readable,
  decoder: (Duplex & Readable) | undefined,
  close: () => void,
): AsyncIterator<Uint8Array> {
  const source: Readable = decoder ? stream.pipe(decoder) : stream;
  const queue: Uint8Array[] = [];
  let queued = 0;
  let state: 'reading' | 'ended' | 'failed' | 'closed' = 'reading';
  let failure: unknown;
  let waiting: { resolve(result: IteratorResult<Uint8Array>): void; reject(error: unknown): void } | undefined;

  const finish = () => {
    if (state === 'closed') return;
    state = 'closed';
    queue.length = 0;
    close();
  };
  const settle = () => {
    const reader = waiting;
    waiting = undefined;
    if (state === 'failed') {
      finish();
      reader?.reject(failure);
    } else {
      finish();
      reader?.resolve({ done: true, value: undefined });
    }
  };
  const onData = (bytes: Uint8Array) => {
    if (waiting) {
      const { resolve } = waiting;
      waiting = undefined;
      resolve({ done: false, value: bytes });
      return;
    }
    queue.push(bytes);
    queued += bytes.length;
    if (queued > HIGH_WATER) source.pause();
  };
  const onEnd = () => {
    if (state === 'reading') state = 'ended';
    if (waiting) settle();
  };
  const onError = (error: unknown) => {
    if (state !== 'reading') return;
    state = 'failed';
    failure = error;
    if (waiting) settle();
  };
  // A response that is cut fails with an error; one that ends without `end` for any other reason only closes.
  const onClose = () => onError(new Error('The connection closed before the reply was complete.'));
  source.on('data', onData).once('end', onEnd).on('error', onError).once('close', onClose);
  // The decoder does not see that its input was cut. Ended early, it returns what it has buffered and then fails.
  if (decoder) stream.on('error', () => decoder.end()).once('aborted', () => decoder.end());

  return {
    next() {
      const bytes = queue.shift();
      if (bytes) {
        queued -= bytes.length;
        if (queued <= HIGH_WATER && source.isPaused()) source.resume();
        return Promise.resolve({ done: false, value: bytes });
      }
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (state !== 'reading') settle();
      });
    },
    return() {
      finish();
      waiting?.resolve({ done: true, value: undefined });
      waiting = undefined;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}
