/** The sections of a version on disk. A list that is damaged is written again from the file of the publisher, which is kept. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { AuthorityStore } from './authorityStore.ts';
import type { SectionChange, SectionRecord } from './compareLaws.ts';
import { type Manifest, versionName } from './manifest.ts';
import { PublisherError } from './publisherError.ts';
import type { ChosenWork } from './publishers.ts';

/** Rejects with the problem `notComparable` if the file of the publisher is damaged, too. */
export async function sectionsOf(
  chosen: ChosenWork,
  manifest: Manifest,
  store: AuthorityStore,
): Promise<SectionRecord[]> {
  try {
    return await store.sections(manifest);
  } catch (error) {
    if (!(error instanceof PublisherError)) throw error;
    await writeAgain(chosen, manifest, store, error);
    return store.sections(manifest);
  }
}

/** What a new version in `folder` changes against the version on disk. Null if the file of the publisher is damaged, too. */
export async function changesSince(
  chosen: ChosenWork,
  before: Manifest,
  folder: string,
  store: AuthorityStore,
): Promise<SectionChange[] | null> {
  const changes = await store.changes(before, folder);
  if (changes !== null) return changes;
  try {
    await writeAgain(chosen, before, store);
  } catch (error) {
    if (error instanceof PublisherError && error.problem === 'notComparable') return null;
    throw error;
  }
  return store.changes(before, folder);
}

async function writeAgain(
  chosen: ChosenWork,
  manifest: Manifest,
  store: AuthorityStore,
  cause?: PublisherError,
): Promise<void> {
  await store.restoreSections(manifest, async (source, folder) => {
    const digest = await digestOf(source).catch(() => '');
    if (digest !== manifest.sha256) throw new PublisherError('notComparable', versionName(manifest), { cause });
    await store.convert(chosen, manifest, source, folder, new AbortController().signal);
  });
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}
