/** The entry of the thread that reads documents. It opens no database, so it can be terminated at any time. */
import { parentPort } from 'node:worker_threads';
import { t } from '../../translate.ts';
import { UnreadableDocument } from '../document.ts';
import { readWorkbook } from '../office/readWorkbook.ts';
import { toPassageDocument } from '../passages.ts';
import { readDocument, readPlacedText } from '../readFile.ts';
import { createRealRoots } from '../realRoots.ts';
import type { ReadReply, ReadRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread only.');

const post = (reply: ReadReply): void => port.postMessage(reply);
let queue: Promise<void> = Promise.resolve();

async function answer({ id, path, maxBytes, roots, exclude, form }: ReadRequest): Promise<void> {
  post({ type: 'started', id });
  try {
    const options = { maxBytes, roots: roots && createRealRoots(roots, exclude) };
    if (form === 'workbook') return post({ type: 'workbook', id, workbook: await readWorkbook(path, options) });
    const opened = () => post({ type: 'opened', id });
    if (form === 'text') return post({ type: 'text', id, ...(await readPlacedText(path, options, opened)) });
    post({ type: 'read', id, document: toPassageDocument(await readDocument(path, options, opened), path) });
  } catch (error) {
    const known = error instanceof UnreadableDocument;
    const reason = known ? error.message : t('It could not be read.');
    post({ type: 'failed', id, reason, unavailable: known && error.unavailable });
  }
}

// Libraries may leave promises behind that fail later. The file they belong to has its answer already.
process.on('unhandledRejection', () => {});

port.on('message', (request: ReadRequest) => {
  queue = queue.then(() => answer(request));
});
