/** Ignore rules from files and settings. A rule that would take too long to test is left out and reported. */
import ignore, { type Ignore } from 'ignore';
import { formatNumber, t } from '../translate.ts';
import { readFileBytes } from './fileBytes.ts';
import type { RealRoots } from './realRoots.ts';

const MAX_FILE = 1024 * 1024;
const MAX_RULE = 1000;
/** Rules that are tested for one path: those of all ignore files above it. */
export const MAX_RULES = 2000;
/** Wildcards in one part of a path, and `**` in one rule. Each one multiplies the time by the length of a name. */
const MAX_WILDCARDS = 3;
const MAX_ANY_FOLDERS = 4;

/** The rules of one file, or of the settings. */
export interface Rules {
  readonly ignore: Ignore;
  /** Each of them is tested for each path. */
  readonly count: number;
}

/** `room`: rules that may still be added for this folder. */
export function readIgnoreFile(
  path: string,
  roots: RealRoots,
  room: number,
  report: (path: string, reason: string) => void,
): Rules {
  try {
    const text = readFileBytes(path, { maxBytes: MAX_FILE, roots }).toString('utf8');
    return createRules(text, room, (reason) => report(path, reason));
  } catch (error) {
    report(path, t('{0} Its rules are not applied.', error instanceof Error ? error.message : ''));
    return { ignore: ignore(), count: 0 };
  }
}

/** `report` is called at most once. */
export function createRules(text: string, room: number, report: (reason: string) => void): Rules {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const usable = lines.filter(isUsable).slice(0, room);
  const left = lines.length - usable.length;
  if (left > 0)
    report(
      t('{0} of its rules are too many, too long or have too many wildcards, and are not applied.', formatNumber(left)),
    );
  return { ignore: ignore().add(usable), count: usable.length };
}

function isUsable(rule: string): boolean {
  if (rule.length > MAX_RULE) return false;
  const parts = rule.split('/');
  const anyFolders = parts.filter((part) => part === '**').length;
  return (
    anyFolders <= MAX_ANY_FOLDERS &&
    parts.every((part) => part === '**' || (part.match(/\*+/g) ?? []).length <= MAX_WILDCARDS)
  );
}
