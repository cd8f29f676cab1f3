/** The entry of the thread that reads the files of one law. It is ended afterwards, or in the middle if the user cancels. */
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../files/fileErrors.ts';
import { lawReader } from '../lawReader.ts';
import { PublisherError } from '../publisherError.ts';
import { findWork } from '../publishers.ts';
import type { LawReply, LawRequest } from './messages.ts';

void answer().then((reply) => parentPort?.postMessage(reply));

async function answer(): Promise<LawReply<unknown>> {
  try {
    return { type: 'done', result: await resultOf(workerData) };
  } catch (error) {
    if (error instanceof PublisherError) return { type: 'refused', problem: error.problem, detail: error.detail };
    return { type: 'failed', message: String(error), code: codeOf(error) };
  }
}

async function resultOf(request: LawRequest): Promise<unknown> {
  if (request.type === 'compare') return lawReader.compare(request.older, request.count, request.newer);
  const chosen = findWork(request.work);
  if (!chosen) throw new Error(`There is no law ${request.work}.`);
  return lawReader.convert(chosen, request.offer, request.source, request.folder, new AbortController().signal);
}
