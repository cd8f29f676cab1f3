/** The documents of a folder: what is on disk, minus what the ignore rules leave out. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import ignore from 'ignore';
import { codeOf } from '../../files/fileErrors.ts';
import { t } from '../translate.ts';
import { readFileBytes } from './fileBytes.ts';
import { fileReason, OUTSIDE } from './fileProblem.ts';
import { isListed } from './formats.ts';
import { createRules, MAX_RULES, type Rules, type RulesOfFolder, settingRules, testRules } from './ignoreRules.ts';
import type { RealRoots } from './realRoots.ts';

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  /** Of a link: where it leads, with all links resolved. */
  readonly target?: string;
}

export interface WalkProblem {
  readonly path: string;
  readonly reason: string;
  /** Nothing is missing in the library: the file is listed with the reason, and no message names it. */
  readonly isDuplicate?: true;
}

/** Folders deeper than this are not entered: a link loop that `stat` does not show, or a mistake. */
const MAX_DEPTH = 40;
/** Files looked at between two turns of the event loop. */
const BATCH = 400;
/** Bytes of an ignore file. */
const MAX_IGNORE_FILE = 1024 * 1024;
/** Milliseconds of work between two turns of the event loop. */
const MAX_TURN = 50;

/**
 * Yields batches, so that the caller can go on with other work between them. Follows no symbolic links to folders. Respects
 * .gitignore files and what the settings exclude.
 */
export function* walk(folder: string, roots: RealRoots, problems: WalkProblem[]): Generator<FoundFile[], void, void> {
  const report = (path: string, reason: string) => problems.push({ path, reason });
  const settings = settingRules([folder], roots.exclude, (reason) => report('library.exclude', reason));
  const problem = roots.problemOf(folder);
  if (problem !== null) {
    report(folder, problem);
    return;
  }
  let batch: FoundFile[] = [];
  let began = performance.now();
  const pending: { path: string; depth: number; rules: readonly RulesOfFolder[] }[] = [
    { path: folder, depth: 0, rules: [] },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path: directory, depth } = next;
    let names: { name: string; isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }[];
    try {
      names = readdirSync(directory, { withFileTypes: true });
    } catch (error) {
      problems.push({ path: directory, reason: folderReason(error) });
      continue;
    }
    const hasIgnoreFile = names.some((entry) => entry.name === '.gitignore');
    const room = MAX_RULES - [...settings, ...next.rules].reduce((sum, { rules }) => sum + rules.count, 0);
    const rules = hasIgnoreFile
      ? [...next.rules, { base: directory, rules: readIgnoreFile(join(directory, '.gitignore'), roots, room, report) }]
      : next.rules;
    for (const entry of names) {
      const path = join(directory, entry.name);
      if (batch.length >= BATCH || performance.now() - began > MAX_TURN) {
        yield batch;
        batch = [];
        began = performance.now();
      }
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && !isIgnored(`${path}${sep}`, settings, rules))
          pending.push({ path, depth: depth + 1, rules });
        continue;
      }
      if (!isListed(entry.name) || isIgnored(path, settings, rules)) continue;
      let target: string | null = null;
      if (entry.isSymbolicLink()) {
        target = targetOf(path, report);
        if (target === null || roots.excludes(target)) continue;
        if (!roots.contains(target)) {
          report(path, OUTSIDE);
          continue;
        }
      }
      const file = statFile(path, report);
      if (file) batch.push(target === null ? file : { ...file, target });
    }
  }
  yield batch;
}

/** True if a change of the path can add or remove other files: it is a folder, an ignore file, or no longer there. */
export function canChangeOthers(path: string): boolean {
  if (basename(path) === '.gitignore') return true;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch {
    return true;
  }
}

/** Null if the link leads nowhere, or if the system refuses to follow it. Resolved once, because it may be replaced at any time. */
function targetOf(link: string, report: (path: string, reason: string) => void): string | null {
  try {
    return realpathSync(link);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') report(link, fileReason(error));
    return null;
  }
}

/** Null if it is no file any more, or if the system refuses to look at it. */
export function statFile(path: string, report?: (path: string, reason: string) => void): FoundFile | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? { path, size: stat.size, mtime: stat.mtimeMs } : null;
  } catch (error) {
    report?.(path, fileReason(error));
    return null;
  }
}

/**
 * What the settings of the user or of a folder exclude, the rules of a folder below cannot include again. Of ignore files, the nearest one
 * decides, as in git.
 */
function isIgnored(path: string, settings: readonly RulesOfFolder[], rules: readonly RulesOfFolder[]): boolean {
  if (settings.some((each) => testRules(path, each)?.ignored)) return true;
  for (const each of rules.toReversed()) {
    const result = testRules(path, each);
    if (result?.ignored) return true;
    if (result?.unignored) return false;
  }
  return false;
}

/** `room`: rules that may still be added for this folder. */
function readIgnoreFile(
  path: string,
  roots: RealRoots,
  room: number,
  report: (path: string, reason: string) => void,
): Rules {
  try {
    const text = readFileBytes(path, { maxBytes: MAX_IGNORE_FILE, roots }).toString('utf8');
    return createRules(text, room, (reason) => report(path, reason));
  } catch (error) {
    report(path, t('{0} Its rules are not applied.', error instanceof Error ? error.message : ''));
    return { ignore: ignore(), count: 0 };
  }
}

function folderReason(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return t('The folder is not there any more.');
  if (code === 'EACCES' || code === 'EPERM') return t('The folder may not be read.');
  return t('The folder could not be read.');
}
