/** What is deleted without asking each time: conversations past the retention period, and what crashes left behind. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { ConversationStore } from '../../conversation/store.ts';
import { codeOf } from '../../files/fileErrors.ts';
import { leftoverKind } from './storageFiles.ts';
import { createWindowHeartbeat } from './windowHeartbeat.ts';

const DAY = 24 * 60 * 60_000;
/** A window that writes finishes within this time; what is older was left by a crash. */
const LEFT_BEHIND = 60 * 60_000;

export interface SweepOptions {
  readonly folder: string;
  readonly store: Pick<ConversationStore, 'list' | 'remove'>;
  /** Days after its last change at which a conversation is deleted; 0: never. Pinned conversations stay. */
  readonly days: number;
  readonly now: number;
  /** Conversations that are open in this window. */
  readonly isOpen: (id: string) => boolean;
}

/** Resolves to the ids of the conversations that were deleted. Never rejects for a file that cannot be deleted now. */
export async function sweep(options: SweepOptions): Promise<string[]> {
  const removed = options.days > 0 ? await removeExpired(options) : [];
  await removeLeftovers(options);
  createWindowHeartbeat(path.join(options.folder, 'windows')).sweep();
  return removed;
}

async function removeExpired({ store, days, now, isOpen }: SweepOptions): Promise<string[]> {
  const removed: string[] = [];
  for (const { id, kept, pinned, runningElsewhere, updatedAt } of await store.list()) {
    const onDisk = kept === 'disk' || kept === 'newer';
    if (!onDisk || pinned || runningElsewhere || isOpen(id) || updatedAt > now - days * DAY) continue;
    if (await done(store.remove(id))) removed.push(id);
  }
  return removed;
}

async function removeLeftovers({ folder, days, now }: SweepOptions): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const kind = leftoverKind(name);
    const period = kind === 'temporary' ? LEFT_BEHIND : kind === 'corrupt' && days > 0 ? days * DAY : null;
    if (period === null) continue;
    const file = path.join(folder, name);
    await done(
      fs.stat(file).then(({ mtimeMs }) => (now - mtimeMs > period ? fs.rm(file, { force: true }) : undefined)),
    );
  }
}

/** False when the file system refused; the next sweep tries again. */
async function done(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
