/** Ignore rules of files and settings. A rule that would take too long to test is left out and reported. */
import { relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { DATA_EXTENSIONS } from '../programFiles.ts';
import { formatNumber, t } from '../translate.ts';

/** Folders and files that no library reads. Most are large. */
const NEVER_READ = [
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '__pycache__',
  '.DS_Store',
  '~$*',
  // Settings of programs, and lists of packages.
  ...DATA_EXTENSIONS.split(' ').flatMap((end) => [`.*.${end}`, `**/.*/**/*.${end}`, `*[-.]lock.${end}`]),
];

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

export interface RulesOfFolder {
  readonly base: string;
  readonly rules: Rules;
}

/** Globs for all folders, and those that hold below one folder only. */
export interface Exclusions {
  readonly everywhere: readonly string[];
  readonly within: readonly { readonly folder: string; readonly globs: readonly string[] }[];
}

/** The globs of the settings (as in `files.exclude`), and what is never read. */
export function settingRules(
  folders: readonly string[],
  exclude: Exclusions,
  report: (reason: string) => void,
): RulesOfFolder[] {
  const rulesOf = (globs: readonly string[]) =>
    createRules(globs.map((glob) => glob.replace(/^\.\//, '')).join('\n'), MAX_RULES, report);
  const everywhere = rulesOf([...NEVER_READ, ...exclude.everywhere]);
  return [
    ...folders.map((base) => ({ base, rules: everywhere })),
    ...exclude.within.map(({ folder, globs }) => ({ base: folder, rules: rulesOf(globs) })),
  ];
}

/** Null for a path that is not below the folder of the rules. */
export function testRules(
  path: string,
  { base, rules }: RulesOfFolder,
): { ignored: boolean; unignored: boolean } | null {
  const name = relative(base, path).split(sep).join('/') + (path.endsWith(sep) ? '/' : '');
  return ignore.isPathValid(name) ? rules.ignore.test(name) : null;
}

const neverRead = ignore().add(NEVER_READ);

/** True if no library reads the path or anything below it. `name` is relative to the folder of the library. */
export function isNeverRead(name: string): boolean {
  return neverRead.ignores(name.split(sep).join('/'));
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
