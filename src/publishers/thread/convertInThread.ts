/** Reads the file of a law in a thread of its own, which bounds the memory and leaves the thread of the caller to others. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../../files/fileErrors.ts';
import type { Convert } from '../convert.ts';
import { PublisherError } from '../publisherError.ts';
import { type ConvertRequest, replySchema } from './messages.ts';

/** MB. V8 would take several times as much before it collects what is not used any more. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** `entry` is the built file of `main.ts`. A file that takes more memory than the limit is refused as too large. */
export function convertInThread(entry: string | URL): Convert {
  return async ({ work }, { url, state, asOf, label }, source, folder, signal) => {
    signal.throwIfAborted();
    const workerData: ConvertRequest = { work: work.id, offer: { url, state, asOf, label }, source, folder };
    const thread = new Worker(entry, { workerData, resourceLimits: RESOURCE_LIMITS, env: {} });
    try {
      const [message] = await once(thread, 'message', { signal });
      const reply = replySchema.parse(message);
      if (reply.type === 'converted') return reply.converted;
      if (reply.type === 'refused') throw new PublisherError(reply.problem, reply.detail);
      throw Object.assign(new Error(reply.message), { code: reply.code });
    } catch (error) {
      signal.throwIfAborted();
      throw codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new PublisherError('tooLarge', '', { cause: error }) : error;
    } finally {
      // Nothing is written to the folder after this.
      await thread.terminate();
    }
  };
}
