/** Tells, at most every 200 ms, that another window changed the folder of conversations. */
import * as fs from 'node:fs';
import { parseName } from './fileNames.ts';

const JOIN = 200;

/** null when the folder cannot be watched (it is not there yet, or the system has no watching for it). */
export function watchFolder(folder: string, onChange: () => void): { dispose(): void } | null {
  let pending: NodeJS.Timeout | null = null;
  try {
    const watcher = fs.watch(folder, { persistent: false }, (_event, name) => {
      if (pending || (name !== null && parseName(name).kind !== 'whole')) return;
      pending = setTimeout(() => {
        pending = null;
        onChange();
      }, JOIN);
      pending.unref();
    });
    watcher.on('error', () => watcher.close());
    return {
      dispose: () => {
        if (pending) clearTimeout(pending);
        watcher.close();
      },
    };
  } catch {
    return null;
  }
}
