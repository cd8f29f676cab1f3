/** Brings a collection up to date with a folder: reads new and changed files, and removes those that are gone. */
import { MAX_FILE_BYTES } from '../../service/documents/fileProblem.ts';
import { createRealRoots } from '../../service/documents/realRoots.ts';
import type { DocumentReader } from '../../service/documents/thread/documentReader.ts';
import type { WalkProblem } from '../../service/documents/walk.ts';
import { readFiles, scanFolders } from '../../service/index/readFiles.ts';
import type { CollectionWriter } from './writer.ts';

export interface Indexed {
  /** Files that were read, including those that are not searched. */
  readonly read: number;
  readonly removed: number;
  /** Files that are not read yet, because the signal aborted or another indexer changed them. */
  readonly left: number;
  /** Files and folders that could not be looked at. Their documents stay. */
  readonly problems: readonly WalkProblem[];
  /** Whether the collection now contains what the folder contains. */
  readonly isComplete: boolean;
}

/** Throws EngineUnavailable or EngineRefused. What was written by then stays, and the next call continues. */
export async function indexFolder(
  writer: CollectionWriter,
  reader: DocumentReader,
  folder: string,
  signal: AbortSignal,
): Promise<Indexed> {
  const before = writer.conflicts;
  const roots = createRealRoots([folder]);
  const scan = await scanFolders(writer, [folder], roots, signal, async () => {});
  if (scan === null) return { read: 0, removed: 0, left: 0, problems: [], isComplete: false };
  await writer.remove(scan.deleted);
  const known = await writer.known();
  const unread = scan.changed.filter(({ path }) => !known.has(path)).length;
  const announce = (done: number) => writer.announce(Math.min(unread, scan.changed.length - done));
  announce(0);
  // Questions that are asked from now on say that the collection is being read.
  await writer.commit();
  const options = { reader, maxBytes: MAX_FILE_BYTES, roots: [folder], signal, onProgress: announce };
  const left = await readFiles(writer, scan.changed, options);
  announce(scan.changed.length - left);
  await writer.commit();
  const conflicts = writer.conflicts - before;
  const read = scan.changed.length - left;
  const isComplete = left + conflicts + scan.problems.length === 0;
  return { read, removed: scan.deleted.length, left: left + conflicts, problems: scan.problems, isComplete };
}
