/** The entry of the thread that reads the file of one law. It is ended afterwards, or in the middle if the user cancels. */
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../files/fileErrors.ts';
import { convert } from '../convert.ts';
import { PublisherError } from '../publisherError.ts';
import { findWork } from '../publishers.ts';
import { type ConvertReply, requestSchema } from './messages.ts';

void answer().then((reply) => parentPort?.postMessage(reply));

async function answer(): Promise<ConvertReply> {
  const { work, offer, source, folder } = requestSchema.parse(workerData);
  const chosen = findWork(work);
  if (!chosen) throw new Error(`There is no law ${work}.`);
  try {
    const converted = await convert(chosen, offer, source, folder, new AbortController().signal);
    const { header } = converted;
    return {
      type: 'converted',
      converted: { ...converted, header: { ...header, statements: [...header.statements] } },
    };
  } catch (error) {
    if (error instanceof PublisherError) return { type: 'refused', problem: error.problem, detail: error.detail };
    const code = codeOf(error);
    return { type: 'failed', message: String(error), ...(code && { code }) };
  }
}
