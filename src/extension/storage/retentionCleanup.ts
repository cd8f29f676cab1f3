/** What is deleted without being asked for each time: conversations past the retention period, and what crashes left behind. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { ConversationStore } from '../../conversation/store.ts';
import { codeOf } from './fileErrors.ts';
import { newestRevisions, parseName } from './fileNames.ts';
import { createOwners } from './windowHeartbeat.ts';

const DAY = 24 * 60 * 60_000;
/** A window that writes finishes within this time; what is older was left by a crash. */
const LEFT_BEHIND = 60 * 60_000;
/** An older revision may only go when no window can still be comparing with it (saving.ts). */
const SETTLED = 60_000;

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
  createOwners(path.join(options.folder, 'windows')).sweep();
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
  const names = await fs.readdir(folder).catch(() => []);
  const newest = newestRevisions(names);
  const age = async (name: string) => now - (await fs.stat(path.join(folder, name))).mtimeMs;
  for (const name of names) {
    const file = parseName(name);
    const isOld = async () => {
      switch (file.kind) {
        case 'temporary':
          return (await age(name)) > LEFT_BEHIND;
        case 'quarantined':
          return days > 0 && (await age(name)) > days * DAY;
        case 'whole': {
          const current = newest.get(file.id) ?? file.revision;
          return file.revision < current && (await age(`${file.id}.${current}.jsonl`)) > SETTLED;
        }
        case 'partial':
          return !newest.has(file.id) && (await age(name)) > LEFT_BEHIND;
        case 'foreign':
          return false;
      }
    };
    await done(isOld().then((old) => (old ? fs.rm(path.join(folder, name), { force: true }) : undefined)));
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
