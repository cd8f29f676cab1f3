/** The folders of a library, and the name of the index file that belongs to them. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Exclusions } from '../documents/ignoreRules.ts';
import { isInside } from '../nodeHelpers.ts';

/** Absolute paths, each once. A folder inside another one is left out, because it is part of the library already. */
export function normalizeFolders(folders: readonly string[]): string[] {
  const absolute = [...new Set(folders.map((folder) => resolve(folder)))];
  return absolute.filter((folder) => !absolute.some((other) => isInside(folder, other)));
}

export function indexFileName(folders: readonly string[], { everywhere, within }: Exclusions): string {
  const parts = [folders.toSorted(), everywhere, ...(within.length > 0 ? [within] : [])];
  const digest = createHash('sha256').update(JSON.stringify(parts));
  return `${digest.digest('hex').slice(0, 24)}.sqlite`;
}
