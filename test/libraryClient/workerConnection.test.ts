import { describe, expect, it } from 'vitest';
import { createWorkerConnection, type WorkerLike } from '../../src/libraryClient/workerConnection.ts';

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
  const connection = createWorkerConnection({
    spawn: () => fake.worker,
    onNotification: () => {},
    log: (line) => lines.push(line),
  });
  const lost: unknown[] = [];
  const handle = connection.open(
    { type: 'call', name: 'status', input: {} },
    { receive: () => {}, lost: (cause) => lost.push(cause) },
  );
  return { ...fake, connection, lines, lost, handle };
}

describe('the end of the worker', () => {
  it('a worker is asked to close, and is not terminated before it has closed its database', async () => {
    const { connection, posted, terminated, emit } = linked();
    connection.dispose();
    expect(posted.at(-1)).toEqual({ type: 'close' });
    emit('message', { type: 'log', line: 'still writing' });
    expect(terminated()).toBe(0);
    emit('message', { type: 'closed' });
    await expect.poll(terminated).toBe(1);
  });

  it('a request that runs while the worker is closed is rejected at once', () => {
    const { connection, lost } = linked();
    connection.dispose();
    expect(lost).toHaveLength(1);
  });

  it('a second dispose does not ask the worker to close again', () => {
    const { connection, posted } = linked();
    connection.dispose();
    connection.dispose();
    expect(posted.filter((message) => JSON.stringify(message) === '{"type":"close"}')).toHaveLength(1);
  });

  it('a disposed connection does not start another worker', async () => {
    const { connection, posted } = linked();
    connection.dispose();
    const before = posted.length;
    const cause = await new Promise((resolve) =>
      connection.open({ type: 'call', name: 'status', input: {} }, { receive: () => {}, lost: resolve }),
    );
    expect(cause).toBeInstanceOf(Error);
    expect(posted).toHaveLength(before);
  });
});
