/** Which documents were added, changed or removed, when the index has noticed it. */
import { toUri } from './documents.ts';
import type { McpDeps } from './mcpDeps.ts';

export interface DocumentChange {
  /** Addresses of documents that were changed or removed, as clients know them. */
  readonly updated: readonly string[];
  /** Whether documents were added or removed. */
  readonly listChanged: boolean;
}

export interface DocumentChanges {
  onDidChange(listener: (change: DocumentChange) => void): { dispose(): void };
  /** Looks at the folders again and again, until it is disposed. */
  watch(): { dispose(): void };
}

/** Documents of one message of the library. */
const BATCH = 1000;
/** Milliseconds between two looks at the folders. */
const LOOK = 5_000;

export function createDocumentChanges({ library, guard }: Pick<McpDeps, 'library' | 'guard'>): DocumentChanges {
  const listeners = new Set<(change: DocumentChange) => void>();
  /** The last change of each document. Null before the first look. */
  let before: ReadonlyMap<string, number> | null = null;
  let comparing: Promise<void> = Promise.resolve();

  async function stamps(): Promise<Map<string, number>> {
    const all = new Map<string, number>();
    let from: string | undefined = '';
    while (from !== undefined) {
      // The last document of a batch is the first of the next one.
      const documents = await library.documents(from, BATCH);
      for (const { path, mtime } of documents) all.set(path, mtime);
      from = documents.length < BATCH ? undefined : documents.at(-1)?.path;
    }
    return all;
  }

  async function compare(): Promise<void> {
    const now = await stamps();
    const known = before;
    before = now;
    if (known === null) return;
    const changed = [...known].flatMap(([path, mtime]) => (now.get(path) === mtime ? [] : [path]));
    const listChanged = [...now.keys()].some((path) => !known.has(path)) || changed.some((path) => !now.has(path));
    const updated = changed.flatMap((path) => {
      const shown = guard.outgoing(path);
      return shown === null ? [] : [toUri(shown)];
    });
    if (updated.length === 0 && !listChanged) return;
    for (const listener of [...listeners]) listener({ updated, listChanged });
  }

  library.onDidChangeStatus(() => {
    // The library may end while it is asked.
    comparing = comparing.then(compare).catch(() => {});
  });

  return {
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    watch() {
      const timer = setInterval(() => void library.refresh().catch(() => {}), LOOK);
      return { dispose: () => clearInterval(timer) };
    },
  };
}
