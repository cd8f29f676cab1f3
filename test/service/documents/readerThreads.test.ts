import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDocumentReader } from '../../../src/service/documents/thread/documentReader.ts';
import { temporaryFolder } from '../temporary.ts';
import { HOSTILE } from './support/hostile.ts';

/** The threads that have not ended: now, and at most at once. */
const threads = vi.hoisted(() => ({ started: 0, running: 0, most: 0 }));
vi.mock('node:worker_threads', async (load) => {
  const original = await load<typeof import('node:worker_threads')>();
  class CountedWorker extends original.Worker {
    constructor(...args: ConstructorParameters<typeof original.Worker>) {
      super(...args);
      threads.started += 1;
      threads.running += 1;
      threads.most = Math.max(threads.most, threads.running);
      this.once('exit', () => {
        threads.running -= 1;
      });
    }
  }
  return { ...original, Worker: CountedWorker };
});

it('the thread of a document that exceeds its limits ends before that of the next document begins', async () => {
  const folder = temporaryFolder();
  const paths = [1, 2, 3].map((number) => join(folder, `${number}.pdf`));
  for (const path of paths) writeFileSync(path, HOSTILE['open.pdf']());
  const reader = createDocumentReader({ timeLimit: () => 300 });
  onTestFinished(() => reader.close());
  const results = await Promise.all(
    paths.map((path) => reader.readDocument(path, { maxBytes: 20 * 1024 * 1024, roots: null })),
  );
  for (const result of results) expect(result).toHaveProperty('problem');
  expect(threads).toMatchObject({ most: 1 });
  expect(threads.started).toBeGreaterThanOrEqual(3);
});
