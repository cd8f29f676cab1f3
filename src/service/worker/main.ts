/** The entry of the worker thread inside the extension: the same service, without a port and without a key. */
import { parentPort } from 'node:worker_threads';
import { createLibraryResearcher } from '../research/libraryResearcher.ts';
import { serveWorker } from './worker.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
serveWorker(parentPort, createLibraryResearcher);
