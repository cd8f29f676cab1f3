/** Reads files of laws in a thread of its own, which bounds the memory and leaves the thread of the caller to others. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../../files/fileErrors.ts';
import type { LawReader } from '../lawReader.ts';
import { PublisherError } from '../publisherError.ts';
import type { LawReply, LawRequest } from './messages.ts';

/** MB. V8 would take several times as much before it collects what is not used any more. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** `entry` is the built file of `main.ts`. A file that takes more memory than the limit is refused as too large. */
export function createLawThread(entry: string | URL): LawReader {
  async function run<Result>(request: LawRequest, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const thread = new Worker(entry, { workerData: request, resourceLimits: RESOURCE_LIMITS, env: {} });
    try {
      const reply: LawReply<Result> = (await once(thread, 'message', { signal }))[0];
      if (reply.type === 'done') return reply.result;
      if (reply.type === 'refused') throw new PublisherError(reply.problem, reply.detail);
      throw Object.assign(new Error(reply.message), { code: reply.code });
    } catch (error) {
      signal.throwIfAborted();
      throw codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new PublisherError('tooLarge', '', { cause: error }) : error;
    } finally {
      // Nothing is written to the folder after this.
      await thread.terminate();
    }
  }
  return {
    convert: ({ work }, offer, source, folder, signal) =>
      run({ type: 'convert', work: work.id, offer, source, folder }, signal),
    compare: (older, count, newer) => run({ type: 'compare', older, count, newer }, new AbortController().signal),
  };
}
