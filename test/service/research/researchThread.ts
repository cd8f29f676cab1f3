/** A worker thread that answers a question in deep research and posts the titles of the steps. */

import { parentPort, workerData } from 'node:worker_threads';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';

const { folder, question }: { folder: string; question: string } = workerData;
const researcher = createLibraryResearcher({ indexDir: null, folders: [folder] });
const steps: string[] = [];
const output = researcher.research(
  {
    question: plainQuestion(question),
    context: [],
    askMode: 'tax_research_deep_research',
    allowedAskModes: null,
    zeroDataRetention: false,
  },
  new AbortController().signal,
);
for await (const part of output) if (part.type === 'step') steps.push(part.title);
await researcher.close();
parentPort?.postMessage(steps);
