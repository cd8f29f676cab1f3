/**
 * Which windows are alive. A window that runs a request writes a small file with its process id and touches it; a conversation
 * names the window that runs it, so that another window can tell a running answer from one that a crash cut off.
 */
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as z from 'zod/mini';

const BEAT = 5_000;
/** On this machine the process id decides; the age only guards against an id that was given to another process. */
const LONGEST_SLEEP = 12 * 60 * 60_000;
/** From another machine (a home folder on the network) only the age can be seen. */
const LONGEST_SILENCE = 30_000;

const ownerSchema = z.object({ pid: z.int(), host: z.string() });

export type Owners = ReturnType<typeof createOwners>;

export function createOwners(folder: string, now: () => number = Date.now) {
  const id = `${process.pid}-${randomUUID()}`;
  const own = path.join(folder, id);
  let timer: NodeJS.Timeout | null = null;

  function touch(): void {
    try {
      const time = now() / 1000;
      fs.utimesSync(own, time, time);
    } catch {} // gone or read-only: others then take this window's answers for interrupted, which loses nothing
  }

  return {
    /** Written into the conversations that this window runs. */
    id,

    /** Tells the others that this window is alive, from now until `dispose`. */
    announce(): void {
      if (timer) return;
      timer = setInterval(touch, BEAT);
      timer.unref();
      try {
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(own, JSON.stringify({ pid: process.pid, host: os.hostname() }));
      } catch {}
    },

    isAlive(owner: string): boolean {
      if (owner === id) return true;
      if (!/^[0-9]+-[0-9a-f-]+$/.test(owner)) return false;
      try {
        const file = path.join(folder, owner);
        const age = now() - fs.statSync(file).mtimeMs;
        const { pid, host } = ownerSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
        return host === os.hostname() ? isRunning(pid) && age < LONGEST_SLEEP : age < LONGEST_SILENCE;
      } catch {
        return false;
      }
    },

    /** Removes what windows left that are gone. */
    sweep(): void {
      let names: string[] = [];
      try {
        names = fs.readdirSync(folder);
      } catch {}
      for (const name of names) if (!this.isAlive(name)) fs.rmSync(path.join(folder, name), { force: true });
    },

    dispose(): void {
      if (timer) clearInterval(timer);
      timer = null;
      try {
        fs.rmSync(own, { force: true });
      } catch {}
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs, under another user
  }
}
