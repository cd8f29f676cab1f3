/** Finds the lines of laws that stood in an earlier version on disk and do not stand in the current one. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lettersOf } from '../text/letters.ts';
import { withoutPinpoints } from '../text/pinpoints.ts';
import type { AuthorityStore } from './authorityStore.ts';
import { compareLaws } from './compareLaws.ts';
import { ownedWorks } from './lawsOnDisk.ts';
import { type Manifest, versionName } from './manifest.ts';
import { type ReplacedLines, SHORTEST } from './outdatedQuotations.ts';
import { PublisherError } from './publisherError.ts';
import type { ChosenWork } from './publishers.ts';
import { sectionsOf } from './sectionsOf.ts';

export async function replacedLines(store: AuthorityStore): Promise<ReplacedLines[]> {
  const found: ReplacedLines[] = [];
  for (const { chosen, current, states } of await ownedWorks(store)) {
    const folder = await store.textFolder(current.work, current.state);
    for (const before of states.slice(1)) {
      const earlier = await store.textFolder(before.work, before.state);
      for (const [file, titles] of await changedFiles(store, chosen, before, current)) {
        const [older, newer] = await Promise.all([linesOf(join(earlier, file)), linesOf(join(folder, file))]);
        const lines = [...older].filter((line) => !newer.has(line));
        const [only, ...others] = titles;
        const title = only !== undefined && others.length === 0 ? only : current.title;
        if (lines.length === 0) continue;
        found.push({ path: join(folder, file), title, version: versionName(before), lines, current: [...newer] });
      }
    }
  }
  return found;
}

/** The files with a section that was changed or removed, with the titles of these sections. All files if the versions cannot be compared. */
async function changedFiles(
  store: AuthorityStore,
  chosen: ChosenWork,
  before: Manifest,
  current: Manifest,
): Promise<ReadonlyMap<string, readonly string[]>> {
  try {
    const earlier = await sectionsOf(chosen, before, store);
    const changes = compareLaws(earlier, await sectionsOf(chosen, current, store));
    const ids = new Set(changes.flatMap(({ id, kind }) => (kind === 'text' || kind === 'removed' ? [id] : [])));
    const files = Map.groupBy(
      earlier.filter(({ id }) => ids.has(id)),
      ({ file }) => file,
    );
    return new Map([...files].map(([file, sections]) => [file, sections.map(({ title }) => title)]));
  } catch (error) {
    if (!(error instanceof PublisherError)) throw error;
    // Without its text, nothing is known of the lines of a version.
    const files = await readdir(await store.textFolder(before.work, before.state)).catch(() => []);
    return new Map(files.map((file) => [file, []]));
  }
}

/** Without the facts in front of the text and the pinpoints after it. A file that is not there has no lines. */
async function linesOf(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const body = withoutPinpoints(text.replace(/^---\n[\s\S]*?\n---\n/, ''));
  return new Set(
    body
      .split('\n')
      .map(lettersOf)
      .filter((line) => line.length >= SHORTEST),
  );
}
