/** Folders of documents, and what a library finds in them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchResult } from '../../../src/service/search/searchResult.ts';
import { type open, searchIn, temporaryFolder } from '../temporary.ts';

export const titles = async (library: ReturnType<typeof open>, question: string) =>
  allOf(await searchIn(library, question)).map((document) => document.title);

/** The documents of both lanes. */
export const allOf = ({ documents, others }: SearchResult) => [...documents, ...others];

export function folderWith(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const reasons = (status: { skipped: readonly { path: string; reason: string }[] }) =>
  status.skipped.map(({ path, reason }) => `${path.split(/[\\/]/).at(-1)}: ${reason}`).toSorted();
