/** Reports, at most every 200 ms, which files of a folder have changed. */
import * as fs from 'node:fs';

const JOIN = 200;

/** null when the folder cannot be watched: it is not there yet, or the system cannot do it. */
export function watchFolder(
  folder: string,
  onChange: (names: ReadonlySet<string> | null) => void,
): { dispose(): void } | null {
  let names: Set<string> | null = new Set();
  let pending: NodeJS.Timeout | null = null;
  try {
    const watcher = fs.watch(folder, { persistent: false }, (_event, name) => {
      if (name === null) names = null;
      else names?.add(name);
      pending ??= setTimeout(() => {
        const changed = names;
        names = new Set();
        pending = null;
        onChange(changed);
      }, JOIN).unref();
    });
    watcher.on('error', () => watcher.close());
    return {
      dispose() {
        if (pending) clearTimeout(pending);
        watcher.close();
      },
    };
  } catch {
    return null;
  }
}
