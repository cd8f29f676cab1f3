import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDocumentReader } from '../../../src/service/documents/thread/documentReader.ts';
import { temporaryFolder } from '../temporary.ts';
import { HOSTILE } from './support/hostile.ts';

/** The threads that have not ended: now, and at most at once. */
const threads = vi.hoisted(() => ({ started: 0, running: 0, most: 0 }));
/** The files that the thread has and did not answer for: now, and at most at once. */
const files = vi.hoisted(() => ({ waiting: 0, most: 0 }));
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
        files.waiting = 0;
      });
      this.on('message', ({ type }) => {
        if (type !== 'started' && type !== 'opened') files.waiting -= 1;
      });
    }

    override postMessage(...args: Parameters<InstanceType<typeof original.Worker>['postMessage']>): void {
      files.waiting += 1;
      files.most = Math.max(files.most, files.waiting);
      super.postMessage(...args);
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

it('the thread has one file at a time, so that it reads none when it is replaced between two files', async () => {
  const folder = temporaryFolder();
  const paths = [1, 2, 3].map((number) => join(folder, `${number}.html`));
  for (const path of paths) writeFileSync(path, '<p>The rent is $4,000.</p>');
  const reader = createDocumentReader();
  onTestFinished(() => reader.close());
  Object.assign(files, { waiting: 0, most: 0 });
  const results = await Promise.all(paths.map((path) => reader.readDocument(path, { maxBytes: 1024, roots: null })));
  for (const result of results) expect(result).not.toHaveProperty('problem');
  expect(files).toEqual({ waiting: 0, most: 1 });
});
