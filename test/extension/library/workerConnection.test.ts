import { describe, expect, it } from 'vitest';
import { createWorkerLink, type WorkerLike } from '../../../src/extension/library/workerConnection.ts';

function fakeWorker() {
  const listeners = new Map<string, ((value: never) => void)[]>();
  const posted: unknown[] = [];
  let terminated = 0;
  const worker: WorkerLike = {
    postMessage: (message) => void posted.push(message),
    on: (event: string, listener: (value: never) => void) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    terminate: async () => {
      terminated++;
      return 0;
    },
  };
  const emit = (event: string, value: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(value as never);
  };
  return { worker, posted, emit, terminated: () => terminated };
}

function linked() {
  const fake = fakeWorker();
  const lines: string[] = [];
  const link = createWorkerLink({ spawn: () => fake.worker, onNews: () => {}, log: (line) => lines.push(line) });
  const lost: unknown[] = [];
  const handle = link.open({ type: 'status' }, { receive: () => {}, lost: (cause) => lost.push(cause) });
  return { ...fake, link, lines, lost, handle };
}

describe('the end of the worker', () => {
  it('A worker is asked to close, and is not terminated before it has closed its database.', () => {
    const { link, posted, terminated, emit } = linked();
    link.dispose();
    expect(posted.at(-1)).toEqual({ type: 'close' });
    emit('message', { type: 'log', line: 'still writing' });
    expect(terminated()).toBe(0);
    emit('message', { type: 'closed' });
    expect(terminated()).toBe(1);
  });

  it('A request that runs while the worker is closed is rejected at once.', () => {
    const { link, lost } = linked();
    link.dispose();
    expect(lost).toHaveLength(1);
  });

  it('A second dispose does not ask the worker to close again.', () => {
    const { link, posted } = linked();
    link.dispose();
    link.dispose();
    expect(posted.filter((message) => JSON.stringify(message) === '{"type":"close"}')).toHaveLength(1);
  });

  it('A disposed connection does not start another worker.', async () => {
    const { link, posted } = linked();
    link.dispose();
    const before = posted.length;
    const cause = await new Promise((resolve) => link.open({ type: 'status' }, { receive: () => {}, lost: resolve }));
    expect(cause).toBeInstanceOf(Error);
    expect(posted).toHaveLength(before);
  });
});
