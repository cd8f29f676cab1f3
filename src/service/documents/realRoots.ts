/** The folders to which links may lead, with all links in their own paths resolved. */
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { codeOf } from '../../files/fileErrors.ts';
import { fileReason, OUTSIDE } from './fileProblem.ts';

export interface RealRoots {
  readonly folders: readonly string[];
  /** Why a file or folder is not read. Null if it can be read. */
  problemOf(path: string): string | null;
  /** For a path whose links are resolved. */
  contains(realPath: string): boolean;
}

export function createRealRoots(roots: readonly string[]): RealRoots {
  const real = roots.flatMap((root) => {
    try {
      return [realpathSync(root)];
    } catch {
      return [];
    }
  });
  const contains = (target: string) =>
    real.some((root) => target === root || target.startsWith(root.endsWith(sep) ? root : root + sep));
  return {
    folders: real,
    contains,
    problemOf(path) {
      try {
        return contains(realpathSync(path)) ? null : OUTSIDE;
      } catch (error) {
        // A folder that does not exist is reported when it is read.
        return codeOf(error) === 'ENOENT' ? null : fileReason(error);
      }
    },
  };
}
