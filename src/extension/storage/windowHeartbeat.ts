/**
 * Which answers are being received. A window that runs a request has a small file with its process id and the turns that it runs,
 * so that another window can tell a running answer from one that a crash interrupted.
 */
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as z from 'zod/mini';

const BEAT = 5_000;
/** On this machine the process id decides. The age only guards against an id that was given to another process. */
const LONGEST_SLEEP = 12 * 60 * 60_000;
/** From another machine (a home folder on the network) only the age can be seen. */
const LONGEST_SILENCE = 30_000;

const heartbeatSchema = z.object({
  pid: z.int(),
  host: z.string(),
  running: z.array(z.tuple([z.string(), z.string()])),
});

export interface WindowHeartbeat {
  /** Names the window in the lines that it writes. */
  readonly id: string;
  /** Whether this window runs the turn. */
  runs(turnId: string): boolean;
  /** Whether this window runs a turn of the conversation. */
  runsIn(conversationId: string): boolean;
  set(conversationId: string, turnId: string, isPending: boolean): void;
  /** The turns that other windows run, by conversation. */
  others(): ReadonlyMap<string, ReadonlySet<string>>;
  /** Removes the files of windows that are gone. */
  sweep(): void;
  dispose(): void;
}

export function createWindowHeartbeat(folder: string, now: () => number = Date.now): WindowHeartbeat {
  const id = randomUUID().slice(0, 8);
  const own = path.join(folder, `${process.pid}-${id}`);
  const running = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;

  /** Failing loses nothing: the others then take this window's answers for interrupted. */
  function quietly(act: () => void): void {
    try {
      act();
    } catch {}
  }

  function write(): void {
    if (running.size === 0) {
      stop();
      return;
    }
    const turns = [...running].map(([turnId, conversationId]) => [conversationId, turnId]);
    const text = JSON.stringify({ pid: process.pid, host: os.hostname(), running: turns });
    quietly(() => {
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(own, text, { mode: 0o600 });
    });
    timer ??= setInterval(() => quietly(() => fs.utimesSync(own, now() / 1000, now() / 1000)), BEAT).unref();
  }

  function stop(): void {
    if (!timer) return;
    clearInterval(timer);
    timer = null;
    quietly(() => fs.rmSync(own, { force: true }));
  }

  function names(): string[] {
    try {
      return fs.readdirSync(folder);
    } catch {
      return [];
    }
  }

  /** null when the window is gone. */
  function read(file: string): z.infer<typeof heartbeatSchema> | null {
    try {
      const age = now() - fs.statSync(file).mtimeMs;
      const window = heartbeatSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
      const isHere = window.host === os.hostname();
      return (isHere ? isProcess(window.pid) && age < LONGEST_SLEEP : age < LONGEST_SILENCE) ? window : null;
    } catch {
      return null;
    }
  }

  return {
    id,
    runs: (turnId) => running.has(turnId),
    runsIn: (conversationId) => [...running.values()].includes(conversationId),
    set(conversationId, turnId, isPending) {
      if (isPending === running.has(turnId)) return;
      if (isPending) running.set(turnId, conversationId);
      else running.delete(turnId);
      write();
    },
    others() {
      const turns = new Map<string, Set<string>>();
      for (const name of names()) {
        const file = path.join(folder, name);
        for (const [conversationId, turnId] of (file === own ? null : read(file))?.running ?? []) {
          turns.set(conversationId, (turns.get(conversationId) ?? new Set()).add(turnId));
        }
      }
      return turns;
    },
    sweep() {
      for (const name of names()) {
        const file = path.join(folder, name);
        if (file !== own && !read(file)) quietly(() => fs.rmSync(file, { force: true }));
      }
    },
    dispose: stop,
  };
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs, under another user
  }
}
