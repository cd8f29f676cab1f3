/** The folders to which links may lead, with all links in their own paths resolved, and what no link may lead to. */
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeOf } from '../../files/fileErrors.ts';
import { isInside } from '../nodeHelpers.ts';
import { EXCLUDED, fileReason, OUTSIDE } from './fileProblem.ts';
import { type Exclusions, type RulesOfFolder, settingRules, testRules } from './ignoreRules.ts';

export interface RealRoots {
  readonly exclude: Exclusions;
  /** Why a file or folder is not read. Null if it can be read. */
  problemOf(path: string): string | null;
  /** The same for a path and where it leads now. */
  problemOfTarget(path: string, target: string): string | null;
  /** For a path whose links are resolved. */
  contains(realPath: string): boolean;
  /** How the paths of the folders write a path whose links are resolved. */
  pathsOf(realPath: string): readonly string[];
  /** Whether the settings exclude it, in any of the folders. For a path whose links are resolved. */
  excludes(realPath: string): boolean;
}

export function createRealRoots(
  roots: readonly string[],
  exclude: Exclusions = { everywhere: [], within: [] },
): RealRoots {
  const folders = roots.map((root) => ({ root, real: resolved(root) }));
  const reals = folders.flatMap(({ real }) => real ?? []);
  const contains = (target: string) => reals.some((real) => isBelow(target, real));
  let rules: RulesOfFolder[] | undefined;
  const excludes = (target: string) => {
    rules ??= settingRules(
      reals,
      { ...exclude, within: exclude.within.map((each) => ({ ...each, folder: resolved(each.folder) ?? each.folder })) },
      () => {},
    );
    return rules.some((each) => testRules(target, each)?.ignored);
  };
  /** The globs hold for the folder of the library that has the file. Those of other folders matter only for links. */
  const isLink = (path: string, target: string) =>
    !folders.some(
      ({ root, real }) => real !== null && isBelow(path, root) && join(real, relative(root, path)) === target,
    );
  const problemOfTarget = (path: string, target: string) => {
    if (!contains(target)) return OUTSIDE;
    return isLink(path, target) && excludes(target) ? EXCLUDED : null;
  };
  return {
    exclude,
    contains,
    excludes,
    problemOfTarget,
    pathsOf: (target) =>
      folders.flatMap(({ root, real }) =>
        real !== null && isBelow(target, real) ? [join(root, relative(real, target))] : [],
      ),
    problemOf(path) {
      try {
        return problemOfTarget(path, realpathSync(path));
      } catch (error) {
        // A folder that does not exist is reported when it is read.
        return codeOf(error) === 'ENOENT' ? null : fileReason(error);
      }
    },
  };
}

function resolved(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const isBelow = (path: string, folder: string): boolean => path === folder || isInside(path, folder);
