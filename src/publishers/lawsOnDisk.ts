/** What is on disk of the laws that this version of Fiscal knows. */
import type { AuthorityStore } from './authorityStore.ts';
import { type Manifest, versionName } from './manifest.ts';
import { type ChosenWork, findWork } from './publishers.ts';

export interface OwnedWork {
  readonly chosen: ChosenWork;
  readonly states: readonly Manifest[];
  readonly current: Manifest;
}

export async function ownedWorks(store: AuthorityStore): Promise<OwnedWork[]> {
  const owned: OwnedWork[] = [];
  for (const id of await store.works()) {
    const chosen = findWork(id);
    const states = await store.states(id);
    const [current] = states;
    if (chosen && current) owned.push({ chosen, states, current });
  }
  return owned;
}

export interface LawOnDisk {
  readonly title: string;
  /** "2026-06-26, Public Law 119-100". */
  readonly version: string;
  /** With all versions. */
  readonly bytes: number;
}

export async function lawsOnDisk(store: AuthorityStore): Promise<LawOnDisk[]> {
  const owned = await ownedWorks(store);
  return Promise.all(
    owned.map(async ({ chosen, current }) => ({
      title: chosen.work.title,
      version: versionName(current),
      bytes: await store.bytes(current.work),
    })),
  );
}
