/** Finds the lines of laws that stood in an earlier version on disk and do not stand in the current one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lettersOf } from '../text/letters.ts';
import type { AuthorityStore } from './authorityStore.ts';
import { compareLaws } from './compareLaws.ts';
import { ownedWorks } from './lawsOnDisk.ts';
import { versionName } from './manifest.ts';
import { type ReplacedLines, SHORTEST } from './outdatedQuotations.ts';

export async function replacedLines(store: AuthorityStore): Promise<ReplacedLines[]> {
  const found: ReplacedLines[] = [];
  for (const { current, states } of await ownedWorks(store)) {
    const folder = await store.textFolder(current.work, current.state);
    const now = states.length > 1 ? await store.sections(current.work, current.state) : [];
    for (const before of states.slice(1)) {
      const earlierSections = await store.sections(before.work, before.state);
      const ids = new Set(
        compareLaws(earlierSections, now).flatMap(({ id, kind }) =>
          kind === 'text' || kind === 'removed' ? [id] : [],
        ),
      );
      const changed = earlierSections.filter(({ id }) => ids.has(id));
      const earlier = await store.textFolder(before.work, before.state);
      for (const file of new Set(changed.map((section) => section.file))) {
        const [older, newer] = await Promise.all([linesOf(join(earlier, file)), linesOf(join(folder, file))]);
        const lines = [...older].filter((line) => !newer.has(line));
        const [only, ...others] = changed.filter((section) => section.file === file);
        const title = only && others.length === 0 ? only.title : current.title;
        if (lines.length === 0) continue;
        found.push({ path: join(folder, file), title, version: versionName(before), lines, current: [...newer] });
      }
    }
  }
  return found;
}

/** Without the facts in front of the text and the pinpoints behind it. A file that is not there has no lines. */
async function linesOf(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/<!-- pinpoints:.*-->\s*$/, '');
  return new Set(
    body
      .split('\n')
      .map(lettersOf)
      .filter((line) => line.length >= SHORTEST),
  );
}
